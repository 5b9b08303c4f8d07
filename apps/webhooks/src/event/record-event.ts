import type { EventEnvelope } from '@parley/contracts';
import { isSuppressed } from '@parley/service-kit/consumers';

import type { Context } from '../context.ts';
import { keyOf } from './event-names.ts';
import { firingsOf } from './payload.ts';

/** Whether a subscription of the project matches a name that the event fires. */
export async function isWanted({ wantedNames }: Context, event: EventEnvelope): Promise<boolean> {
  const keys = await wantedNames.of(event.idproject);
  return keys.size > 0 && firingsOf(event).some(({ name }) => keys.has(keyOf(name)));
}

/** Records one delivery for each matching subscription. */
export async function recordEvent(context: Context, event: EventEnvelope): Promise<void> {
  const { deliveries, config, clock, counts, worker, db } = context;
  const firings = firingsOf(event);
  if (firings.length === 0) return;
  const tooDeep = isSuppressed(event, config.EVENT_MAX_DEPTH);
  const concerned = await deliveries.record(event, firings, tooDeep, clock.now());
  if (concerned.length === 0) return;
  if (tooDeep) {
    counts.suppressed(event.type);
    return;
  }
  const active = concerned.filter(({ status }) => status === 'active');
  db.afterCommit(() => worker.notify(...active.map(({ projectId, id }) => ({ projectId, subscriptionId: id }))));
}

/** Records the deletion of a project, its last event. */
export async function recordEnd(context: Context, event: EventEnvelope): Promise<void> {
  await recordEvent(context, event);
  await context.projects.end(event.idproject, context.clock.now());
}
