import { RequestStatus, requestClosed, requestErrors, requestReopened, requestUnmerged } from '@parley/contracts';
import { assign, leave, requireLimit } from '../participant/membership.ts';
import { begin, type Change, type ChangeDraft, finish, pendingEvent, unchanged } from '../request-state/change.ts';
import { botsOf, humansOf, type SupportRequest } from '../request-state/request.ts';
import { routeOn } from '../routing/routing.ts';
import type { Candidate, PassFacts, RoutingContext } from '../routing/routing-pass.ts';
import { wakeOn } from '../snooze/snooze.ts';

/** Line 17. Participants stay listed; the status frees their seats. */
export function close(
  current: SupportRequest,
  closedBy: string,
  at: Date,
  comment = 'closeRequest',
  survey?: boolean,
): Change {
  if (current.status === RequestStatus.closed) return unchanged(current);
  const draft = begin(current, at);
  closeOn(draft, closedBy, survey);
  return finish(draft, comment);
}

/** Closing as part of another operation's change. @param survey false: none is asked */
export function closeOn(draft: ChangeDraft, closedBy: string, survey?: boolean): void {
  const { next, at } = draft;
  const duration = Math.max(0, at.getTime() - next.createdAt.getTime());
  next.status = RequestStatus.closed;
  next.closedAt = at;
  next.closedBy = closedBy;
  next.duration = duration;
  next.queueAfter = null;
  next.untouched = false;
  wakeOn(draft, 'closed');
  // The repository adds the newest messages.
  draft.events.push(
    pendingEvent(requestClosed, {
      ...{ closed_by: closedBy, duration, messagesCount: 0, messagesTruncated: false },
      ...(survey === false && { survey }),
    }),
  );
  draft.lines.push({ key: 'CHAT_CLOSED', closedBy });
}

export interface ReopenFacts extends PassFacts {
  /** User id of the caller; an agent who reopens a request returns to it if they have capacity, available or not. */
  by: string;
  /** The bots that served it last and are not deleted, as `bot_<id>`. */
  livingBots: ReadonlySet<string>;
  /** The agents who serve it or served it last, by user id. */
  people: ReadonlyMap<string, Pick<Candidate, 'available' | 'limit'>>;
  routingContext: RoutingContext;
}

/** Whether line 18 changes it. */
export const isReopenable = ({ status }: SupportRequest): boolean =>
  status !== RequestStatus.unserved && status !== RequestStatus.served;

/** Line 18. `R′` of a closed request; a parked or abandoned request is routed again. */
export function reopen(current: SupportRequest, facts: ReopenFacts, comment = 'reopenRequest'): Change {
  if (!isReopenable(current)) return unchanged(current);
  const draft = begin(current, facts.at);
  reopenOn(draft, facts, comment);
  return finish(draft, comment);
}

/** The request continues on its own again. */
export function unmergeOn({ next, events }: ChangeDraft): void {
  if (!next.mergedInto) return;
  events.push(pendingEvent(requestUnmerged, { into: next.mergedInto }));
  next.mergedInto = null;
}

/** Reopening as part of another operation's change. */
export function reopenOn(draft: ChangeDraft, facts: ReopenFacts, comment: string): void {
  const { next, at } = draft;
  const { closedAt, closedBy, status } = next;
  draft.events.push(
    pendingEvent(requestReopened, {
      previous: {
        ...(closedAt && { closed_at: closedAt.toISOString() }),
        ...(closedBy && { closed_by: closedBy }),
      },
    }),
  );
  draft.lines.push({ key: 'CHAT_REOPENED' });
  unmergeOn(draft);
  next.closedAt = null;
  next.closedBy = null;
  next.duration = null;
  next.waitingSince = at;
  next.abandonedBy = {};

  const onlyBots = status === RequestStatus.closed && !next.humanServed && botsOf(next).length > 0;
  next.humanServed = false;
  if (status === RequestStatus.closed && reassignReturning(draft, facts)) return;
  if (onlyBots && reassignReturningBots(draft, facts)) return;

  leave(draft, next.participants, { reason: 'rerouted', source: 'reopen' });
  next.status = RequestStatus.unserved;
  const department = next.departmentId;
  routeOn(draft, facts.routingContext, { nobot: status === RequestStatus.closed, source: 'reopen', comment }, facts);
  // A request without department gets one only if it was assigned there.
  if (department === null && next.participants.length === 0) next.departmentId = null;
}

/** The previous humans who can take it again return; the others leave. */
function reassignReturning(draft: ChangeDraft, facts: ReopenFacts): boolean {
  const { next, at } = draft;
  const back = humansOf(next).filter((human) => canReturn(human, facts));
  if (back.length === 0) return false;

  leave(
    draft,
    next.participants.filter((member) => !back.includes(member)),
    { reason: 'rerouted', source: 'reopen' },
  );
  next.status = RequestStatus.served;
  next.assignedAt = at;
  next.untouched = !back.includes(facts.by);
  for (const member of back) {
    requireLimit(draft, member, facts.people.get(member)?.limit ?? null);
    assign(draft, member, {
      source: 'reopen',
      assignmentType: member === facts.by ? 'self_join' : 'auto',
      decision: { rule: 'returned', winner: member, open: facts.routingContext.open },
    });
  }
  return true;
}

function canReturn(human: string, { routingContext, seats, by, people }: ReopenFacts): boolean {
  const person = people.get(human);
  if (!person) return false;
  const hasCapacity = person.limit === null || (seats.get(human)?.held ?? 0) < person.limit;
  return hasCapacity && (human === by || (person.available && routingContext.open));
}

function reassignReturningBots(draft: ChangeDraft, facts: ReopenFacts): boolean {
  const { next, at } = draft;
  const bots = botsOf(next).filter((bot) => facts.livingBots.has(bot));
  if (bots.length === 0) return false;
  leave(
    draft,
    next.participants.filter((member) => !bots.includes(member)),
    { reason: 'rerouted', source: 'reopen' },
  );
  next.status = RequestStatus.served;
  next.assignedAt = at;
  return true;
}

/** Refuses a requester's message that comes too late to reopen it. */
export function refuseAfterWindow(current: SupportRequest, windowHours: number, at: Date): void {
  const closedAt = current.closedAt?.getTime() ?? 0;
  if (windowHours > 0 && at.getTime() - closedAt <= windowHours * 3_600_000) return;
  throw requestErrors.request_closed({ conflict: current.id, hint: 'Send the message to a new request_id.' });
}
