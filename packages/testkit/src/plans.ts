import type { Database } from '@parley/service-kit/database';

/** A step in which PostgreSQL has answered a statement. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Heap Fetches'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const isQuestion = /^\s*(select|with)\b/i;

/**
 * How PostgreSQL answers what is asked: a plan for each question, with what it met. Each is asked twice, once to see how, so none
 * may change anything.
 *
 * @param db the database that is asked
 * @param ask asks its questions through the database that it is given
 */
export async function plansOf<Db extends Pick<Database, 'query'>>(
  db: Db,
  ask: (watched: Db) => Promise<unknown>,
): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  const query = async (...asked: Parameters<Database['query']>) => {
    const [statement, values] = asked;
    const text = typeof statement === 'string' ? statement : statement.text;
    if (isQuestion.test(text)) {
      const explained = `explain (analyze, timing off, format json) ${text}`;
      const rows = await db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained, values);
      plans.push(...rows.flatMap((row) => row['QUERY PLAN']).map(({ Plan }) => Plan));
    }
    return db.query(...asked);
  };
  await ask(new Proxy(db, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) }));
  return plans;
}

/** Where plans read tables, be it by an index or from end to end (`Seq Scan`). */
export function tableScansOf(plans: readonly PlanNode[]): PlanNode[] {
  return plans.flatMap((plan) => [...(plan['Relation Name'] ? [plan] : []), ...tableScansOf(plan.Plans ?? [])]);
}

/**
 * How many rows plans have looked at, shown or not.
 *
 * @param tables only those of these; default: of every table
 */
export function rowsMet(plans: readonly PlanNode[], tables?: readonly string[]): number {
  const scans = tableScansOf(plans).filter((node) => tables?.includes(node['Relation Name'] ?? '') ?? true);
  return scans.reduce((sum, node) => {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    return sum + (node['Actual Rows'] + removed) * node['Actual Loops'];
  }, 0);
}
