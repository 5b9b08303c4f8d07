import {
  type AssignmentType,
  type DecisionView,
  type LeaveReason,
  RequestStatus,
  requestAssigned,
  requestErrors,
  requestParticipantJoined,
  requestParticipantLeft,
  requestUnassigned,
} from '@parley/contracts';

import type { Mover } from '../access/actor.ts';
import { begin, type Change, type ChangeDraft, finish, pendingEvent, unchanged } from '../request-state/change.ts';
import { botsOf, humansOf, isBot, type SupportRequest } from '../request-state/request.ts';
import { wakeOn } from '../snooze/snooze.ts';
import type { SeatsByUser } from './seats.ts';

/** A member who may be added to a request. */
export interface Joiner {
  /** User id or `bot_<id>`. */
  member: string;
  /** Capacity; `null`: unlimited. */
  limit: number | null;
}

export interface MoveFacts {
  at: Date;
  seats: SeatsByUser;
  /** `_id` of the membership of a user, if they still have one. */
  teammateOf: (idUser: string) => string | undefined;
}

/** A client may replace the bot within this time before the queue looks for a human (contract 20 section 5, line 16). */
const botPauseMs = 5_000;

/** Reasons after which routing does not assign the request to the same human again. */
const notedReasons: ReadonlySet<LeaveReason> = new Set(['left', 'removed', 'no_answer', 'teammate_removed']);

/** **L**: `members` leave. Does not change the status. */
export function leave(
  draft: ChangeDraft,
  members: readonly string[],
  how: { reason: LeaveReason; source: string; teammateOf?: MoveFacts['teammateOf'] },
): void {
  if (members.length === 0) return;
  const { reason, source } = how;
  const { next } = draft;
  next.participants = next.participants.filter((member) => !members.includes(member));
  if (members.some((member) => !isBot(member))) next.untouched = false;
  for (const member of members) {
    draft.events.push(pendingEvent(requestParticipantLeft, { member, memberType: typeOf(member), source, reason }));
    draft.lines.push({ key: 'MEMBER_LEFT_GROUP', member });
  }
  for (const member of members.filter((id) => !isBot(id))) {
    draft.events.push(pendingEvent(requestUnassigned, { member, reason, source }));
    const teammate = how.teammateOf?.(member);
    if (notedReasons.has(reason) && teammate) {
      next.abandonedBy = { ...next.abandonedBy, [teammate]: draft.at.getTime() };
    }
  }
}

export interface EnterOptions {
  source: string;
  assignmentType: AssignmentType;
  decision?: DecisionView;
  previousAssigneeId?: string | null;
  removedParticipants?: string[];
  /** Without service lines, as at creation. */
  silent?: boolean;
}

/** **J**: `members` enter and the request is served. */
export function enter(draft: ChangeDraft, members: readonly string[], how: EnterOptions): void {
  const { next } = draft;
  next.participants = [...next.participants, ...members];
  next.status = RequestStatus.served;
  next.assignedAt = draft.at;
  next.queueAfter = null;
  if (members.some((member) => !isBot(member))) {
    next.untouched = false;
    wakeOn(draft, 'person');
  }
  for (const member of members) {
    const joined = { member, memberType: typeOf(member), source: how.source } as const;
    // For a human, the event of the assignment carries the decision.
    draft.events.push(pendingEvent(requestParticipantJoined, joined, isBot(member) ? how.decision : undefined));
    if (!how.silent) draft.lines.push({ key: 'MEMBER_JOINED_GROUP', member });
  }
  for (const member of members.filter((id) => !isBot(id))) assign(draft, member, how);
}

/** A human becomes the assignee. */
export function assign(draft: ChangeDraft, member: string, how: EnterOptions): void {
  const { source, assignmentType, decision, previousAssigneeId = null, removedParticipants = [] } = how;
  draft.next.humanServed = true;
  draft.events.push(
    pendingEvent(requestAssigned, {
      assigneeId: member,
      assigneeType: 'user',
      assignmentType,
      previousAssigneeId,
      removedParticipants,
      source,
      decision,
    }),
  );
  if (!how.silent) draft.lines.push({ key: 'TOUCHING_OPERATOR', member });
}

/** Lines 10 and 11: a human or bot is added. A human makes the bots leave, in the same change. */
export function add(current: SupportRequest, joiner: Joiner, by: Mover, facts: MoveFacts): Change {
  refuseClosed(current);
  if (current.participants.includes(joiner.member)) return unchanged(current);

  const draft = begin(current, facts.at);
  const bots = isBot(joiner.member) ? [] : botsOf(current);
  const over = takeSeats(draft, [joiner], by, facts.seats);
  enter(draft, [joiner.member], {
    source: 'participants',
    assignmentType: joiner.member === by.id ? 'self_join' : 'manual_reassign',
    decision: explicitDecision('explicit', joiner.member, over),
    previousAssigneeId: humansOf(current).at(-1) ?? null,
    removedParticipants: bots,
  });
  leave(draft, bots, { reason: 'bot_yields', source: 'participants' });
  return finish(draft, 'addParticipant');
}

/** Take a request no human serves. @throws already_claimed, the details of the winner being added by the operation */
export function claim(current: SupportRequest, joiner: Joiner, facts: MoveFacts): Change {
  refuseClosed(current);
  const humans = humansOf(current);
  if (humans.includes(joiner.member)) return unchanged(current);
  if (humans.length > 0) throw requestErrors.already_claimed();

  const draft = begin(current, facts.at);
  const bots = botsOf(current);
  takeSeats(draft, [joiner], { id: joiner.member, supervisor: false }, facts.seats);
  enter(draft, [joiner.member], {
    source: 'claim',
    assignmentType: 'self_join',
    decision: explicitDecision('claim', joiner.member, false),
    removedParticipants: bots,
  });
  leave(draft, bots, { reason: 'bot_yields', source: 'claim' });
  return finish(draft, 'claimRequest');
}

/** Lines 12 and 13: replaces all participants. */
export function set(
  current: SupportRequest,
  joiners: readonly Joiner[],
  by: Mover,
  facts: MoveFacts,
  how: { source: string; comment: string; assignmentType: AssignmentType } = {
    source: 'participants',
    comment: 'setParticipants',
    assignmentType: 'manual_reassign',
  },
): Change {
  refuseClosed(current);
  const wanted = joiners.map((joiner) => joiner.member);
  const going = current.participants.filter((member) => !wanted.includes(member));
  const coming = joiners.filter((joiner) => !current.participants.includes(joiner.member));
  if (going.length === 0 && coming.length === 0) return unchanged(current);
  if (wanted.length === 0) return empty(current, facts);

  const draft = begin(current, facts.at);
  const over = takeSeats(draft, coming, by, facts.seats);
  leave(draft, going, { reason: 'replaced', source: how.source });
  const entering = {
    source: how.source,
    decision: explicitDecision('explicit', coming[0]?.member, over),
    previousAssigneeId: humansOf(current).at(-1) ?? null,
    removedParticipants: going,
  };
  if (coming.length > 0) {
    const self = coming.length === 1 && coming[0]?.member === by.id;
    const members = coming.map((joiner) => joiner.member);
    enter(draft, members, { ...entering, assignmentType: self ? 'self_join' : how.assignmentType });
  }
  return finish(draft, how.comment);
}

function empty(current: SupportRequest, facts: MoveFacts): Change {
  const draft = begin(current, facts.at);
  emptyOn(draft, facts.teammateOf);
  return finish(draft, 'setParticipants');
}

/** Line 13 as part of another operation's change. */
export function emptyOn(draft: ChangeDraft, teammateOf: MoveFacts['teammateOf']): void {
  const before = draft.next.participants;
  leave(draft, before, { reason: 'removed', source: 'participants', teammateOf });
  becomeUnserved(draft, before);
}

/** Lines 14 to 16: one participant leaves. On a closed request this only shortens the list. */
export function remove(
  current: SupportRequest,
  member: string,
  how: { reason: LeaveReason; source: string; comment: string },
  facts: MoveFacts,
): Change {
  if (!current.participants.includes(member)) return unchanged(current);

  const draft = begin(current, facts.at);
  const open = current.status !== RequestStatus.closed;
  const { teammateOf } = facts;
  leave(draft, [member], { reason: how.reason, source: how.source, ...(open && { teammateOf }) });
  if (open && draft.next.participants.length === 0) becomeUnserved(draft, current.participants);
  return finish(draft, how.comment);
}

/** @param before participants until now */
function becomeUnserved(draft: ChangeDraft, before: readonly string[]): void {
  draft.next.status = RequestStatus.unserved;
  draft.next.queueAfter = before.every(isBot) ? new Date(draft.at.getTime() + botPauseMs) : null;
}

/**
 * Refuses an assignment that would exceed a limit, unless a supervisor makes it.
 * @returns whether a supervisor has exceeded a limit
 */
export function takeSeats(draft: ChangeDraft, joiners: readonly Joiner[], by: Mover, seats: SeatsByUser): boolean {
  const { next } = draft;
  if (next.draft || next.workingStatus === 'pending') return false;
  const full = joiners.filter(
    ({ member, limit }) => !isBot(member) && limit !== null && (seats.get(member)?.held ?? 0) >= limit,
  );
  const [first] = full;
  if (first && !by.supervisor) {
    const held = seats.get(first.member)?.held ?? 0;
    throw requestErrors.capacity_reached({ limit: first.limit, held, conflict: next.id });
  }
  if (!by.supervisor) for (const { member, limit } of joiners) requireLimit(draft, member, limit);
  return full.length > 0;
}

/** Has the database check the limit of the member when the seat is stored. */
export function requireLimit(draft: ChangeDraft, member: string, limit: number | null): void {
  if (limit !== null) draft.limits = { ...draft.limits, [member]: limit };
}

export function explicitDecision(rule: string, winner: string | undefined, over: boolean): DecisionView {
  return { rule, ...(winner && { winner }), ...(over && { over_capacity: true }) };
}

export function refuseClosed(current: SupportRequest): void {
  if (current.status === RequestStatus.closed) {
    throw requestErrors.request_closed({ conflict: current.id, hint: 'Reopen the request first.' });
  }
}

function typeOf(member: string): 'agent' | 'bot' {
  return isBot(member) ? 'bot' : 'agent';
}
