import { randomUUID } from 'node:crypto';

import {
  type Actor,
  type AppError,
  type FieldFault,
  type leadConflicts,
  leadErrors,
  type NewLead,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Ensured } from './lead.repository.ts';
import { created, type Lead, mergeCreate, newLead } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

/** Creates a lead, or takes the one that has its `lead_id`. @throws lead_exists, lead_not_found */
export async function ensureNewLead(
  context: Context,
  actor: Actor,
  projectId: string,
  { lead_id: leadId = randomUUID(), ...written }: NewLead,
  onConflict: (typeof leadConflicts)[number],
): Promise<Ensured> {
  const at = new Date();
  const lead = newLead({ id: newId(at), projectId, leadId, createdBy: actor.id, createdAt: at }, written);
  await checkLeadAccess(context, actor, { projectId, leadId });

  const merge = onConflict === 'merge' ? (current: Lead) => mergeCreate(current, written, at) : undefined;
  const ensured = await context.leads.ensure(lead, created(lead, 'api'), merge);
  if (ensured.outcome === 'returned' && onConflict === 'error') throw taken(ensured.lead);
  return ensured;
}

function taken({ id, leadId, status }: Lead): AppError {
  const fault: FieldFault = { param: 'lead_id', location: 'body', msg: 'Is taken', value: leadId };
  return leadErrors.lead_exists({
    conflict: id,
    ...(status === 1000 && { conflictStatus: status }),
    errors: [fault],
  });
}
