import type { EventEnvelope } from '@parley/contracts';

import { runInCall } from '../call/call.ts';
import type { Database, Statement } from '../database/database.ts';

const note: Statement = {
  name: 'inbox_note',
  text: `insert into inbox (id_project, consumer, event_id)
    select id_project, $2, event_id from unnest($1::text[], $3::text[]) noted(id_project, event_id)
    on conflict do nothing returning event_id`,
};

/**
 * Runs `effect` for those of `events` that the consumer has not handled before: effects and inbox rows are one transaction. A second
 * delivery at the same time waits here for the first. Source: contract 50 section 3.3.
 * @returns the ids of those whose effect was made
 */
export function handleOnce(
  db: Database,
  consumer: string,
  events: readonly EventEnvelope[],
  effect: (fresh: ReadonlySet<string>) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const projects = events.map(({ idproject }) => idproject);
  const ids = events.map(({ id }) => id);
  return db.transaction(async () => {
    const rows = await db.query<{ event_id: string }>(note, [projects, consumer, ids]);
    const fresh = new Set(rows.map((row) => row.event_id));
    if (fresh.size > 0) await effect(fresh);
    return fresh;
  });
}

/** Which of `events` the consumer is done with, handled or given up: their ids. */
export async function inboxOf(
  db: Database,
  consumer: string,
  events: readonly { idProject: string; id: string }[],
): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const ids = [events.map(({ idProject }) => idProject), events.map(({ id }) => id)];
  const rows = await db.query<{ event_id: string }>(held, [consumer, ...ids]);
  return new Set(rows.map((row) => row.event_id));
}

const held: Statement = {
  name: 'inbox_held',
  text: `select event_id from inbox join unnest($2::text[], $3::text[]) asked(id_project, event_id) using (id_project, event_id)
    where consumer = $1`,
};

/** Runs `work` as a consequence of `event`: what it records stands one deeper in the chain of causes. */
export function asEffectOf<T>(event: EventEnvelope, consumer: string, work: () => T): T {
  return runInCall(
    {
      requestId: event.correlationid,
      operation: `${consumer}:${event.type}`,
      actor: undefined,
      correlationId: event.correlationid,
      causationId: event.id,
      depth: event.depth + 1,
      traceparent: event.traceparent,
      deadline: undefined,
      ifMatch: undefined,
      ifNoneMatch: undefined,
      idempotency: undefined,
    },
    work,
  );
}
