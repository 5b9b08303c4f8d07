import type { Database, Statement } from '@parley/service-kit/database';

import { waitsHere } from '../request-store/request.statements.ts';

/** A request that waits for a human. */
export interface WaitingRequest {
  id: string;
  requestId: string;
  departmentId: string | null;
  waitingSince: Date;
  /** Teammate ids of agents who left it, with the time. */
  abandonedBy: Record<string, number>;
  status: number;
}

export const waitingBatch = 100;

/** The condition of the queue; `request_queue_idx` has all of it but snoozes and imports. */
const inQueue = `r.status in (100, 150) and not r.preflight and r.smart_assignment and r.snooze is null and ${waitsHere}`;

/** Without pooled departments, by the read model. */
const notPooled = `not exists (select from copy_department d where d.id_project = r.id_project and d.id = r.department_id
  and not d.deleted and d.record->>'routing' is distinct from 'assigned')`;

/** A project that is being imported has no copy: nothing works for it before the import is activated. */
const isKnown = `exists (select from copy_project p where p.id_project = r.id_project and not p.deleted)`;

const waiting: Statement = {
  name: 'waiting_requests',
  text: `select r.id, r.request_id as "requestId", r.department_id as "departmentId", r.status,
      r.waiting_since as "waitingSince", r.abandoned_by as "abandonedBy"
    from request r where r.id_project = $1 and ${inQueue} and (r.queue_after is null or r.queue_after <= clock_timestamp())
      and ($2::timestamptz is null or (r.waiting_since, r.id) > ($2, $3))
      and (coalesce(r.department_id, '') <> all ($4) or (r.status = 100 and r.abandoned_by <> '{}'))
    order by r.waiting_since, r.id limit ${waitingBatch}`,
};

const pauses: Statement = {
  name: 'queue_pauses',
  text: `select (extract(epoch from min(r.queue_after) - clock_timestamp()) * 1000)::float8 as ms from request r
    where r.id_project = $1 and ${inQueue} and r.queue_after > clock_timestamp()`,
};

const projects: Statement = {
  name: 'queue_projects',
  text: `select distinct r.id_project as "projectId" from request r
    where r.id_project > $1 and ${inQueue} and ${notPooled} and ${isKnown} order by 1 limit 1000`,
};

/** Reads the queue. */
export class QueueQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The next waiting requests after `after`, oldest first.
   * @param full departments at capacity, skipped except for requests that all may have left; `''`: requests without department
   */
  waiting(projectId: string, after: WaitingRequest | undefined, full: readonly string[]): Promise<WaitingRequest[]> {
    return this.#db.query<WaitingRequest>(waiting, [projectId, after?.waitingSince ?? null, after?.id ?? '', full]);
  }

  /** In how many ms the first request ends its pause; `null`: none has one. */
  async nextPauseMs(projectId: string): Promise<number | null> {
    const [row] = await this.#db.query<{ ms: number | null }>(pauses, [projectId]);
    return row?.ms ?? null;
  }

  /** Some projects with waiting requests, in the order of their ids. */
  async projects(after: string): Promise<string[]> {
    const rows = await this.#db.query<{ projectId: string }>(projects, [after]);
    return rows.map(({ projectId }) => projectId);
  }
}
