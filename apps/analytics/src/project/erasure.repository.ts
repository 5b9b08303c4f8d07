import type { Database } from '@parley/service-kit/database';

const batch = 5_000;

/** All tables with data of a project, and the rest of their keys. */
const tables: Record<string, string> = {
  activity: 'id',
  activity_link: 'seq',
  activity_chain: 'id_project',
  activity_agent: 'agent, created_at, id, verb',
  request_birth: 'request',
  participation: 'created_at, request, participant',
  request_delta: 'id',
  request_rollup: 'span, department, channel, quarter',
  duration_histogram: 'department, channel, day, duration_class',
  message_fact: 'id',
  clock_fact: 'request, metric, cycle',
  visitor_fact: 'id',
  tally_delta: 'id',
  tally: 'metric, span, label, quarter',
  raw_request: 'run, id',
  raw_clock: 'run, request, metric',
  raw_message: 'run, id',
  reconciliation: 'id',
  erased: 'id',
  // Last: its tombstones keep late messages from being counted.
  request_fact: 'id',
};

/** Removes expired data. */
export class ErasureRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Erases all data of a project, except that it has ended. */
  async eraseProject(projectId: string): Promise<void> {
    for (const [table, key] of Object.entries(tables)) {
      const text = `with gone as (delete from ${table} where id_project = $1 and (${key}) in
        (select ${key} from ${table} where id_project = $1 limit ${batch}) returning 1) select count(*)::int as count from gone`;
      for (let count = batch; count === batch; ) {
        const [row] = await this.#db.query<{ count: number }>(text, [projectId]);
        count = row?.count ?? 0;
      }
    }
  }

  /** Removes tombstones for which no late event can arrive. */
  async forgetTombstones(): Promise<void> {
    await this.#db.query(`delete from request_fact where is_deleted and told_at < now() - interval '30 days'`);
    await this.#db.query(`delete from visitor_fact where not is_counted and told_at < now() - interval '30 days'`);
    await this.#db.query(`delete from erased where erased_at < now() - interval '30 days'`);
  }
}
