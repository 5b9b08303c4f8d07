import { AppError } from '@parley/contracts';

import type { Outcome } from '../engine/outcome.ts';
import type { MessageInTurn, RequestInTurn } from '../engine/turn-draft.ts';

/** A message that a bot has yet to answer. */
export interface NewTurn {
  projectId: string;
  /** `_id` of the message, and of the turn. */
  id: string;
  botId: string;
  seq: number;
  /** Told of long after it was written: the services were apart. */
  late: boolean;
  message: MessageInTurn;
  about: MessageContext;
  depth: number;
  correlationId: string;
  causationId: string;
  messageAt: Date;
}

/** The request as of the message, and whose the message is. */
interface MessageContext {
  request: RequestInTurn;
  fromRequester: boolean;
}

/** A turn that somebody has taken. */
export interface Turn extends NewTurn {
  /** `_id` of the request. */
  request: string;
  requestId: string;
  plan: Outcome | null;
  /** 1 for the first one. */
  attempt: number;
  receivedAt: Date;
}

/** What a call is made for: the message, and its event with the depth that it stands at. */
export function originOf({ id, requestId, causationId, depth }: Turn) {
  return { messageId: id, requestId, event: causationId, depth: depth - 1 };
}

/** Which messages of a request have been heard of. Events come in their order, unless something went wrong on the way. */
export interface SeenMessages {
  /** Up to here all; unknown before the first one. */
  upto: number | null;
  above: readonly number[];
}

/** The same, and one more. */
export function withSeen({ upto, above }: SeenMessages, seq: number): SeenMessages {
  if (upto === null) return { upto: seq, above: [] };
  const known = new Set([...above, seq]);
  let last = upto;
  while (known.has(last + 1)) last += 1;
  return { upto: last, above: [...known].filter((one) => one > last).sort((one, other) => one - other) };
}

/** An event that is missing is found by now, or was never for us. */
const gapTimeoutMs = 6_000;

/** When a turn may begin: at once, unless an earlier message may still be on its way. */
export function dueAt({ upto }: SeenMessages, seq: number, now: Date): Date {
  const isNext = upto === null || seq <= upto + 1;
  return isNext ? now : new Date(now.getTime() + gapTimeoutMs);
}

interface Retry {
  retryInMs: number;
  /** Somebody else was away: the attempt does not count. */
  isFree: boolean;
}

const maxFailedAttempts = 3;
/** A process that dies in every attempt has no errors to count. */
const maxCrashedAttempts = 6;

/** What becomes of a turn that failed. Source: contract 60 section 7.7. */
export function afterFailure(error: unknown, attempt: number): Retry | 'dropped' | 'troubled' {
  if (error instanceof AppError) {
    if (refusals.has(error.code)) return 'dropped';
    if (error.kind === 'unavailable') return { retryInMs: 1_000, isFree: true };
  }
  if (attempt >= maxFailedAttempts) return 'troubled';
  return { retryInMs: attempt === 1 ? 1_000 : 5_000, isFree: false };
}

export function hasExhaustedAttempts({ attempt, plan }: Pick<Turn, 'attempt' | 'plan'>): boolean {
  return attempt > maxCrashedAttempts && plan === null;
}

/** The request goes its way without the bot. */
const refusals: ReadonlySet<string> = new Set([
  'not_a_participant',
  'request_closed',
  'request_not_found',
  'bot_budget_exhausted',
]);
