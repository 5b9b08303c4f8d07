import { readdir, readFile } from 'node:fs/promises';

import pg from 'pg';

import { watchQueries } from './queries.ts';

/** What a service has asked its database, since it is watched. */
export interface Watched {
  /** Not what the test itself asks by this. */
  ignore(text: string): void;
  /** Ends the watch. @returns the statements that reach into the service's tables beyond one project */
  unbound(except: readonly RegExp[]): Promise<string[]>;
}

/**
 * Watches the statements that reach a database, from whatever pool of this process.
 * @param folder the service's `prisma` folder, which names its tables
 */
export function watchStatements(url: string, folder: URL): Watched {
  const own = new URL(url).pathname.slice(1);
  const asked = new Set<string>();
  const ignored = new Set<string>();
  const end = watchQueries(({ database, text }) => {
    if (database === own) asked.add(text);
  });

  return {
    ignore: (text) => ignored.add(text),
    async unbound(except) {
      end();
      const texts = [...asked].filter((text) => !ignored.has(text) && !except.some((allowed) => allowed.test(text)));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return await unboundStatements(client, await tablesOf(folder), texts);
      } finally {
        await client.end();
      }
    },
  };
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
  [member: string]: unknown;
}

/**
 * The statements that PostgreSQL would answer by looking at rows of these tables without asking for their `id_project`.
 * It is asked for its plans, so that joins and views count for what they do, not for how they are written.
 */
export async function unboundStatements(
  client: Pick<pg.Client, 'query'>,
  tables: ReadonlySet<string>,
  statements: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const text of statements) {
    const plan = await planOf(client, text.replace(/^declare \w+ (no scroll )?cursor for /, ''));
    if (plan && !isBound(plan, tables)) found.push(text);
  }
  return found;
}

/** Nothing for what has no plan, as `begin` and `set`. */
async function planOf(client: Pick<pg.Client, 'query'>, text: string): Promise<PlanNode | undefined> {
  if (!/^\s*(select|with|insert|update|delete|merge)\b/i.test(text)) return undefined;
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (generic_plan, format json) ${text}`,
  );
  return rows[0]?.['QUERY PLAN'][0]?.Plan;
}

function isBound(node: PlanNode, tables: ReadonlySet<string>): boolean {
  const parts = node.Plans ?? [];
  const isScan = node['Node Type'].includes('Scan') && tables.has(node['Relation Name'] ?? '');
  // The condition of a bitmap stands at the scans of indexes below it.
  if (isScan && !conditionsOf([node, ...parts]).some((condition) => condition.includes('id_project'))) return false;
  return parts.every((part) => isBound(part, tables));
}

function conditionsOf(nodes: readonly PlanNode[]): string[] {
  return nodes.flatMap((node) => [node['Index Cond'], node['Recheck Cond'], node.Filter]).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Tables that the service's schema names and that belong to projects. */
async function tablesOf(folder: URL): Promise<Set<string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.prisma'));
  const schemas = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const models = schemas.flatMap((schema) => schema.match(/^model .*?^}/gms) ?? []);
  const tables = models.filter((model) => model.includes('id_project'));
  return new Set(tables.flatMap((model) => /@@map\("(\w+)"\)/.exec(model)?.[1] ?? []));
}
