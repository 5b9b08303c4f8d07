import type { Database } from '@parley/service-kit/database';

/** A request of which something is due. */
export interface DueRequest {
  projectId: string;
  requestId: string;
  /** `_id` */
  id: string;
}

const batch = 500;
/** Of one project, when more are due than a batch holds. */
const projectBatch = 50;

/** Finds what is due by the database's clock. */
export class ClockQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Due requests, the longest due first. When there are many, each project has a share: clocks of one project delay no other.
   * @param without `_id`s of requests that could not be updated in this round
   */
  async due(without: readonly string[]): Promise<DueRequest[]> {
    const oldest = await this.#db.query<DueRequest>(oldestDue, [without]);
    return oldest.length < batch ? oldest : this.#db.query<DueRequest>(sharedDue, [without]);
  }
}

const named = 'd.id_project as "projectId", r.request_id as "requestId", d.request as id';
const isDue = 'c.wake_at <= clock_timestamp() and c.request <> all ($1)';
const itsRequest = 'request r on r.id_project = d.id_project and r.id = d.request';

const oldestDue = {
  name: 'due_clocks',
  text: `select ${named} from (select c.* from clock c where ${isDue} order by c.wake_at limit ${batch}) d
    join ${itsRequest} order by d.wake_at`,
};

/** One probe of the index for each project with clocks. */
const sharedDue = {
  name: 'due_clocks_shared',
  text: `with recursive project as (
      (select c.id_project as id from clock c order by c.id_project limit 1)
      union all
      select (select c.id_project from clock c where c.id_project > p.id order by c.id_project limit 1)
        from project p where p.id is not null)
    select ${named} from project p cross join lateral (
      select c.* from clock c where c.id_project = p.id and ${isDue} order by c.wake_at limit ${projectBatch}) d
    join ${itsRequest} order by d.wake_at`,
};
