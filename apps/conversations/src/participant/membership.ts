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

import { begin, type Change, finish, happened, type Story, unchanged } from '../request-state/change.ts';
import { botsOf, humansOf, isBot, type SupportRequest } from '../request-state/request.ts';
import type { SeatBook } from './seats.ts';

/** Somebody who may be put on a request. */
export interface Joiner {
  /** User id or `bot_<id>`. */
  member: string;
  /** Seats he may hold; `null`: any number. */
  limit: number | null;
}

/** Who moves participants, and what the rules must know of the moment. */
export interface Mover {
  /** Principal id, `bot_<id>` or `system`. */
  id: string;
  /** An admin's explicit placement may exceed a limit: a supervisor's word beats it. */
  supervisor: boolean;
}

export interface MoveFacts {
  at: Date;
  seats: SeatBook;
  /** `_id` of the membership of a user, if he still has one. */
  teammateOf: (idUser: string) => string | undefined;
}

/** Milliseconds in which a client may put in another bot before a human is drawn in (contract 20 section 5, line 16). */
const botPauseMs = 5_000;

/** Notes of a leaving human that he had it and went, so that routing does not give it to him again. */
const notedReasons: ReadonlySet<LeaveReason> = new Set(['left', 'removed', 'no_answer', 'teammate_removed']);

/** **L**: `members` go. Does not touch the status. */
export function leave(
  story: Story,
  members: readonly string[],
  how: { reason: LeaveReason; source: string; teammateOf?: MoveFacts['teammateOf'] },
): void {
  if (members.length === 0) return;
  const { reason, source } = how;
  const { next } = story;
  next.participants = next.participants.filter((member) => !members.includes(member));
  if (members.some((member) => !isBot(member))) next.untouched = false;
  for (const member of members) {
    story.events.push(happened(requestParticipantLeft, { member, memberType: typeOf(member), source, reason }));
    story.lines.push({ key: 'MEMBER_LEFT_GROUP', member });
  }
  for (const member of members.filter((id) => !isBot(id))) {
    story.events.push(happened(requestUnassigned, { member, reason, source }));
    const teammate = how.teammateOf?.(member);
    if (notedReasons.has(reason) && teammate) {
      next.abandonedBy = { ...next.abandonedBy, [teammate]: story.at.getTime() };
    }
  }
}

export interface Entering {
  source: string;
  assignmentType: AssignmentType;
  decision?: DecisionView;
  previousAssigneeId?: string | null;
  removedParticipants?: string[];
  /** Creation writes no service line. */
  silent?: boolean;
}

/** **J**: `members` enter and the request is served. */
export function enter(story: Story, members: readonly string[], how: Entering): void {
  const { next } = story;
  next.participants = [...next.participants, ...members];
  next.status = RequestStatus.served;
  next.assignedAt = story.at;
  next.queueAfter = null;
  if (members.some((member) => !isBot(member))) next.untouched = false;
  for (const member of members) {
    const joined = { member, memberType: typeOf(member), source: how.source } as const;
    // Of a human, his assignment says why.
    story.events.push(happened(requestParticipantJoined, joined, isBot(member) ? how.decision : undefined));
    if (!how.silent) story.lines.push({ key: 'MEMBER_JOINED_GROUP', member });
  }
  for (const member of members.filter((id) => !isBot(id))) assign(story, member, how);
}

/** A human becomes responsible for it. */
export function assign(story: Story, member: string, how: Entering): void {
  const { source, assignmentType, decision, previousAssigneeId = null, removedParticipants = [] } = how;
  story.next.humanServed = true;
  story.events.push(
    happened(requestAssigned, {
      assigneeId: member,
      assigneeType: 'user',
      assignmentType,
      previousAssigneeId,
      removedParticipants,
      source,
      decision,
    }),
  );
  if (!how.silent) story.lines.push({ key: 'TOUCHING_OPERATOR', member });
}

/** Lines 10 and 11: a human or bot is added. A human makes the bots leave, in the same change. */
export function add(current: SupportRequest, joiner: Joiner, by: Mover, facts: MoveFacts): Change {
  refuseClosed(current);
  if (current.participants.includes(joiner.member)) return unchanged(current);

  const story = begin(current, facts.at);
  const bots = isBot(joiner.member) ? [] : botsOf(current);
  const over = takeSeats(story, [joiner], by, facts.seats);
  enter(story, [joiner.member], {
    source: 'participants',
    assignmentType: joiner.member === by.id ? 'self_join' : 'manual_reassign',
    decision: explicitDecision('explicit', joiner.member, over),
    previousAssigneeId: humansOf(current).at(-1) ?? null,
    removedParticipants: bots,
  });
  leave(story, bots, { reason: 'bot_yields', source: 'participants' });
  return finish(story, 'addParticipant');
}

/** Take a request no human serves. @throws already_claimed, the details of the winner being added by the operation */
export function claim(current: SupportRequest, joiner: Joiner, facts: MoveFacts): Change {
  refuseClosed(current);
  const humans = humansOf(current);
  if (humans.includes(joiner.member)) return unchanged(current);
  if (humans.length > 0) throw requestErrors.already_claimed();

  const story = begin(current, facts.at);
  const bots = botsOf(current);
  takeSeats(story, [joiner], { id: joiner.member, supervisor: false }, facts.seats);
  enter(story, [joiner.member], {
    source: 'claim',
    assignmentType: 'self_join',
    decision: explicitDecision('claim', joiner.member, false),
    removedParticipants: bots,
  });
  leave(story, bots, { reason: 'bot_yields', source: 'claim' });
  return finish(story, 'claimRequest');
}

/** Lines 12 and 13: exactly these, and nobody else. */
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

  const story = begin(current, facts.at);
  const over = takeSeats(story, coming, by, facts.seats);
  leave(story, going, { reason: 'replaced', source: how.source });
  const entering = {
    source: how.source,
    decision: explicitDecision('explicit', coming[0]?.member, over),
    previousAssigneeId: humansOf(current).at(-1) ?? null,
    removedParticipants: going,
  };
  if (coming.length > 0) {
    const self = coming.length === 1 && coming[0]?.member === by.id;
    const members = coming.map((joiner) => joiner.member);
    enter(story, members, { ...entering, assignmentType: self ? 'self_join' : how.assignmentType });
  }
  return finish(story, how.comment);
}

function empty(current: SupportRequest, facts: MoveFacts): Change {
  const story = begin(current, facts.at);
  emptyOn(story, facts.teammateOf);
  return finish(story, 'setParticipants');
}

/** Line 13 as a part of another operation's change. */
export function emptyOn(story: Story, teammateOf: MoveFacts['teammateOf']): void {
  const before = story.next.participants;
  leave(story, before, { reason: 'removed', source: 'participants', teammateOf });
  becomeUnserved(story, before);
}

/** Lines 14 to 16: one goes. On a closed request this only shortens the list. */
export function remove(
  current: SupportRequest,
  member: string,
  how: { reason: LeaveReason; source: string; comment: string },
  facts: MoveFacts,
): Change {
  if (!current.participants.includes(member)) return unchanged(current);

  const story = begin(current, facts.at);
  const open = current.status !== RequestStatus.closed;
  const { teammateOf } = facts;
  leave(story, [member], { reason: how.reason, source: how.source, ...(open && { teammateOf }) });
  if (open && story.next.participants.length === 0) becomeUnserved(story, current.participants);
  return finish(story, how.comment);
}

/** @param before who participated until now */
function becomeUnserved(story: Story, before: readonly string[]): void {
  story.next.status = RequestStatus.unserved;
  story.next.queueAfter = before.every(isBot) ? new Date(story.at.getTime() + botPauseMs) : null;
}

/**
 * Refuses a placement that would lift `held` above the limit, unless a supervisor makes it.
 * @returns whether a limit was exceeded on a supervisor's word
 */
export function takeSeats(story: Story, joiners: readonly Joiner[], by: Mover, seats: SeatBook): boolean {
  const { next } = story;
  if (next.draft || next.workingStatus === 'pending') return false;
  const full = joiners.filter(
    ({ member, limit }) => !isBot(member) && limit !== null && (seats.get(member)?.held ?? 0) >= limit,
  );
  const [first] = full;
  if (first && !by.supervisor) {
    const held = seats.get(first.member)?.held ?? 0;
    throw requestErrors.capacity_reached({ limit: first.limit, held, conflict: next.id });
  }
  if (!by.supervisor) for (const { member, limit } of joiners) keepLimit(story, member, limit);
  return full.length > 0;
}

/** The seat he takes in this change is within his limit, as the database will see it. */
export function keepLimit(story: Story, member: string, limit: number | null): void {
  if (limit !== null) story.limits = { ...story.limits, [member]: limit };
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
