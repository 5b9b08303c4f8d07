import { isOpen, RequestStatus } from '@parley/contracts';
import { refuseClosed } from '../participant/membership.ts';
import { begin, type Change, finish, type Story } from '../request-state/change.ts';
import type { TextCommand } from '../request-state/content.ts';
import { firstTextOf, type NewMessage } from '../request-state/message.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import { routeOn } from '../routing/routing.ts';
import type { Facts } from './facts.ts';
import { closeOn, refuseLate, reopenOn } from './lifecycle.ts';

/** A message and what it does to its request. */
export interface Incoming {
  message: NewMessage;
  command?: TextCommand | undefined;
  /** Off: does not count against the budget of a bot. */
  counted?: boolean;
}

/** Lines 5 and 6 of contract 20 section 5, and the commands at the end of a text. */
export function receive(current: SupportRequest, incoming: readonly Incoming[], facts: Facts): Change {
  const story = begin(current, facts.at);
  for (const one of incoming) receiveOne(story, one, facts);
  return finish(story, 'sendMessage');
}

/** A message as a part of another operation's change. */
export function receiveOne(story: Story, { message, command, counted = true }: Incoming, facts: Facts): void {
  story.messages.push(message);
  keepTimes(story.next, message, message.imported?.createdAt ?? story.at);
  if (counted || message.side === 'requester') countBots(story.next, message);
  noteAnswer(story.next, message);
  if (!message.imported && message.side === 'requester' && message.audience === 'all')
    answerRequester(story, message, facts);
  if (command) obey(story, command, message.sender, facts);
}

/** Times of contract 20 section 8: each set once, never reset. */
export function keepTimes(next: SupportRequest, { side, audience }: NewMessage, at: Date): void {
  if (audience !== 'all') return;
  if (side === 'requester') {
    next.requesterFirstAt ??= at;
    return;
  }
  if (side === 'human' || side === 'bot') next.firstResponseAt ??= at;
  if (side === 'human') {
    const asked = next.requesterFirstAt ?? next.createdAt;
    next.waitingTime ??= Math.max(0, at.getTime() - asked.getTime());
  }
}

/** Whom routing has chosen has answered; others may answer for him, and he has not. */
function noteAnswer(next: SupportRequest, { side, audience, sender, imported }: NewMessage): void {
  if (imported || side !== 'human' || audience !== 'all') return;
  if (next.participants.includes(sender)) next.untouched = false;
}

function countBots(next: SupportRequest, { side, imported }: NewMessage): void {
  if (imported) return;
  if (side === 'bot') next.botStreak += 1;
  else if (side === 'requester') next.botStreak = 0;
}

/** The requester has said something: a talk that slept wakes up. */
function answerRequester(story: Story, message: NewMessage, facts: Facts): void {
  const { next } = story;
  if (!isOpen(next.status)) {
    const reopening = facts.reopening(next);
    refuseLate(next, reopening.roster.reopenWindowHours, story.at);
    reopenOn(story, reopening, 'sendMessage');
  }
  if (next.workingStatus === 'pending') next.workingStatus = 'open';
  if (!next.preflight) return;

  next.preflight = false;
  next.firstText = firstTextOf(message);
  next.waitingSince = story.at;
  if (next.participants.length > 0) return;
  const { roster, ...pass } = facts.routing(next.departmentId);
  routeOn(story, roster, { nobot: false, source: 'message', comment: 'sendMessage' }, pass);
}

/** A command at the end of a text. */
export function obey(story: Story, command: TextCommand, sender: string, facts: Facts): void {
  const { next } = story;
  if (command === 'close') {
    if (next.status !== RequestStatus.closed) closeOn(story, sender);
    return;
  }
  refuseClosed(next);
  if (humansOf(next).length > 0) return;
  const { roster, ...pass } = facts.routing(next.departmentId);
  routeOn(story, roster, { nobot: true, source: 'agent', comment: 'sendMessage' }, pass);
}
