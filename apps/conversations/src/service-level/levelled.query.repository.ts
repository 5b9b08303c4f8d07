import type { Database } from '@parley/service-kit/database';

import type { Judgement } from './judgement.ts';

/** Where a walk over requests stands. */
export interface Place {
  /** Of the walk by due times, as PostgreSQL writes it. */
  time: string;
  id: string;
}

interface Found extends Place {
  requestId: string;
}

const batchSize = 200;

/** Finds the open requests that a change of policies or hours concerns, a batch at a time. */
export class LevelledQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async next(projectId: string, { why, policy, version = 0 }: Judgement, after: Place): Promise<Found[]> {
    const { time, id } = after;
    if (why === 'hours') return this.#db.query<Found>(byEarlierHours, [projectId, version, time, id]);
    return why === 'policy_deleted'
      ? this.#db.query<Found>(byPolicy, [projectId, id, policy])
      : this.#db.query<Found>(open, [projectId, id]);
  }
}

const open = {
  name: 'levelled_open',
  text: `select '' as time, r.id, r.request_id as "requestId" from request r
    where r.id_project = $1 and r.id > $2 and r.status < 1000 and not r.preflight order by r.id limit ${batchSize}`,
};

const byPolicy = {
  name: 'levelled_by_policy',
  text: `select '' as time, r.id, r.request_id as "requestId" from service_level s
    join request r on r.id_project = s.id_project and r.id = s.request
    where s.id_project = $1 and s.request > $2 and s.policy = $3 and r.status < 1000 order by s.request limit ${batchSize}`,
};

/** Nearest first, then those that are not due as things are. One that is computed again moves to the end, with the new version. */
const byEarlierHours = {
  name: 'levelled_by_earlier_hours',
  // By an index each: a project may have as many clocks as there are.
  text: `select c.time::text as time, r.id, r.request_id as "requestId" from (
      (select c.wake_at as time, c.request from clock c where c.id_project = $1 and c.config < $2
        and (c.wake_at, c.request) > ($3::timestamptz, $4) order by c.wake_at, c.request limit ${batchSize})
      union all
      (select 'infinity', c.request from clock c where c.id_project = $1 and c.config < $2 and c.wake_at is null
        and c.request > case when $3::timestamptz = 'infinity' then $4 else '' end order by c.request limit ${batchSize})) c
    join request r on r.id_project = $1 and r.id = c.request
    order by c.time, c.request limit ${batchSize}`,
};
