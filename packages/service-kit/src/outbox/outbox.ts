import type { Actor, Aggregate, DomainEvent, RuleActor } from '@parley/contracts';

import { currentCall } from '../call/call.ts';
import { CommitNotifications } from '../database/commit-notifications.ts';
import type { Database, Statement } from '../database/database.ts';
import { type NewEvent, type OutboxRow, toOutboxRow } from './envelope.ts';

const columns = 'id_project text, id text, partition_key text, shard smallint, type text, head text, tail text';

/**
 * SQL that reads rows of `outboxRows` from a parameter.
 * @param parameter place of `JSON.stringify(outboxRows(…))`, like `$3`
 */
export function outboxRecords(parameter: string): string {
  return `select * from json_to_recordset(${parameter}::json) as outbox_record (${columns})`;
}

/** SQL of the sequence to draw from, once the transaction has its id: the commit horizon rests on that. */
export const sequenceOnceIdentified = `case when pg_current_xact_id() is not null then 'outbox_seq'::regclass end`;

/** The database's clock is the only one: that of a process may be wrong. */
const eventTime = `to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL that records events, for a statement that makes its change and announces it in one round trip:
 * ``with changed as (update … returning 1), announced as (${outboxInsert(`select r.* from (${outboxRecords('$3')}) r
 * where exists (select from changed)`)}) …``. The `exists` is needed twice: no change, no event; and the sequence is drawn
 * after the row is locked, so that it grows within the partition key.
 *
 * The transaction that runs it calls `notifyOutboxWritten` afterwards.
 * @param source a query with the columns of `OutboxRow`
 */
export function outboxInsert(source: string): string {
  return `insert into outbox (id_project, id, partition_key, shard, seq, type, event)
    select numbered.id_project, numbered.id, numbered.partition_key, numbered.shard, numbered.seq, numbered.type,
      numbered.head || ${eventTime} || '","sequence":"' || lpad(numbered.seq::text, 20, '0') || numbered.tail
    from (select nextval(${sequenceOnceIdentified}) as seq, rows.* from (${source}) rows) numbered`;
}

const append: Statement = { name: 'outbox_append', text: outboxInsert(outboxRecords('$1')) };

/**
 * Announces `events` with the change of the ambient transaction: both are stored, or none. Envelope, actor and cause come from
 * the current call. Call it while the record is locked. Source: contract 50 section 3.1.
 * @throws TypeError when an event does not fit its schema
 */
export async function appendToOutbox(db: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = outboxRows(events, db);
  await db.query(append, [JSON.stringify(rows)]);
  notifyOutboxWritten(db, rows);
}

/** A record that something happened to. */
export interface Subject extends Aggregate {
  /** Absent: of no project. */
  projectId?: string;
  /** Absent: the actor of the current call, or the system. */
  actor?: Actor | RuleActor | 'system';
}

/** `appendToOutbox` for the events of one record. @throws TypeError when an event does not fit its schema */
export function announce(db: Database, subject: Subject, events: readonly DomainEvent[]): Promise<void> {
  const { projectId, actor = currentCall().actor ?? 'system', ...aggregate } = subject;
  return appendToOutbox(
    db,
    events.map((event) => ({ event, aggregate, projectId, actor })),
  );
}

/**
 * The rows that `appendToOutbox` writes, as JSON values for `outboxRecords`.
 * @param from the service's database, or whatever else names the service
 * @throws TypeError when an event does not fit its schema
 */
export function outboxRows(events: readonly NewEvent[], from: { readonly service: string }): OutboxRow[] {
  return events.map((event) => toOutboxRow(event, from.service));
}

/** Commits of events, with the shards they were written to, for the relay and the readers of this process. */
export const committedEvents = new CommitNotifications<ReadonlySet<number>>();

/** Wakes the relay after the commit. Must be called in a transaction that writes `rows` by a statement of its own; otherwise they wait for the poll. */
export function notifyOutboxWritten(db: Database, rows: readonly OutboxRow[]): void {
  committedEvents.notify(db, new Set(rows.map((row) => row.shard)));
}
