import { type Actor, leadErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Identifies the requested lead; a new one has no `id` yet. */
interface LeadKey {
  projectId: string;
  id?: string;
  leadId?: string;
}

/** `_id` of the only lead that a token bound to a request may access; undefined for all other callers. @throws lead_not_found */
export async function boundLeadOf(context: Context, actor: Actor, projectId: string): Promise<string | undefined> {
  if (actor.requestId === undefined) return undefined;
  const lead = await context.conversations.leadOf(projectId, actor.requestId);
  if (lead === undefined) throw leadErrors.lead_not_found();
  return lead;
}

/** Denies a token bound to a request access to any other lead. @throws lead_not_found */
export async function checkLeadAccess(context: Context, actor: Actor, asked: LeadKey): Promise<void> {
  const only = await boundLeadOf(context, actor, asked.projectId);
  if (only === undefined || only === asked.id) return;
  const lead = asked.leadId === undefined ? undefined : await context.leads.find(asked.projectId, only);
  if (lead === undefined || lead.leadId !== asked.leadId) throw leadErrors.lead_not_found();
}
