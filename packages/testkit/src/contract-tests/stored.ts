import type { Database } from '@parley/service-kit/database';

/** Tables that change by themselves, such as how far events are read; announced events are in `outbox`, whatever its partitions are. */
const machinery = '^(_|outbox_|idempotency$|inbox$|lease$|dead_letter$|event_cursor$|(rule|survey)_state$)';
/** What follows other tables a moment later: indexes for searches, figures, which a job adds up, and calls to webhooks. */
const derived = '(^|_)(search|words)(_|$)|_(delta|rollup|histogram)$|^(tally|delivery|attempt|lane)$';
/**
 * Columns in which workers keep how far they are, and what rules have done, which is added up a moment later; a task that is done has no
 * payload any more.
 */
const progress = [
  ...['published_at', 'due_at', 'attempts', 'holder', 'done_at', 'parked_at', 'last_error', 'payload'],
  ...['evaluated', 'matched', 'applied', 'failed', 'failing', 'last_applied_at'],
];
const withProgress = ['outbox', 'task', 'rule'];

/** A digest of every row of every table, by table. */
export type Stored = Record<string, string>;

interface Table {
  name: string;
  has_project: boolean;
  /** A row as text, without the columns of `progress`. */
  row: string;
}

/** What a suite that asks hundreds of times need not ask again, by database. */
interface Known {
  tables: Promise<Table[]>;
  /** Of all rows, by table: the digest, and the versions of the rows that it is of. */
  digests: Map<string, { versions: string; digest: string }>;
}
const known = new WeakMap<object, Known>();

/**
 * What a service has stored, byte for byte: two equal answers mean that nothing was added, changed or taken away between them.
 * @param project only what belongs to it: rows of its `id_project`, and rows of no project that name one of these ids
 */
export async function storedRows(
  db: Pick<Database, 'query'>,
  project?: { projectId: string; ids: readonly string[] },
): Promise<Stored> {
  const of = known.get(db) ?? { tables: tablesOf(db), digests: new Map() };
  known.set(db, of);
  const tables = await of.tables;
  if (project === undefined) return allRows(db, tables, of.digests);

  // Both places are named in every statement, so that PostgreSQL knows their types.
  const digests = tables.map((table) => `${digestSql(table)} where ${table.has_project ? ownRows : looseRows}`);
  const text = `with place as (select $1::text, $2::text[]) ${digests.join(' union all ')}`;
  const values = [project.projectId, project.ids.map((id) => `%${id}%`)];
  return valuesOf(await db.query<Value>({ name: 'stored_rows_of_project', text }, values));
}

/** Reads the rows of those tables alone in which a row has another version than when they were read before. */
async function allRows(
  db: Pick<Database, 'query'>,
  tables: readonly Table[],
  digests: Known['digests'],
): Promise<Stored> {
  // Before the rows: what is written meanwhile is in the digest, and has other versions the next time.
  const text = tables.map(versionsSql).join(' union all ');
  const versions = valuesOf(await db.query<Value>({ name: 'stored_versions', text }));
  const changed = tables.filter(({ name }) => digests.get(name)?.versions !== versions[name]);
  if (changed.length > 0) {
    const read = valuesOf(await db.query<Value>(changed.map(digestSql).join(' union all ')));
    for (const [name, digest] of Object.entries(read)) digests.set(name, { versions: versions[name] ?? '', digest });
  }
  return Object.fromEntries(tables.map(({ name }) => [name, digests.get(name)?.digest ?? '']));
}

interface Value {
  name: string;
  value: string;
}

function valuesOf(rows: readonly Value[]): Record<string, string> {
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function digestSql({ name, row }: Table): string {
  return `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(${row}, chr(10) order by ${row}), '')) as value
    from "${name}" t`;
}

/** PostgreSQL writes a row that changes as a new version, with a place and a transaction of its own. */
function versionsSql({ name }: Table): string {
  return `select '${name}' as name,
      count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws(' ', t.tableoid, t.ctid, t.xmin), 0)), 0) as value
    from "${name}" t`;
}

async function tablesOf(db: Pick<Database, 'query'>): Promise<Table[]> {
  const tables = await db.query<Omit<Table, 'row'> & { lasting: string }>(listTables, [machinery, derived, progress]);
  return tables.map(({ name, has_project, lasting }) => ({
    ...{ name, has_project },
    row: withProgress.includes(name) ? `row(${lasting})::text` : 't::text',
  }));
}

/** The tables that differ, but for those that may. */
export function changedTables(before: Stored, after: Stored, mayMove: readonly string[] = []): string[] {
  const tables = Object.keys({ ...before, ...after }).filter((table) => !mayMove.includes(table));
  return tables.filter((table) => before[table] !== after[table]);
}

const looseRows = 't::text like any ($2::text[])';
const ownRows = `t.id_project = $1 or (t.id_project is null and ${looseRows})`;

const listTables = `select t.table_name as name, bool_or(c.column_name = 'id_project') as has_project,
    string_agg('t.' || quote_ident(c.column_name), ', ' order by c.ordinal_position)
      filter (where c.column_name <> all ($3)) as lasting
  from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
  where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and t.table_name !~ $1 and t.table_name !~ $2
  group by t.table_name
  order by 1`;
