import {
  type AssignmentType,
  type LeaveReason,
  RequestStatus,
  requestAbandoned,
  requestRouted,
} from '@parley/contracts';
import { enter, leave, refuseClosed, requireLimit } from '../participant/membership.ts';
import { begin, type Change, type ChangeDraft, finish, pendingEvent, unchanged } from '../request-state/change.ts';
import { humansOf, isBot, isWaitingForHuman, type SupportRequest } from '../request-state/request.ts';
import { type Outcome, type PassFacts, pass, type RoutingContext, routingSnapshot } from './routing-pass.ts';

/** How the events of a routing pass describe it. */
export interface RouteOptions {
  nobot: boolean;
  /** The operation, as events name it: `departments`, `agent`, `assign`, `message`, `reopen`, `queue`. */
  source: string;
  comment: string;
  assignmentType?: AssignmentType;
  /** Why bots leave, if not because of the routing. */
  botReason?: LeaveReason;
}

/** Line 7: routes a request, served or not. */
export function route(
  current: SupportRequest,
  routingContext: RoutingContext,
  how: RouteOptions,
  facts: PassFacts,
): Change {
  refuseClosed(current);
  const draft = begin(current, facts.at);
  routeOn(draft, routingContext, how, facts);
  return finish(draft, how.comment);
}

/** Line 8: routes a request that is not served. */
export function assignRequest(
  current: SupportRequest,
  routingContext: RoutingContext,
  how: RouteOptions,
  facts: PassFacts,
): Change {
  if (current.status >= RequestStatus.served) return unchanged(current);
  return route(current, routingContext, how, facts);
}

/** Hand-off to humans; a human who already serves it stays. */
export function handOff(
  current: SupportRequest,
  routingContext: RoutingContext,
  how: RouteOptions,
  facts: PassFacts,
): Change {
  refuseClosed(current);
  return humansOf(current).length > 0 ? unchanged(current) : route(current, routingContext, how, facts);
}

/** Routing as part of another operation's change; a pass that changes nothing adds nothing. */
export function routeOn(draft: ChangeDraft, routingContext: RoutingContext, how: RouteOptions, facts: PassFacts): void {
  const before = draft.next;
  const outcome = pass(before, routingContext, how.nobot, facts);
  const moved = (before.departmentId ?? '') !== routingContext.department.id;
  if (!moved && isSettled(before, outcome)) return;

  const { next } = draft;
  const previousDepartment = before.departmentId;
  next.departmentId = routingContext.department.id || null;
  next.snapshot = { ...next.snapshot, ...routingSnapshot(routingContext) };
  if (moved) next.abandonedBy = {};
  draft.events.push(
    pendingEvent(requestRouted, {
      department: routingContext.department.id,
      ...(previousDepartment && moved && { previousDepartment }),
      nobot: how.nobot,
      decision: outcome.decision,
    }),
  );
  apply(draft, outcome, how);
}

/** Line 9: a waiting request gets a human, or becomes abandoned because all have left it. */
export function serveFromQueue(current: SupportRequest, routingContext: RoutingContext, facts: PassFacts): Change {
  if (!isWaitingForHuman(current)) return unchanged(current);
  const draft = begin(current, facts.at);
  // The queue never changes the department: the default one serves in place of a deleted one, and leavers still count.
  const outcome = pass({ ...current, departmentId: routingContext.department.id }, routingContext, true, facts);
  if (isSettled(current, outcome)) return unchanged(current);
  // Only an assignment ends the status 150.
  if (current.status === RequestStatus.abandoned && outcome.take !== 'human') return unchanged(current);

  const { department, ...people } = routingSnapshot(routingContext);
  const own = current.departmentId === routingContext.department.id;
  draft.next.snapshot = { ...draft.next.snapshot, ...people, ...(own && { department }) };
  apply(draft, outcome, { nobot: true, source: 'queue', comment: 'serveQueue' });
  return finish(draft, 'serveQueue');
}

/** The request already matches the outcome of the pass. */
function isSettled(request: SupportRequest, outcome: Outcome): boolean {
  switch (outcome.take) {
    case 'kept':
      return true;
    case 'bot':
    case 'human':
      return request.participants.length === 1 && request.participants[0] === outcome.member;
    case 'none':
      return request.status === RequestStatus.unserved;
    case 'all_left':
      return request.status === RequestStatus.abandoned;
  }
}

/** L, then J or abandoned. */
export function apply(
  draft: ChangeDraft,
  outcome: Outcome,
  how: Omit<RouteOptions, 'nobot'> & { nobot?: boolean; silent?: boolean },
): void {
  const { next } = draft;
  const { source, silent } = how;
  if (outcome.take === 'kept') return;

  const winner = outcome.take === 'bot' || outcome.take === 'human' ? outcome.member : undefined;
  const going = next.participants.filter((member) => member !== winner);
  const previous = humansOf(next).at(-1) ?? null;
  const bots = going.filter(isBot);
  leave(
    draft,
    going.filter((member) => !bots.includes(member)),
    { reason: 'rerouted', source },
  );
  leave(draft, bots, { reason: how.botReason ?? (outcome.take === 'human' ? 'bot_yields' : 'rerouted'), source });

  if (winner !== undefined) {
    const { assignmentType = 'auto' } = how;
    const { decision } = outcome;
    const coming = next.participants.includes(winner) ? [] : [winner];
    if (coming.length === 0) return;
    enter(draft, coming, {
      source,
      assignmentType,
      decision,
      previousAssigneeId: previous,
      removedParticipants: going,
      silent,
    });
    if (outcome.take === 'human') {
      requireLimit(draft, winner, outcome.limit);
      next.untouched = true;
    }
    return;
  }
  next.queueAfter = null;
  if (outcome.take === 'all_left') {
    next.status = RequestStatus.abandoned;
    draft.events.push(pendingEvent(requestAbandoned, { left: outcome.left }, outcome.decision));
  } else {
    next.status = RequestStatus.unserved;
  }
}
