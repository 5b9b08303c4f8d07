import type { Database, Statement } from '@parley/service-kit/database';

/** A node of a plan; numbers of rows are those of an execution. */
export interface PlanNode {
  'Node Type': string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** The plans of every statement that `work` sends, with its values. */
export const plansOf = (work: (db: Database) => Promise<unknown>, db: Database): Promise<PlanNode[]> =>
  explained('format json', work, db);

/** The same of an execution, with the numbers of rows. */
export const runPlansOf = (work: (db: Database) => Promise<unknown>, db: Database): Promise<PlanNode[]> =>
  explained('analyze, timing off, format json', work, db);

async function explained(how: string, work: (db: Database) => Promise<unknown>, db: Database): Promise<PlanNode[]> {
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const query = (statement: Statement | string, values: readonly unknown[] = []) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    // A plain `explain` reads nothing.
    if (!text.startsWith('explain')) sent.push({ text, values });
    return db.query(statement, values);
  };
  await work({ ...db, query: query as Database['query'] });
  if (sent.length === 0) throw new Error('No statement was sent.');
  const plans: PlanNode[] = [];
  for (const { text, values } of sent) {
    const [row] = await db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (${how}) ${text}`, values);
    plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
  }
  return plans;
}

export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Rows that a node has given. */
export const rowsOf = (node: PlanNode): number => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0);

/** Rows that it has looked at, those that it left out among them. */
export const rowsReadBy = (node: PlanNode): number =>
  rowsOf(node) +
  ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * (node['Actual Loops'] ?? 0);
