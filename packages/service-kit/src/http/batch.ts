import { AppError, batchErrors, commonErrors } from '@parley/contracts';

import { runInCall } from '../call/call.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../observability/log.ts';
import { onceForItem } from './idempotency.ts';

/** Several calls in one, each of them done as if it had been made alone. */
export interface Batch<Item, Answer extends object> {
  items: readonly Item[];
  /** Identifies an item under the call's Idempotency-Key. */
  idOf(item: Item, index: number): string;
  /** Items of the same key are done one after the other, in their order. */
  orderBy?(item: Item): string | undefined;
  /** Does one item, in a transaction of its own. A refusal is an AppError. */
  run(item: Item, index: number): Promise<Answer>;
  /** What a refused item is answered. */
  refused(error: AppError, item: Item, index: number): Answer;
}

interface BatchResources {
  db: Database;
  log: Logger;
}

/** A few at once, so that one call does not take all connections of the process. */
const atOnce = 8;
/** The gateway gives up after 30 s; what has begun by then needs its time as well. */
const beginningMs = 20_000;

/**
 * Does all items of a batch, eight at a time, and answers in their order. A refused item refuses no other; what has not begun
 * after 20 s is `not_attempted`. Source: contract 82 section 9.
 * @param now in ms
 */
export async function runBatch<Item, Answer extends object>(
  { db, log }: BatchResources,
  { items, idOf, orderBy, run, refused }: Batch<Item, Answer>,
  now: () => number = () => performance.now(),
): Promise<Answer[]> {
  const until = now() + beginningMs;
  const answers: Answer[] = [];
  const answerOf = async (item: Item, index: number): Promise<Answer> => {
    try {
      if (now() >= until) throw batchErrors.not_attempted();
      return await onceForItem(db, idOf(item, index), () => run(item, index));
    } catch (error) {
      return refused(refusalOf(error, log), item, index);
    }
  };
  const waiting = items.entries();
  const last = new Map<string | undefined, Promise<unknown>>();
  const worker = async () => {
    for (const [index, item] of waiting) {
      const key = orderBy?.(item);
      const earlier = key === undefined ? undefined : last.get(key);
      const answering = earlier ? earlier.then(() => answerOf(item, index)) : answerOf(item, index);
      last.set(key, answering);
      answers[index] = await answering;
    }
  };
  // A version that the caller names is that of one record.
  await runInCall({ ifMatch: undefined }, () => Promise.all(Array.from({ length: atOnce }, worker)));
  return answers;
}

/** A bug in one item is the 500 of that item, and logged like any other. */
function refusalOf(error: unknown, log: Logger): AppError {
  if (error instanceof AppError) return error;
  log.error({ err: error }, 'an item of a batch failed');
  return commonErrors.internal({}, error);
}
