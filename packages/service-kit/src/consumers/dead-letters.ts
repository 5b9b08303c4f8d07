import { AppError, type EventEnvelope } from '@parley/contracts';

import type { Database } from '../database/database.ts';
import { EventSchemaMismatch } from './subscription.ts';

/** A dead letter as the operations port shows it: without the event's data, which may be personal. */
export interface DeadLetter {
  id_project: string;
  consumer: string;
  event_id: string;
  type: string;
  error: string;
  attempts: number;
  failed_at: Date;
  last_attempt_at: Date;
}

const shown = 'id_project, consumer, event_id, type, error, attempts, failed_at, last_attempt_at';

/**
 * Stores an event that a consumer cannot handle, and marks its inbox row so that further deliveries are skipped. Does nothing when
 * another delivery has succeeded meanwhile. Source: contract 50 section 3.4.
 * @returns whether it is a dead letter now
 */
export function moveToDeadLetters(
  db: Database,
  consumer: string,
  { event, text, attempts, error }: { event: EventEnvelope; text: string; attempts: number; error: unknown },
): Promise<boolean> {
  const key = [event.idproject, consumer, event.id];
  return db.transaction(async () => {
    const marked = await db.query(
      `insert into inbox (id_project, consumer, event_id, state) values ($1, $2, $3, 'dead')
        on conflict do nothing returning 1`,
      key,
    );
    if (marked.length === 0) return false;
    await db.query(
      `insert into dead_letter (id_project, consumer, event_id, type, event, error, attempts)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [...key, event.type, text, describe(error), attempts],
    );
    return true;
  });
}

/** Newest first. */
export function listDeadLetters(
  db: Database,
  filter: { consumer?: string; type?: string; since?: Date; limit?: number },
): Promise<DeadLetter[]> {
  return db.query<DeadLetter>(
    `select ${shown} from dead_letter
      where ($1::text is null or consumer = $1) and ($2::text is null or type = $2)
        and ($3::timestamptz is null or failed_at >= $3)
      order by failed_at desc, event_id desc limit $4`,
    [filter.consumer, filter.type, filter.since, filter.limit ?? 200],
  );
}

/** Of one event, in any consumer of this service. */
export function deadLettersOf(db: Database, eventId: string): Promise<DeadLetter[]> {
  return db.query<DeadLetter>(`select ${shown} from dead_letter where event_id = $1`, [eventId]);
}

/** Of one consumer, given up between two times, oldest first. */
export function deadLettersBetween(
  db: Database,
  { consumer, from, to, limit }: { consumer: string; from: Date; to: Date; limit: number },
): Promise<DeadLetter[]> {
  return db.query<DeadLetter>(
    `select ${shown} from dead_letter where consumer = $1 and failed_at between $2 and $3
      order by failed_at, event_id limit $4`,
    [consumer, from, to, limit],
  );
}

/**
 * Handles a dead letter again under the same inbox key: the effect, the inbox row and the deletion of the letter are one
 * transaction.
 * @returns false when it is no longer there
 */
export async function redrive(
  db: Database,
  letter: DeadLetter,
  handle: (event: EventEnvelope) => Promise<void>,
): Promise<boolean> {
  const key = [letter.id_project, letter.consumer, letter.event_id];
  const here = 'id_project = $1 and consumer = $2 and event_id = $3';
  try {
    return await db.transaction(async () => {
      const [gone] = await db.query<{ event: string }>(`delete from dead_letter where ${here} returning event`, key);
      if (gone === undefined) return false;
      await db.query(`update inbox set state = 'done', handled_at = now() where ${here}`, key);
      await handle(JSON.parse(gone.event));
      return true;
    });
  } catch (error) {
    await db.query(
      `update dead_letter set attempts = attempts + 1, last_attempt_at = now(), error = $4 where ${here}`,
      [...key, describe(error)],
    );
    throw error;
  }
}

/**
 * What went wrong, without personal data: messages of drivers and handlers quote values, so only names, codes and places of
 * the code are kept. The log has the rest, cleaned.
 */
function describe(error: unknown): string {
  if (error instanceof EventSchemaMismatch) return `${error.name}: ${error.message}`;
  if (error instanceof AppError) return `${error.name}: ${error.code}`;
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`${error.name}${code}`, ...frames.slice(0, 5)].join('\n');
}
