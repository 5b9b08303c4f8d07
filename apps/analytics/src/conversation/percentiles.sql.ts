import type { Bind } from '@parley/service-kit/database';

import { anyLabel, whereSql } from '../rollup/label.ts';
import { dayMs } from '../window/zone.ts';

/** Selects the conversations of a department, or of all (`anyLabel`), that were created within a time. */
export interface Slot {
  department: string;
  from: number;
  until: number;
}

/** A table that is passed with the statement: the number of the slot, two bounds, the wanted department. */
type Rows = (readonly [slot: number, first: number, last: number, wanted: string])[];

/**
 * The median and the 90th percentile of the durations of each slot, in one statement and so from one snapshot: the histogram gives the
 * class of a place, the facts of that class the exact value. The percentile is the smallest value that nine in ten do not exceed. The
 * first value is the project; slots are numbered from 1. Source: contract 40 section 1.7.
 */
export function percentilesSql(slots: readonly Slot[], channel: string | undefined, bind: Bind): string {
  const { whole, remainders } = divided(slots);
  const ofChannel = (table: string) => whereSql(`${table}.channel`, channel, bind);
  const counted = [...fromHistogram(whole, channel, bind), fromFacts(remainders, ofChannel('f'), bind)];
  const bounds = slots.map(({ from, until, department }, index) => [index + 1, from, until, department] as const);
  return `with bound as (select * from ${table(bounds, bind, 'bound(slot, since, before, wanted)')}),
    counted as (select slot, duration_class, sum(total)::bigint as total from (${counted.join(' union all ')}) remainders
      group by slot, duration_class having sum(total) <> 0),
    ranked as (select *, (sum(total) over (partition by slot order by duration_class))::bigint as upto,
      (sum(total) over (partition by slot))::bigint as n from counted),
    ranks as (select slot, duration_class, percentile, place - (upto - total) as place from ranked
      cross join lateral (values (50, (n + 1) / 2), (50, n / 2 + 1), (90, (9 * n + 9) / 10)) places(percentile, place)
      where place > upto - total and place <= upto)
    select ranks.slot::int, avg(exact.duration_ms) filter (where percentile = 50) as median,
      avg(exact.duration_ms) filter (where percentile = 90) as p90 from ranks join bound on bound.slot = ranks.slot
    cross join lateral (select duration_ms from request_fact f where f.id_project = $1 and f.duration_class = ranks.duration_class
      and f.created_at >= ${instant('bound.since')} and f.created_at < ${instant('bound.before')}
      and ${isWanted('f')}${ofChannel('f')} order by duration_ms offset ranks.place - 1 limit 1) exact
    group by ranks.slot`;
}

/** Splits slots into whole days (UTC) and the remainders. */
function divided(slots: readonly Slot[]): { whole: Rows; remainders: Rows } {
  const whole: Rows = [];
  const remainders: Rows = [];
  for (const [index, { from, until, department }] of slots.entries()) {
    const [first, last] = [Math.ceil(from / dayMs), Math.floor(until / dayMs)];
    if (first >= last) {
      remainders.push([index + 1, from, until, department]);
      continue;
    }
    whole.push([index + 1, first, last, department]);
    if (from < first * dayMs) remainders.push([index + 1, from, first * dayMs, department]);
    if (last * dayMs < until) remainders.push([index + 1, last * dayMs, until, department]);
  }
  return { whole, remainders };
}

function fromHistogram(whole: Rows, channel: string | undefined, bind: Bind): string[] {
  if (whole.length === 0) return [];
  const days = table(whole, bind, 'days(slot, first, last, wanted)');
  return [
    `select slot, duration_class, total from ${days} join duration_histogram h on h.id_project = $1
     and h.department = wanted and h.channel = ${bind(channel ?? anyLabel)} and h.day >= first and h.day < last`,
    `select slot, duration_class, sign from ${days} join request_delta d on d.id_project = $1
     and d.quarter >= first * 96 and d.quarter < last * 96 and d.duration_class is not null
     and ${isWanted('d')}${whereSql('d.channel', channel, bind)}`,
  ];
}

/** One subquery per remainder (`offset 0`): joined all at once, the planner would read every fact of the project. */
function fromFacts(remainders: Rows, ofChannel: string, bind: Bind): string {
  return `select slot, f.duration_class, 1 as total from ${table(remainders, bind, 'part(slot, since, before, wanted)')}
    cross join lateral (select f.duration_class from request_fact f where f.id_project = $1 and f.duration_class is not null
      and f.created_at >= ${instant('since')} and f.created_at < ${instant('before')} and ${isWanted('f')}${ofChannel} offset 0) f`;
}

function table(rows: Rows, bind: Bind, name: string): string {
  const column = (place: 0 | 1 | 2) => `${bind(rows.map((row) => row[place]))}::bigint[]`;
  return `unnest(${column(0)}, ${column(1)}, ${column(2)}, ${bind(rows.map(([, , , wanted]) => wanted))}::text[]) ${name}`;
}

const isWanted = (table: string) => `(wanted = '${anyLabel}' or ${table}.department = wanted)`;
const instant = (ms: string) => `to_timestamp(${ms} / 1000.0)`;
