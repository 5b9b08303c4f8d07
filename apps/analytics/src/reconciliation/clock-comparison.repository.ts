import type { Database } from '@parley/service-kit/database';

import { asOld, type FactDifference, type RunDay, repairedAt, settled } from './fact-comparison.repository.ts';

/**
 * Compares facts of clocks with the conversations service, and repairs them. It has the newest clock of each metric: earlier ones are known
 * by their events alone.
 */
export class ClockComparison {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Facts that are missing, superfluous or other; anything newer than the snapshot is no difference. */
  differences({ run, from, until, asOf }: RunDay): Promise<FactDifference[]> {
    return this.#db.query<FactDifference>(clockDifferences, [run.projectId, run.id, from, until, asOf]);
  }

  async repair({ run, asOf }: RunDay, differences: readonly FactDifference[]): Promise<void> {
    const ids = (isSuperfluous: boolean) =>
      differences.filter((one) => one.kind === 'clocks' && one.isSuperfluous === isSuperfluous).map(({ id }) => id);
    await this.#db.query(removeClocks, [run.projectId, ids(true)]);
    await this.#db.query(setClocks, [run.projectId, run.id, ids(false), asOf]);
  }
}

const idOf = (table: string) => `concat_ws(' ', ${table}.request, ${table}.metric, ${table}.cycle)`;
const within = (at: string) => `${at} >= $3 and ${at} < $4`;

const clockDifferences = {
  name: 'clock_differences',
  text: `select 'clocks' as kind, ${idOf('r')} as id, coalesce(f.started_at, r.started_at) as "createdAt",
      (f.request is not null)::int as stored, 1 as raw, false as "isSuperfluous"
    from raw_clock r left join clock_fact f on f.id_project = r.id_project and f.request = r.request and f.metric = r.metric
      and f.cycle = r.cycle
    where r.id_project = $1 and r.run = $2 and r.is_counted and ${within('coalesce(f.started_at, r.started_at)')}
      and ${asOld('r.request')} and (f.request is null or f.told_at < ${settled} and (
        f.state <> r.state or f.is_breached <> r.is_breached or r.state <> 'running' and
          (f.policy, f.started_at, coalesce(f.elapsed_ms, -1)) <> (r.policy, r.started_at, coalesce(r.elapsed_ms, -1))))
    union all
    select 'clocks', ${idOf('f')}, f.started_at, 1, 0, true
    from clock_fact f where f.id_project = $1 and ${within('f.started_at')} and f.told_at < ${settled} and ${asOld('f.request')}
      and not exists (select from raw_clock r where r.id_project = $1 and r.run = $2 and r.request = f.request
        and r.metric = f.metric and (r.cycle > f.cycle or r.cycle = f.cycle and r.is_counted is not false))
    order by 2`,
};

const removeClocks = {
  name: 'clock_facts_remove',
  text: `delete from clock_fact f where f.id_project = $1 and ${idOf('f')} = any($2)`,
};

/** What a request was like when its clock ended, its owner does not know: that stays, where an event has recorded it. */
const atTheEnd = ['priority', 'department', 'channel', 'tags', 'agents'];

const setClocks = {
  name: 'clock_facts_set',
  text: `insert into clock_fact as c (id_project, request, metric, cycle, started_at, policy, state, is_breached, elapsed_ms, told_at,
      ${atTheEnd.join(', ')})
    select id_project, request, metric, cycle, started_at, policy, state, is_breached, elapsed_ms, ${repairedAt}, ${atTheEnd.join(', ')}
    from raw_clock r where id_project = $1 and run = $2 and ${idOf('r')} = any($3)
    on conflict (id_project, request, metric, cycle) do update set started_at = excluded.started_at, policy = excluded.policy,
      state = excluded.state, is_breached = excluded.is_breached, elapsed_ms = excluded.elapsed_ms, told_at = excluded.told_at,
      ${atTheEnd.map((column) => `${column} = case when c.state = 'running' then excluded.${column} else c.${column} end`).join(', ')}`,
};
