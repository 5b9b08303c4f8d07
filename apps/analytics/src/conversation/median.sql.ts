import type { Bind } from '@parley/service-kit/database';

import { anyLabel, whereSql } from '../rollup/label.ts';
import { cellBoundsOf, type ReadPlan } from '../window/read-plan.ts';
import { dayMs } from '../window/zone.ts';
import type { ConversationFilter } from './conversation-question.ts';

/** Columns of a table that is passed with the statement. */
type Columns = number[][];

/**
 * The medians of the durations of each cell, in one statement and so from one snapshot: the histogram gives the class of the
 * middle, the facts of that class the exact value. The first value is the project. Source: contract 40 section 1.7.
 * @param filter without a participant
 */
export function mediansSql(filter: ConversationFilter, plan: ReadPlan, bind: Bind): string {
  const bounds = cellBoundsOf(plan);
  const { whole, remainders } = divided(bounds);
  const facts = whereSql('f.department', filter.department_id, bind) + whereSql('f.channel', filter.channel, bind);
  const counted = [...fromHistogram(whole, filter, bind), fromFacts(remainders, facts, bind)].join(' union all ');
  return `with bound as (select * from ${table(numbered(bounds), bind, 'bound(cell, since, before)')}),
    counted as (select cell, duration_class, sum(total)::bigint as total from (${counted}) remainders
      group by cell, duration_class having sum(total) <> 0),
    ranked as (select *, (sum(total) over (partition by cell order by duration_class))::bigint as upto,
      (sum(total) over (partition by cell))::bigint as n from counted),
    middle as (select cell, duration_class, place - (upto - total) as place from ranked
      cross join lateral (values ((n + 1) / 2), (n / 2 + 1)) places(place) where place > upto - total and place <= upto)
    select middle.cell::int, avg(exact.duration_ms) as median from middle join bound on bound.cell = middle.cell
    cross join lateral (select duration_ms from request_fact f where f.id_project = $1 and f.duration_class = middle.duration_class
      and f.created_at >= ${instant('bound.since')} and f.created_at < ${instant('bound.before')}${facts}
      order by duration_ms offset middle.place - 1 limit 1) exact
    group by middle.cell`;
}

/** Splits cells into whole days (UTC) and the remainders. */
function divided(bounds: readonly [number, number][]): { whole: Columns; remainders: Columns } {
  const whole: Columns = [];
  const remainders: Columns = [];
  for (const [index, [from, until]] of bounds.entries()) {
    const [first, last] = [Math.ceil(from / dayMs), Math.floor(until / dayMs)];
    if (first >= last) {
      remainders.push([index + 1, from, until]);
      continue;
    }
    whole.push([index + 1, first, last]);
    if (from < first * dayMs) remainders.push([index + 1, from, first * dayMs]);
    if (last * dayMs < until) remainders.push([index + 1, last * dayMs, until]);
  }
  return { whole, remainders };
}

const numbered = (bounds: readonly [number, number][]): Columns =>
  bounds.map(([from, until], index) => [index + 1, from, until]);

function fromHistogram(
  whole: Columns,
  { department_id: department, channel }: ConversationFilter,
  bind: Bind,
): string[] {
  if (whole.length === 0) return [];
  const days = table(whole, bind, 'days(cell, first, last)');
  const filters = whereSql('d.department', department, bind) + whereSql('d.channel', channel, bind);
  return [
    `select cell, duration_class, total from ${days} join duration_histogram h on h.id_project = $1
     and h.department = ${bind(department ?? anyLabel)} and h.channel = ${bind(channel ?? anyLabel)}
     and h.day >= first and h.day < last`,
    `select cell, duration_class, sign from ${days} join request_delta d on d.id_project = $1
     and d.quarter >= first * 96 and d.quarter < last * 96 and d.duration_class is not null${filters}`,
  ];
}

/** One subquery per remainder (`offset 0`): joined all at once, the planner would read every fact of the project. */
function fromFacts(remainders: Columns, filters: string, bind: Bind): string {
  return `select cell, f.duration_class, 1 as total from ${table(remainders, bind, 'part(cell, since, before)')}
    cross join lateral (select f.duration_class from request_fact f where f.id_project = $1 and f.duration_class is not null
      and f.created_at >= ${instant('since')} and f.created_at < ${instant('before')}${filters} offset 0) f`;
}

/** A table of three numeric columns. */
function table(rows: Columns, bind: Bind, name: string): string {
  const column = (place: number) => `${bind(rows.map((row) => row[place]))}::bigint[]`;
  return `unnest(${[0, 1, 2].map(column).join(', ')}) ${name}`;
}

const instant = (ms: string) => `to_timestamp(${ms} / 1000.0)`;
