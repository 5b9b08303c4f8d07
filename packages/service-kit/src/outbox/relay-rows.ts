import type { Database, Statement } from '../database/database.ts';

/** An event that is not yet published. */
export interface UnpublishedRow {
  id_project: string;
  id: string;
  shard: number;
  seq: number;
  type: string;
  event: string;
  ageSeconds: number;
}

/** A parameter that PostgreSQL does not look at when it plans: with long arrays, planning each batch again costs more than the batch. */
const unseen = (parameter: string, type: string) => `(select ${parameter}::${type})`;
const each = (parameter: string, type: string) => `array(select unnest(${parameter}::${type}[]))`;
/** Hashed, unlike `<> all`: thousands of numbers may be excepted, and as many rows passed over. */
const noneOf = (parameter: string) => `seq not in (select unnest(${parameter}::bigint[]))`;

// The span of ids leads to the partitions, the numbers to the rows. Not waited for to be on the disk: an event whose mark is lost in a crash
// is published again.
const mark = `update outbox set published_at = now()
    from (select set_config('synchronous_commit', 'off', true)) lazily
    where published_at is null and seq = any(${each('$1', 'bigint')})
      and id between ${unseen('$2', 'text')} and ${unseen('$3', 'text')}`;

const markRows: Statement = { name: 'relay_mark', text: mark };

const unpublished = (shards: string, except: string, limit: string) => `select id_project, id, shard, seq, type, event,
      extract(epoch from now() - created_at) as "ageSeconds"
    from outbox
    where published_at is null and shard = any(${each(shards, 'smallint')}) and ${noneOf(except)}
    order by seq limit ${unseen(limit, 'bigint')}`;

const fetchRows: Statement = { name: 'relay_fetch', text: unpublished('$1', '$2', '$3') };

// The rows that are marked are visible as unpublished to the rest of the statement: the caller excepts them.
const markAndFetchRows: Statement = {
  name: 'relay_mark_and_fetch',
  text: `with marked as (${mark}) ${unpublished('$4', '$5', '$6')}`,
};

const anyRow: Statement = {
  name: 'relay_any',
  text: `select 1 from outbox where published_at is null and ${noneOf('$1')} limit 1`,
};

/** Which rows a relay looks for. */
export interface UnpublishedQuery {
  shards: readonly number[];
  /** `seq` of rows that the bus has already. */
  except: readonly number[];
  limit: number;
}

type PublishedRow = Pick<UnpublishedRow, 'id' | 'seq'>;

/** The oldest unpublished rows of `shards`, in order, once `published` are marked: one statement. */
export function fetchUnpublished(
  db: Database,
  { shards, except, limit }: UnpublishedQuery,
  published: readonly PublishedRow[] = [],
): Promise<UnpublishedRow[]> {
  const asked = [shards, except, limit];
  if (published.length === 0) return db.query<UnpublishedRow>(fetchRows, asked);
  return db.query<UnpublishedRow>(markAndFetchRows, [...marked(published), ...asked]);
}

/** Marks rows as published. @param published at least one */
export async function markPublished(db: Database, published: readonly PublishedRow[]): Promise<void> {
  await db.query(markRows, marked(published));
}

function marked(rows: readonly PublishedRow[]): unknown[] {
  const ids = rows.map((row) => row.id).sort();
  return [rows.map((row) => row.seq), ids[0], ids.at(-1)];
}

/** Whether any row is unpublished, in any shard, except the numbers in `except`. */
export async function anyUnpublished(db: Database, except: readonly number[]): Promise<boolean> {
  return (await db.query(anyRow, [except])).length > 0;
}
