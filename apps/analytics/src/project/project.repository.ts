import type { Database } from '@parley/service-kit/database';

/** The only writer of `project`, a read model kept by events. */
export class ProjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The retention of activities in days, if the project sets one. */
  async retentionDays(projectId: string): Promise<number | undefined> {
    const [row] = await this.#db.query<{ days: number | null }>(retention, [projectId]);
    return row?.days ?? undefined;
  }

  async hasEnded(projectId: string): Promise<boolean> {
    return (await this.#db.query(ended, [projectId])).length > 0;
  }

  /** Stores the settings of an event unless a newer version is stored. */
  async keep(projectId: string, version: number, retentionDays: number | undefined): Promise<void> {
    await this.#db.query(keep, [projectId, version, retentionDays ?? null]);
  }

  async end(projectId: string, version: number): Promise<void> {
    await this.#db.query(end, [projectId, version]);
  }

  /** Projects that ended before this, in batches, after this one. */
  async endedBefore(before: Date, after: string): Promise<string[]> {
    const text =
      'select id_project as id from project where deleted_at < $1 and id_project > $2 order by id_project limit 100';
    return (await this.#db.query<{ id: string }>(text, [before, after])).map(({ id }) => id);
  }
}

const retention = {
  name: 'project_retention',
  text: 'select retention_days as days from project where id_project = $1',
};

const ended = {
  name: 'project_ended',
  text: 'select from project where id_project = $1 and deleted_at is not null',
};

const keep = {
  name: 'project_keep',
  text: `insert into project (id_project, version, retention_days) values ($1, $2, $3)
    on conflict (id_project) do update set version = excluded.version, retention_days = excluded.retention_days
    where project.version < excluded.version`,
};

const end = {
  name: 'project_end',
  text: `insert into project (id_project, version, deleted_at) values ($1, $2, now())
    on conflict (id_project) do update set version = greatest(project.version, excluded.version),
      deleted_at = coalesce(project.deleted_at, excluded.deleted_at)`,
};
