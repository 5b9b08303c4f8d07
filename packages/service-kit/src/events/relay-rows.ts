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

/** Most text taken at once, in bytes; the first row always comes. */
const batchBytes = 8_000_000;

const fetchRows: Statement = {
  name: 'relay_fetch',
  text: `select id_project, id, shard, seq, type, event, "ageSeconds"
    from (
      select *, sum(octet_length(event)) over (order by seq) - octet_length(event) as bytes_before,
        extract(epoch from now() - created_at) as "ageSeconds"
      from (
        select * from outbox
        where published_at is null and shard = any($1::smallint[]) and not (seq = any($2::bigint[]))
        order by seq
        limit $3
      ) oldest
    ) measured
    where bytes_before < ${batchBytes}
    order by seq`,
};

const markRows: Statement = {
  name: 'relay_mark',
  // The span of ids leads to the partitions, the numbers to the rows.
  text: `update outbox set published_at = now()
    where published_at is null and seq = any($1::bigint[]) and id between $2 and $3`,
};

const anyRow: Statement = {
  name: 'relay_any',
  text: 'select 1 from outbox where published_at is null and not (seq = any($1::bigint[])) limit 1',
};

/**
 * The oldest unpublished rows of `shards`, in order.
 * @param except `seq` of rows that the bus has, but does not answer for yet
 */
export function fetchUnpublished(
  db: Database,
  shards: readonly number[],
  except: readonly number[],
  limit: number,
): Promise<UnpublishedRow[]> {
  return db.query<UnpublishedRow>(fetchRows, [shards, except, limit]);
}

export async function markPublished(db: Database, rows: readonly Pick<UnpublishedRow, 'id' | 'seq'>[]): Promise<void> {
  const ids = rows.map((row) => row.id).sort();
  await db.query(markRows, [rows.map((row) => row.seq), ids[0], ids.at(-1)]);
}

export async function anyUnpublished(db: Database, except: readonly number[]): Promise<boolean> {
  return (await db.query(anyRow, [except])).length > 0;
}
