import { anyLabel } from './label.ts';
import { contributionSql, sumColumns, summedSql } from './sums.sql.ts';

const places = (department: string, channel: string) => `lateral (values (${department}, ${channel}),
  (${department}, '${anyLabel}'), ('${anyLabel}', ${channel}), ('${anyLabel}', '${anyLabel}')) as place(department, channel)`;
const spans = '(values (1), (4)) as spans(span)';
export const rollupKey = ['id_project', 'span', 'department', 'channel', 'quarter'];

/**
 * The rollups of the rows of `source`: spans of a quarter and of an hour, by department and channel or any. Sums by quarter first,
 * because each remaining row is in eight rollups.
 * @param source has the columns of `request_delta` @param sign SQL of its sign
 */
export function rollupsSql(source: string, sign: string): string {
  return `select id_project, span, place.department, place.channel, s.quarter - s.quarter % span as quarter, ${summedSql}
    from (select id_project, department, channel, quarter, ${summedSql} from (
        select id_project, department, channel, quarter, ${contributionSql(sign)} from ${source}) each
      group by id_project, department, channel, quarter) s
    cross join ${spans} cross join ${places('s.department', 's.channel')}
    group by id_project, span, place.department, place.channel, s.quarter - s.quarter % span`;
}

/** Adds rollups to the stored ones. */
export function addRollupsSql(rollups: string): string {
  return adding('request_rollup', rollupKey, sumColumns, rollups);
}

export const histogramKey = ['id_project', 'department', 'channel', 'day', 'duration_class'];

/** Histogram of the durations in `source`, by day. @param sign SQL of its sign */
export function histogramSql(source: string, sign: string): string {
  return `select id_project, place.department, place.channel, day, duration_class, sum(total)::int as total
    from (select id_project, department, channel, quarter / 96 as day, duration_class, sum(${sign}) as total from ${source}
      where duration_class is not null group by id_project, department, channel, quarter / 96, duration_class) s
    cross join ${places('s.department', 's.channel')}
    group by id_project, place.department, place.channel, day, duration_class`;
}

export function addHistogramSql(histogram: string): string {
  return adding('duration_histogram', histogramKey, ['total'], histogram);
}

export const tallyKey = ['id_project', 'metric', 'label', 'span', 'quarter'];

/** Tallies of the rows of `source`, which has the columns of `tally_delta`. */
export function talliesSql(source: string): string {
  return `select id_project, metric, place.label, span, quarter - quarter % span as quarter, sum(total)::int as total,
      sum(part)::int as part
    from (select id_project, metric, label, quarter, sum(total) as total, sum(part) as part from ${source} each
      group by id_project, metric, label, quarter) s
    cross join ${spans} cross join lateral (values (s.label), ('${anyLabel}')) as place(label)
    group by id_project, metric, place.label, span, s.quarter - s.quarter % span`;
}

export function addTalliesSql(tallies: string): string {
  return adding('tally', tallyKey, ['total', 'part'], tallies);
}

/** Sorted by key, so that concurrent writers of the same rows do not deadlock. */
function adding(table: string, key: readonly string[], sums: readonly string[], rows: string): string {
  const columns = [...key, ...sums].join(', ');
  return `insert into ${table} (${columns}) select ${columns} from (${rows}) added order by ${key.join(', ')}
    on conflict (${key.join(', ')}) do update set ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')}`;
}
