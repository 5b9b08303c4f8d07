import type { Database, Statement } from '@parley/service-kit/database';

/** Tables of the kit that change by themselves; announced events are in `outbox`, whatever its partitions are. */
const machinery = '^(_|outbox_|idempotency$|inbox$|lease$|dead_letter$|event_cursor$)';
/** What follows other tables a moment later: indexes for searches, figures, which a job adds up, and calls to webhooks. */
const derived = '(^|_)search(_|$)|_(delta|rollup|histogram)$|^(tally|delivery|attempt|lane)$';
/** Columns in which workers keep how far they are; a task that is done has no payload any more. */
const progress = '{published_at,due_at,attempts,holder,done_at,parked_at,last_error,payload}';

/** A digest of every row of every table, by table. */
export type Stored = Record<string, string>;

/** By database and scope: a suite asks hundreds of times, and planning takes longer than the answer. */
const statements = new WeakMap<object, Map<'all' | 'project', Promise<Statement>>>();

/**
 * What a service has stored, byte for byte: two equal answers mean that nothing was added, changed or taken away between them.
 * @param project only what belongs to it: rows of its `id_project`, and rows of no project that name one of these ids
 */
export async function storedRows(
  db: Pick<Database, 'query'>,
  project?: { projectId: string; ids: readonly string[] },
): Promise<Stored> {
  const scope = project === undefined ? 'all' : 'project';
  const known = statements.get(db) ?? new Map<typeof scope, Promise<Statement>>();
  statements.set(db, known);
  const statement = known.get(scope) ?? digestOf(db, scope === 'project');
  known.set(scope, statement);
  const values = project === undefined ? [] : [project.projectId, project.ids.map((id) => `%${id}%`)];
  const rows = await db.query<{ name: string; digest: string }>(await statement, values);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

async function digestOf(db: Pick<Database, 'query'>, ofProject: boolean): Promise<Statement> {
  const tables = await db.query<{ name: string; has_project: boolean }>(listTables, [machinery, derived]);
  const digests = tables.map(({ name, has_project }) => {
    const belongs = has_project ? ownRows : looseRows;
    const row = ['outbox', 'task'].includes(name) ? `(to_jsonb(t) - '${progress}'::text[])::text` : 't::text';
    return `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(${row}, chr(10) order by ${row}), ''))
      as digest from "${name}" t ${ofProject ? `where ${belongs}` : ''}`;
  });
  // Both places are named in every statement, so that PostgreSQL knows their types.
  const typed = ofProject ? 'with place as (select $1::text, $2::text[]) ' : '';
  return { name: `stored_rows_${ofProject ? 'of_project' : 'of_all'}`, text: typed + digests.join(' union all ') };
}

/** The tables that differ, but for those that may. */
export function changedTables(before: Stored, after: Stored, mayMove: readonly string[] = []): string[] {
  const tables = Object.keys({ ...before, ...after }).filter((table) => !mayMove.includes(table));
  return tables.filter((table) => before[table] !== after[table]);
}

const looseRows = 't::text like any ($2::text[])';
const ownRows = `t.id_project = $1 or (t.id_project is null and ${looseRows})`;

const listTables = `select t.table_name as name, exists (
    select from information_schema.columns c
    where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'id_project'
  ) as has_project
  from information_schema.tables t
  where t.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    and t.table_name !~ $1 and t.table_name !~ $2
  order by 1`;
