import type { Bind } from '@parley/service-kit/database';
import { segmentSql, turnsSql } from '../segment/segment.sql.ts';
import type { Segment } from '../segment/segment.ts';

/** Whether `lead l` is in each of the segments at the moment `clock`: SQL of an array. */
function membershipsSql(segments: readonly Segment[], bind: Bind, clock: string): string {
  const conditions = segments.map((segment) => `(l.status = 100 and ${segmentSql(segment, bind, clock)}) is true`);
  return `array[${conditions.join(', ')}]::boolean[]`;
}

/** The next instant after `clock` at which time alone may move `lead l`: SQL. */
export function nextTurnSql(segments: readonly Segment[], bind: Bind, clock: string): string {
  const turns = segments.flatMap(({ filters }) => turnsSql(filters, bind, clock));
  return turns.length === 0 ? 'null::timestamptz' : `case when l.status = 100 then least(${turns.join(', ')}) end`;
}

/**
 * Compares the memberships of leads at the last look with those of now. At the last look a lead was what `lead_before` holds, else
 * what it is now; of the time that has passed since, only the instants in `lead_turn` can have mattered.
 * @param leads SQL of their ids
 * @param at SQL of now
 */
export function lookSql(segments: readonly Segment[], bind: Bind, leads: string, at: string): string {
  return `select x.lead, b.lead is not null as changed, coalesce(b.depth, 0) as depth,
      case when b.lead is not null and b.record is null then null else (
        select ${membershipsSql(segments, bind, `least(n.at, t.at - interval '1 microsecond')`)}
        from jsonb_populate_record(null::lead, case when b.lead is null then to_jsonb(c) else b.record end) l) end as was,
      (select ${membershipsSql(segments, bind, 'n.at')} from (select c.*) l where c.id is not null) as "is",
      (select to_char((${nextTurnSql(segments, bind, 'n.at')}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
       from (select c.*) l where c.id is not null) as turn
    from unnest(${leads}::text[]) x(lead) cross join (select ${at}::timestamptz as at) n
    left join lead c on c.id_project = $1 and c.id = x.lead
    left join lead_before b on b.id_project = $1 and b.lead = x.lead
    left join lead_turn t on t.id_project = $1 and t.lead = x.lead`;
}
