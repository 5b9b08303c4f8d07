import { isOpen, type TimerAnchor } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Rule } from './rule.ts';
import type { Occurrence } from './rule-event.ts';

/** What a timer counts from; `null`: it does not run. A request that is closed has only timers since its closing. */
export const anchorOf: Record<TimerAnchor, (request: SupportRequest) => Date | null> = {
  created: (request) => whileOpen(request, request.createdAt),
  requester_message: (request) => whileOpen(request, request.lastRequesterAt),
  team_message: (request) => whileOpen(request, request.lastTeamAt),
  assigned: (request) => whileOpen(request, request.participants.length > 0 ? request.assignedAt : null),
  closed: ({ closedAt }) => closedAt,
};

function whileOpen({ status }: SupportRequest, at: Date | null): Date | null {
  return isOpen(status) ? at : null;
}

/** After an event of these types an anchor may be another. */
const movingTypes: ReadonlySet<string> = new Set([
  ...[
    'request.created',
    'request.updated',
    'request.assigned',
    'request.closed',
    'request.reopened',
    'message.created',
  ],
]);

/** Moves the timers of a request to where their anchors are now. */
export async function armTimers(
  context: Context,
  rules: readonly Rule[],
  { type, projectId }: Occurrence,
  record: () => Promise<RequestWithCopies | undefined>,
): Promise<void> {
  const timers = rules.filter(({ timer }) => timer !== undefined);
  if (timers.length === 0 || !movingTypes.has(type)) return;
  const request = await record();
  if (!request || request.draft || request.preflight) return;
  for (const { id, timer } of timers) {
    if (!timer) continue;
    const anchor = anchorOf[timer.since](request);
    if (anchor) await context.ruleDues.arm(projectId, id, request.id, anchor, timer.ms);
    else await context.ruleDues.disarm(projectId, id, request.id);
  }
}
