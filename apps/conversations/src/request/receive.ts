import { isOpen, messageErrors, RequestStatus, requestErrors } from '@parley/contracts';
import { type Mention, mentionOn } from '../mention/mentions.ts';
import { refuseClosed } from '../participant/membership.ts';
import { begin, type Change, type ChangeDraft, finish } from '../request-state/change.ts';
import { refuseOutsideWindow } from '../request-state/channel-window.ts';
import type { TextCommand } from '../request-state/content.ts';
import { firstTextOf, type NewMessage } from '../request-state/message.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import { routeOn } from '../routing/routing.ts';
import { wakeOn, wakesOnReply } from '../snooze/snooze.ts';
import { type Facts, type Needs, noNeeds, reopeningNeeds } from './facts.ts';
import { closeOn, refuseAfterWindow, reopenOn } from './lifecycle.ts';

/** Messages that bots may send without an answer of the requester. */
const botBudget = 30;

/** A message and its effect on the request. */
export interface Incoming {
  message: NewMessage;
  command?: TextCommand | undefined;
  mention?: Mention | undefined;
  /** `false`: does not count against the budget of a bot. */
  counted?: boolean;
}

/** Lines 5 and 6 of contract 20 section 5, and the commands at the end of a text. */
export function receive(current: SupportRequest, incoming: readonly Incoming[], facts: Facts): Change {
  const draft = begin(current, facts.at);
  for (const one of incoming) receiveOne(draft, one, facts);
  return finish(draft, 'sendMessage');
}

/** A message as part of another operation's change. */
export function receiveOne(
  draft: ChangeDraft,
  { message, command, mention, counted = true }: Incoming,
  facts: Facts,
): void {
  refuseMerged(draft.next, message);
  refuseOutsideWindow(draft.next, message, draft.at);
  draft.messages.push(message);
  if (mention) mentionOn(draft, mention);
  recordResponseTimes(draft.next, message, message.imported?.createdAt ?? draft.at);
  recordPerson(draft, message);
  if (counted || message.side === 'requester') countBotStreak(draft.next, message);
  recordAnswer(draft.next, message);
  if (isAnswer(message)) answerRequester(draft, message, facts);
  if (command) runCommand(draft, command, message.sender, facts);
}

/** The team has to answer in the request into which this one was merged. @throws request_merged */
function refuseMerged({ id, mergedInto }: SupportRequest, { side, imported }: NewMessage): void {
  if (!mergedInto || imported || (side !== 'human' && side !== 'bot')) return;
  throw requestErrors.request_merged({ conflict: id, into: mergedInto.request_id });
}

/** The message that opens a request, once the opening has stored and routed it. */
export function receiveFirst(draft: ChangeDraft, { message, command, mention }: Incoming, facts: Facts): void {
  recordResponseTimes(draft.next, message, facts.at);
  recordPerson(draft, message);
  if (mention) mentionOn(draft, mention);
  if (command) runCommand(draft, command, message.sender, facts);
}

/** What `receive` needs. A message may close the request that the next one reopens. */
export function receiveNeeds(
  current: SupportRequest,
  incoming: readonly Pick<Incoming, 'message' | 'command'>[],
): Needs {
  const routing = { routing: [current.departmentId] };
  let needs = noNeeds;
  let mayBeClosed = !isOpen(current.status);
  for (const { message, command } of incoming) {
    if (isAnswer(message) && (mayBeClosed || mayMoveOnWaking(current))) return reopeningNeeds(current);
    if (isAnswer(message) && current.preflight && current.participants.length === 0) needs = routing;
    if (command === 'agent' && humansOf(current).length === 0) needs = routing;
    if (command === 'close') mayBeClosed = true;
  }
  return needs;
}

/** A visible message of the requester. */
function isAnswer({ imported, automated, side, audience }: NewMessage): boolean {
  return !imported && !automated && side === 'requester' && audience === 'all';
}

/** Times of contract 20 section 8: each set once, never reset. */
function recordResponseTimes(next: SupportRequest, { side, audience, automated }: NewMessage, at: Date): void {
  if (automated || audience !== 'all') return;
  if (side === 'requester') {
    next.requesterFirstAt ??= at;
    return;
  }
  if (side === 'human' || side === 'bot') next.firstResponseAt ??= at;
  const asked = next.requesterFirstAt ?? (isOpenedByTeam(next) ? null : next.createdAt);
  if (side === 'human' && asked) next.waitingTime ??= Math.max(0, at.getTime() - asked.getTime());
}

/** Who wrote last; a time never runs against the order of the messages. */
function recordPerson({ next, at }: ChangeDraft, { side, audience, imported, automated }: NewMessage): void {
  if (imported || automated || audience !== 'all') return;
  const time = at > next.updatedAt ? at : next.updatedAt;
  if (side === 'requester') next.lastRequesterAt = time;
  if (side === 'human') next.lastTeamAt = time;
}

/** By its first message: the requester waits for nothing until they have written. */
function isOpenedByTeam({ createdAt, firstResponseAt }: SupportRequest): boolean {
  return firstResponseAt?.getTime() === createdAt.getTime();
}

/** Only a visible message of a human participant counts as the answer to an assignment. */
function recordAnswer(next: SupportRequest, { side, audience, sender, imported, automated }: NewMessage): void {
  if (imported || automated || side !== 'human' || audience !== 'all') return;
  if (next.participants.includes(sender)) next.untouched = false;
}

function countBotStreak(next: SupportRequest, { side, imported, automated }: NewMessage): void {
  // A machine's answers must not let a bot speak without end.
  if (imported || automated) return;
  if (side === 'bot') next.botStreak += 1;
  else if (side === 'requester') next.botStreak = 0;
}

/** Bots may say nothing more until the requester answers. */
export const isExhausted = ({ botStreak }: SupportRequest): boolean => botStreak >= botBudget;

/** @throws bot_budget_exhausted */
export function refuseExhausted(current: SupportRequest): void {
  if (isExhausted(current)) throw messageErrors.bot_budget_exhausted();
}

/** A visible message of the requester reopens a closed request, ends `pending`, and routes one in preflight. */
function answerRequester(draft: ChangeDraft, message: NewMessage, facts: Facts): void {
  const { next } = draft;
  if (!isOpen(next.status)) {
    const reopening = facts.reopening(next);
    refuseAfterWindow(next, reopening.routingContext.reopenWindowHours, draft.at);
    reopenOn(draft, reopening, 'sendMessage');
  }
  if (next.workingStatus === 'pending') next.workingStatus = 'open';
  if (wakesOnReply(next)) wakeByReply(draft, facts);
  if (!next.preflight) return;

  next.preflight = false;
  next.firstText = firstTextOf(message);
  next.waitingSince = draft.at;
  if (next.participants.length > 0) return;
  const { routingContext, ...pass } = facts.routing(next.departmentId);
  routeOn(draft, routingContext, { nobot: false, source: 'message', comment: 'sendMessage' }, pass);
}

/** It is snoozed until the requester writes, and its agent may be unavailable by then. */
const mayMoveOnWaking = (request: SupportRequest): boolean => wakesOnReply(request) && humansOf(request).length > 0;

/** A request without an available agent goes to one who is available. Source: contract 25 section 7. */
function wakeByReply(draft: ChangeDraft, facts: Facts): void {
  const { next } = draft;
  const isMovable = mayMoveOnWaking(next);
  wakeOn(draft, 'reply');
  if (!isMovable) return;
  const { people, routingContext, ...pass } = facts.reopening(next);
  if (humansOf(next).some((human) => people.get(human)?.available)) return;
  routeOn(draft, routingContext, { nobot: true, source: 'message', comment: 'sendMessage' }, pass);
}

/** Runs a command at the end of a text. */
export function runCommand(draft: ChangeDraft, command: TextCommand, sender: string, facts: Facts): void {
  const { next } = draft;
  if (command === 'close') {
    if (next.status !== RequestStatus.closed) closeOn(draft, sender);
    return;
  }
  refuseClosed(next);
  if (humansOf(next).length > 0) return;
  const { routingContext, ...pass } = facts.routing(next.departmentId);
  routeOn(draft, routingContext, { nobot: true, source: 'agent', comment: 'sendMessage' }, pass);
}
