import type { Database } from '@parley/service-kit/database';

const batch = 5_000;

/** Everything that is kept of a project, and how its rows are told apart. */
const tables: Record<string, string> = {
  activity: 'id',
  activity_agent: 'agent, created_at, id, verb',
  request_birth: 'request',
  participation: 'created_at, request, participant',
  request_delta: 'id',
  request_rollup: 'span, department, channel, quarter',
  duration_histogram: 'department, channel, day, duration_class',
  message_fact: 'id',
  visitor_fact: 'id',
  tally_delta: 'id',
  tally: 'metric, span, label, quarter',
  raw_request: 'run, id',
  raw_message: 'run, id',
  reconciliation: 'id',
  erased: 'id',
  // Last of all: it keeps messages that are heard of late from being counted.
  request_fact: 'id',
};

/** Removes what is past its time. */
export class ErasureRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All that is left of a project that has ended, but that it has. */
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

  /** What is remembered of records that are gone, for events that no longer come. */
  async forgetTombstones(): Promise<void> {
    await this.#db.query(`delete from request_fact where is_deleted and told_at < now() - interval '30 days'`);
    await this.#db.query(`delete from visitor_fact where not is_counted and told_at < now() - interval '30 days'`);
    await this.#db.query(`delete from erased where erased_at < now() - interval '30 days'`);
  }
}
