import type { Database } from '../database/database.ts';
import { keyOf, type Members, memberOf, nameOf, type Secrets, type TransferKind } from './transfer-kind.ts';

export interface Batch {
  projectId: string;
  /** JSON, one record each. */
  records: readonly string[];
  secrets: ReadonlyMap<string, string>;
}

interface Rejected {
  line: number;
  id: string;
  code: string;
  param: string;
}

export interface Loaded {
  stored: number;
  unchanged: number;
  linked: { id: string; ownId: string }[];
  rejected: Rejected[];
}

interface Parsed {
  line: number;
  record: Members;
  secrets: Secrets;
  row: Members;
}

/** What PostgreSQL cannot store in text or JSON: U+0000 and halves of surrogate pairs, as JSON escapes them. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/**
 * Stores the records of a batch that are not stored yet. Call in a transaction. A record that is refused rejects itself, not the others.
 * Nothing is announced: what is loaded has happened elsewhere, long ago.
 */
export async function loadBatch(db: Database, kind: TransferKind, batch: Batch): Promise<Loaded> {
  const rejected: Rejected[] = [];
  const parsed = batch.records.flatMap((text, line) => {
    const found = parse(kind, batch, text, line);
    if ('code' in found) rejected.push(found);
    return 'code' in found ? [] : [found];
  });
  const outcome = await storeTogether(db, kind, batch.projectId, parsed).catch(() => undefined);
  const { stored, unchanged, refused } = outcome ?? (await storeEach(db, kind, batch.projectId, parsed));
  return { stored, unchanged, linked: [], rejected: [...rejected, ...refused].sort((a, b) => a.line - b.line) };
}

function parse(kind: TransferKind, { projectId, secrets }: Batch, text: string, line: number): Parsed | Rejected {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { line, id: '', code: 'malformed', param: '' };
  }
  const { data, error } = kind.schema.safeParse(value);
  const id = typeof value === 'object' && value !== null ? nameOf(value as Members) : '';
  if (error) return { line, id, code: 'schema', param: error.issues[0]?.path.join('.') ?? '' };
  const record = data as Members;
  const refusal = kind.refuses?.(record);
  if (refusal) return { line, id, ...refusal };
  // A text may hold an escaped pair of surrogates, which can be stored: few texts have to be written again to find out.
  if (unstorable.test(text) && unstorable.test(JSON.stringify(record)))
    return { line, id, code: 'malformed', param: '' };
  const known = JSON.parse(secrets.get(id) ?? '{}') as Secrets;
  return { line, record, secrets: known, row: rowOf(kind, projectId, record, known) };
}

function rowOf(kind: TransferKind, projectId: string, record: Members, secrets: Secrets): Members {
  return {
    ...(!kind.isGlobal && { id_project: projectId }),
    ...columnsOf(kind.columns, record),
    ...kind.extra?.(record, projectId),
    ...kind.secrets?.columns?.(secrets, record, projectId),
  };
}

function columnsOf(columns: Readonly<Record<string, string>>, record: Members): Members {
  return Object.fromEntries(Object.entries(columns).map(([member, column]) => [column, record[member]]));
}

interface Outcome {
  stored: number;
  unchanged: number;
  refused: Rejected[];
}

function storeTogether(
  db: Database,
  kind: TransferKind,
  projectId: string,
  parsed: readonly Parsed[],
): Promise<Outcome> {
  // A savepoint: what fails leaves the transaction of the batch usable.
  return db.transaction(async () => {
    if (parsed.length === 0) return { stored: 0, unchanged: 0, refused: [] };
    const found = await db.query<{ key: string; is_new: boolean }>(insertOf(kind, parsed), [
      JSON.stringify(parsed.map(({ row }) => row)),
    ]);
    const isNew = new Map(found.map(({ key, is_new }) => [key, is_new]));
    const keyed = keyOf(kind).map((column) => memberOf(kind, column));
    const fateOf = ({ record }: Parsed) => isNew.get(JSON.stringify(keyed.map((member) => record[member])));
    const fresh = firstOfEach(
      parsed.filter((one) => fateOf(one) === true),
      keyed,
    );
    await storeBeside(db, kind, projectId, fresh);
    await kind.store?.(db, projectId, fresh);
    const refused = parsed
      .filter((one) => fateOf(one) === undefined)
      .map(({ line, record }) => ({ line, id: nameOf(record), code: 'key_taken', param: '' }));
    return { stored: fresh.length, unchanged: parsed.length - fresh.length - refused.length, refused };
  });
}

function firstOfEach(parsed: readonly Parsed[], keyed: readonly string[]): Parsed[] {
  const byKey = new Map<string, Parsed>();
  for (const one of parsed) {
    const key = JSON.stringify(keyed.map((member) => one.record[member]));
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

/** Only when a record of the batch cannot be stored: finds out which. */
async function storeEach(
  db: Database,
  kind: TransferKind,
  projectId: string,
  parsed: readonly Parsed[],
): Promise<Outcome> {
  const total: Outcome = { stored: 0, unchanged: 0, refused: [] };
  for (const one of parsed) {
    const { stored, unchanged, refused } = await storeTogether(db, kind, projectId, [one]).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      return { stored: 0, unchanged: 0, refused: [{ ...named(one), code: 'schema', param: '' }] };
    });
    total.stored += stored;
    total.unchanged += unchanged;
    total.refused.push(...refused);
  }
  return total;
}

const named = ({ line, record }: Parsed) => ({ line, id: nameOf(record) });

/** Whether PostgreSQL refused the data (class 22) or its relation to other data (class 23). */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

/** `$1`: rows as a JSON array. Answers the keys that are stored, and whether they are new; a key that is missing has another's value. */
function insertOf(kind: TransferKind, parsed: readonly Parsed[]): string {
  const columns = Object.keys(parsed[0]?.row ?? {});
  const key = keyOf(kind);
  const same = [...(kind.isGlobal ? [] : ['id_project']), ...key]
    .map((column) => `o.${column} = r.${column}`)
    .join(' and ');
  return `with given as materialized (select * from json_populate_recordset(null::${kind.table}, $1::json)),
    made as (insert into ${kind.table} (${columns}) select ${columns} from given on conflict do nothing
      returning json_build_array(${key})::text as key)
    select replace(key, ', ', ',') as key, true as is_new from made
    union all
    select replace(json_build_array(${key.map((column) => `o.${column}`)})::text, ', ', ','), false
      from given r join ${kind.table} o on ${same}`;
}

async function storeBeside(
  db: Database,
  { beside }: TransferKind,
  projectId: string,
  fresh: readonly Parsed[],
): Promise<void> {
  if (!beside || fresh.length === 0) return;
  const rows = fresh.map(({ record }) => ({
    id_project: projectId,
    id: record._id,
    ...columnsOf(beside.columns, record),
  }));
  const columns = Object.keys(rows[0] ?? {});
  await db.query(
    `insert into ${beside.table} (${columns}) select ${columns} from json_populate_recordset(null::${beside.table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}
