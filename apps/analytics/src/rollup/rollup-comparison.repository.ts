import type { Database } from '@parley/service-kit/database';

import {
  addHistogramSql,
  addRollupsSql,
  addTalliesSql,
  histogramKey,
  histogramSql,
  rollupKey,
  rollupsSql,
  talliesSql,
  tallyKey,
} from './rollup.sql.ts';
import { quarterSql, sumColumns } from './sums.sql.ts';

/** A rollup row that differs from the sum of the facts. */
export interface RollupDifference {
  metric: string;
  key: Record<string, unknown>;
  stored: number;
  raw: number;
}

/** The days (UTC) to compare. */
export interface RollupPeriod {
  projectId: string;
  from: Date;
  until: Date;
}

/**
 * Compares rollups with the facts, and repairs them by adding the difference, so that concurrent folds are not lost. One statement
 * each, so that both sides come from one snapshot.
 */
export class RollupComparison {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async differences(period: RollupPeriod): Promise<RollupDifference[]> {
    const found: RollupDifference[] = [];
    for (const { metric, keys, sql } of comparisons) {
      const shown = keys.filter((key) => key !== 'id_project').map((key) => `'${key}', ${key}`);
      const rows = await this.#db.query<RollupDifference>(
        `select '${metric}' as metric, json_build_object(${shown.join(', ')}) as key, stored, raw
         from (${sql}) differing order by ${keys.join(', ')}`,
        valuesOf(period),
      );
      found.push(...rows);
    }
    return found;
  }

  async repair(period: RollupPeriod): Promise<void> {
    for (const { add, sql } of comparisons) await this.#db.query(add(sql), valuesOf(period));
  }
}

const dayMs = 86_400_000;

function valuesOf({ projectId, from, until }: RollupPeriod): unknown[] {
  const [first, last] = [Math.floor(from.getTime() / dayMs), Math.ceil(until.getTime() / dayMs)];
  return [projectId, new Date(first * dayMs), new Date(last * dayMs), first, last];
}

const created = 'id_project = $1 and created_at >= $2 and created_at < $3';
const facts = `(select *, ${quarterSql('created_at')} as quarter from request_fact where ${created} and is_counted) facts`;
const inQuarters = 'id_project = $1 and quarter >= $4::int * 96 and quarter < $5::int * 96';
const deltas = `(select * from request_delta where ${inQuarters}) deltas`;
const messages = `(select id_project, 'messages' as metric, channel as label, ${quarterSql('created_at')} as quarter,
  1 as total, is_received::int as part from message_fact where ${created} and is_counted)`;
const tallyDeltas = `(select * from tally_delta where ${inQuarters} and metric = 'messages')`;

const comparisons = [
  {
    metric: 'rollups.requests',
    keys: rollupKey,
    add: addRollupsSql,
    sql: differenceSql(rollupKey, sumColumns, rollupsSql(facts, '1'), [
      `select * from request_rollup where ${inQuarters}`,
      rollupsSql(deltas, 'sign'),
    ]),
  },
  {
    metric: 'rollups.durations',
    keys: histogramKey,
    add: addHistogramSql,
    sql: differenceSql(histogramKey, ['total'], histogramSql(facts, '1'), [
      'select * from duration_histogram where id_project = $1 and day >= $4::int and day < $5::int',
      histogramSql(deltas, 'sign'),
    ]),
  },
  {
    metric: 'rollups.messages',
    keys: tallyKey,
    add: addTalliesSql,
    sql: differenceSql(tallyKey, ['total', 'part'], talliesSql(messages), [
      `select * from tally where ${inQuarters} and metric = 'messages'`,
      talliesSql(tallyDeltas),
    ]),
  },
];

/** Selects what to add to the actual rows, of which `total` is `stored`, to reach the expected ones. */
function differenceSql(
  key: readonly string[],
  sums: readonly string[],
  expected: string,
  actual: readonly string[],
): string {
  const columns = (sign: string) => sums.map((sum) => `${sign}${sum} as ${sum}`).join(', ');
  const keys = key.join(', ');
  const parts = [
    `select ${keys}, ${columns('')}, 0 as stored, total as raw from (${expected}) expected`,
    ...actual.map((rows) => `select ${keys}, ${columns('-')}, total as stored, 0 as raw from (${rows}) actual`),
  ];
  return `select ${keys}, ${sums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')}, sum(stored)::int as stored,
      sum(raw)::int as raw
    from (${parts.join(' union all ')}) parts group by ${keys} having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}`;
}
