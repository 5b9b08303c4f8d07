import type { Database } from '../database/database.ts';
import type { Logger } from '../observability/log.ts';
import type { Secrets } from '../security/secrets.ts';
import { every, type Job } from './jobs.ts';

/** Where a service keeps texts that `DATA_KEY` seals, each for the id of its row. */
export interface SealedColumn {
  table: string;
  /** The column before the id in the order of rows; `id_project` by default. */
  scope?: string;
  /** The column of the row's id, for which the text is sealed. */
  rowId: string;
  column: string;
  /** Of a JSON column: where in it the text stands. */
  path?: readonly string[];
}

interface SealedRow {
  scope: string;
  row_id: string;
  sealed: string;
}

const hourMs = 3_600_000;
const batchSize = 200;

/**
 * A job that seals under the current `DATA_KEY` what a former one has sealed; not needed, and not run, while there is one key. It changes
 * only what is as it was read, and skips what is current: a round that is cut off is continued by the next, beside live traffic.
 */
export function resealing<Context extends { db: Database; secrets: Secrets; log: Logger }>(
  columns: readonly SealedColumn[],
): Job<Context> {
  return every<Context>(
    'reseal',
    hourMs,
    async (context, over) => {
      for (const column of columns) await reseal(context, column, over);
    },
    ({ secrets }) => secrets.hasFormerKeys,
  );
}

async function reseal(
  { db, secrets, log }: { db: Database; secrets: Secrets; log: Logger },
  { table, scope = 'id_project', rowId, column, path }: SealedColumn,
  over: AbortSignal,
): Promise<void> {
  const json = path && `'{${path.join(',')}}'`;
  const read = json ? `${column} #>> ${json}` : column;
  const write = json ? `jsonb_set(${column}, ${json}, to_jsonb($4::text))` : '$4';
  const select = `select ${scope} as scope, ${rowId} as row_id, ${read} as sealed from ${table}
    where ${read} is not null and (${scope}, ${rowId}) > ($1, $2) order by ${scope}, ${rowId} limit ${batchSize}`;
  const update = `update ${table} set ${column} = ${write} where ${scope} = $1 and ${rowId} = $2 and ${read} = $3 returning 1`;

  const counts = { table, column, seen: 0, resealed: 0, unreadable: 0 };
  for (let last = ['', '']; !over.aborted; ) {
    const rows = await db.query<SealedRow>(select, last);
    for (const { scope, row_id, sealed } of rows) {
      if (secrets.isCurrent(sealed, row_id)) continue;
      const text = opened(secrets, sealed, row_id);
      if (text === undefined) counts.unreadable++;
      else counts.resealed += (await db.query(update, [scope, row_id, sealed, secrets.seal(text, row_id)])).length;
    }
    counts.seen += rows.length;
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) {
      log[counts.unreadable > 0 ? 'error' : 'info'](counts, 'secrets are sealed under the current key');
      return;
    }
    log.info(counts, 'sealing secrets under the current key');
    last = [end.scope, end.row_id];
  }
}

/** @returns undefined for a text that no key opens: no key opened it before either */
function opened(secrets: Secrets, sealed: string, rowId: string): string | undefined {
  try {
    return secrets.open(sealed, rowId);
  } catch {
    return undefined;
  }
}
