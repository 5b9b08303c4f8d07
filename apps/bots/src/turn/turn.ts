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
  /** The event arrived long after the message was written, because of an outage. */
  late: boolean;
  message: MessageInTurn;
  about: MessageContext;
  depth: number;
  correlationId: string;
  causationId: string;
  messageAt: Date;
}

/** The request as of the message, and whether the requester wrote it. */
interface MessageContext {
  request: RequestInTurn;
  fromRequester: boolean;
}

/** A leased turn. */
export interface Turn extends NewTurn {
  /** `_id` of the request. */
  request: string;
  requestId: string;
  plan: Outcome | null;
  /** 1 for the first one. */
  attempt: number;
  receivedAt: Date;
}

/** The cause of a call: the message, its event and its causation depth. */
export function originOf({ id, requestId, causationId, depth }: Turn) {
  return { messageId: id, requestId, event: causationId, depth: depth - 1 };
}

/** The messages of a request whose events have arrived; usually in order. */
export interface SeenMessages {
  /** High-water mark: all messages up to this `seq`; `null` before the first one. */
  upto: number | null;
  above: readonly number[];
}

/** Adds a message and advances the high-water mark over closed gaps. */
export function withSeen({ upto, above }: SeenMessages, seq: number): SeenMessages {
  if (upto === null) return { upto: seq, above: [] };
  const known = new Set([...above, seq]);
  let last = upto;
  while (known.has(last + 1)) last += 1;
  return { upto: last, above: [...known].filter((one) => one > last).sort((one, other) => one - other) };
}

/** By then a missing event has arrived, or does not concern this service. */
const gapTimeoutMs = 6_000;

/** A turn is due at once, unless the event of an earlier message may still arrive. */
export function dueAt({ upto }: SeenMessages, seq: number, now: Date): Date {
  const isNext = upto === null || seq <= upto + 1;
  return isNext ? now : new Date(now.getTime() + gapTimeoutMs);
}

interface Retry {
  retryInMs: number;
  /** The attempt does not count: another service was unavailable. */
  isFree: boolean;
}

const maxFailedAttempts = 3;
/** A process that crashes in every attempt records no errors. */
const maxCrashedAttempts = 6;

/** The next step after a failed turn. Source: contract 60 section 7.7. */
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

/** Refusals after which the request goes on without the bot. */
const refusals: ReadonlySet<string> = new Set([
  'not_a_participant',
  'request_closed',
  'request_not_found',
  'bot_budget_exhausted',
  'channel_window_closed',
]);
