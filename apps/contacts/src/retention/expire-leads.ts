import { AppError, leadErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import { begun } from '../erasure/erasure.ts';
import type { OldLead, Sweep } from './retention.repository.ts';

/** Who asks for the erasure. */
const requestedBy = 'retention';

/** Erasures at once: one that an owner asks for waits for no more than these. */
const maxRunning = 100;

/**
 * Erases leads that have no request and were not changed for as long as their project says. Each project is swept once a day; the place
 * is stored after each batch, so a sweep that was cut off is resumed.
 */
export async function expireLeads(context: Context, over: AbortSignal): Promise<void> {
  const { erasures, retention } = context;
  while (!over.aborted && (await erasures.countRunning()) < maxRunning) {
    const sweep = await retention.next();
    if (!sweep) return;
    const leads = await retention.old(sweep);
    const last = leads.at(-1);
    if (!last) {
      await retention.finish(sweep.projectId);
      continue;
    }
    for (const { id } of await withoutRequests(context, sweep.projectId, leads)) await expire(context, sweep, id);
    await retention.advance(sweep.projectId, last);
  }
}

/** Those that nothing keeps. @throws dependency_down */
export async function withoutRequests(
  { conversations }: Pick<Context, 'conversations'>,
  projectId: string,
  leads: readonly OldLead[],
): Promise<OldLead[]> {
  const kept = await conversations.leadsInUse(
    projectId,
    leads.map(({ id }) => id),
  );
  return leads.filter(({ id }) => !kept.withRequests.has(id) && !kept.held.has(id));
}

async function expire({ erasures, subjects }: Context, { projectId, before }: Sweep, lead: string): Promise<void> {
  const at = new Date();
  const services = subjects.map(({ service }) => service);
  try {
    await erasures.begin(projectId, lead, at, (current) => {
      // Changed since it was found.
      if (current.updatedAt >= before) throw leadErrors.lead_not_found();
      const about = { id: newId(at), projectId, lead, leadId: current.leadId, requestedBy, reason: requestedBy };
      return begun(about, services, at);
    });
  } catch (error) {
    const isGone = error instanceof AppError && ['lead_not_found', 'erasure_running'].includes(error.code);
    if (!isGone) throw error;
  }
}
