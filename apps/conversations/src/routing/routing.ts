import {
  type AssignmentType,
  type LeaveReason,
  RequestStatus,
  requestAbandoned,
  requestRouted,
} from '@parley/contracts';
import { enter, keepLimit, leave, refuseClosed } from '../participant/membership.ts';
import { begin, type Change, finish, happened, type Story, unchanged } from '../request-state/change.ts';
import { humansOf, isBot, isWaitingForHuman, type SupportRequest } from '../request-state/request.ts';
import { type Outcome, type PassFacts, pass, type Roster, routedSnapshot } from './roster.ts';

/** How a routing pass is told. */
export interface RouteHow {
  nobot: boolean;
  /** The operation, as events name it: `departments`, `agent`, `assign`, `message`, `reopen`, `queue`. */
  source: string;
  comment: string;
  assignmentType?: AssignmentType;
  /** Why bots leave, where it is not the routing that makes them. */
  botReason?: LeaveReason;
}

/** Line 7: routes, whoever serves it now. */
export function route(current: SupportRequest, roster: Roster, how: RouteHow, facts: PassFacts): Change {
  refuseClosed(current);
  const story = begin(current, facts.at);
  routeOn(story, roster, how, facts);
  return finish(story, how.comment);
}

/** Line 8: routes what nobody serves. */
export function assignRequest(current: SupportRequest, roster: Roster, how: RouteHow, facts: PassFacts): Change {
  if (current.status >= RequestStatus.served) return unchanged(current);
  return route(current, roster, how, facts);
}

/** Hand-off to people; a human who is there already goes on. */
export function handOff(current: SupportRequest, roster: Roster, how: RouteHow, facts: PassFacts): Change {
  refuseClosed(current);
  return humansOf(current).length > 0 ? unchanged(current) : route(current, roster, how, facts);
}

/** Routing as a part of another operation's change; a pass that changes nothing adds nothing. */
export function routeOn(story: Story, roster: Roster, how: RouteHow, facts: PassFacts): void {
  const before = story.next;
  const outcome = pass(before, roster, how.nobot, facts);
  const moved = (before.departmentId ?? '') !== roster.department.id;
  if (!moved && isSettled(before, outcome)) return;

  const { next } = story;
  const previousDepartment = before.departmentId;
  next.departmentId = roster.department.id || null;
  next.snapshot = { ...next.snapshot, ...routedSnapshot(roster) };
  if (moved) next.abandonedBy = {};
  story.events.push(
    happened(requestRouted, {
      department: roster.department.id,
      ...(previousDepartment && moved && { previousDepartment }),
      nobot: how.nobot,
      decision: outcome.decision,
    }),
  );
  apply(story, outcome, how);
}

/** Line 9: a waiting request gets a human, or turns out to have been left by all. */
export function serveFromQueue(current: SupportRequest, roster: Roster, facts: PassFacts): Change {
  if (!isWaitingForHuman(current)) return unchanged(current);
  const story = begin(current, facts.at);
  // The queue moves nothing: where a department is gone, the default one serves in its place, and whoever left has left.
  const outcome = pass({ ...current, departmentId: roster.department.id }, roster, true, facts);
  if (isSettled(current, outcome)) return unchanged(current);
  // Of 150 only somebody who takes it leads out.
  if (current.status === RequestStatus.abandoned && outcome.take !== 'human') return unchanged(current);

  const { department, ...people } = routedSnapshot(roster);
  const own = current.departmentId === roster.department.id;
  story.next.snapshot = { ...story.next.snapshot, ...people, ...(own && { department }) };
  apply(story, outcome, { nobot: true, source: 'queue', comment: 'serveQueue' });
  return finish(story, 'serveQueue');
}

/** The request is already as the pass wants it. */
function isSettled(request: SupportRequest, outcome: Outcome): boolean {
  switch (outcome.take) {
    case 'kept':
      return true;
    case 'bot':
    case 'human':
      return request.participants.length === 1 && request.participants[0] === outcome.member;
    case 'nobody':
      return request.status === RequestStatus.unserved;
    case 'all_left':
      return request.status === RequestStatus.abandoned;
  }
}

/** L, then J or abandoned. */
export function apply(
  story: Story,
  outcome: Outcome,
  how: Omit<RouteHow, 'nobot'> & { nobot?: boolean; silent?: boolean },
): void {
  const { next } = story;
  const { source, silent } = how;
  if (outcome.take === 'kept') return;

  const winner = outcome.take === 'bot' || outcome.take === 'human' ? outcome.member : undefined;
  const going = next.participants.filter((member) => member !== winner);
  const previous = humansOf(next).at(-1) ?? null;
  const bots = going.filter(isBot);
  leave(
    story,
    going.filter((member) => !bots.includes(member)),
    { reason: 'rerouted', source },
  );
  leave(story, bots, { reason: how.botReason ?? (outcome.take === 'human' ? 'bot_yields' : 'rerouted'), source });

  if (winner !== undefined) {
    const { assignmentType = 'auto' } = how;
    const { decision } = outcome;
    const coming = next.participants.includes(winner) ? [] : [winner];
    if (coming.length === 0) return;
    enter(story, coming, {
      source,
      assignmentType,
      decision,
      previousAssigneeId: previous,
      removedParticipants: going,
      silent,
    });
    if (outcome.take === 'human') {
      keepLimit(story, winner, outcome.limit);
      next.untouched = true;
    }
    return;
  }
  next.queueAfter = null;
  if (outcome.take === 'all_left') {
    next.status = RequestStatus.abandoned;
    story.events.push(happened(requestAbandoned, { left: outcome.left }, outcome.decision));
  } else {
    next.status = RequestStatus.unserved;
  }
}
