import type { Database } from '@parley/service-kit/database';

/** The only writer of `ended_project`. */
export class ProjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async end(projectId: string): Promise<void> {
    await this.#db.query(end, [projectId]);
  }

  async endedBefore(at: Date): Promise<string[]> {
    const text = 'select id_project as id from ended_project where ended_at < $1 order by ended_at limit 100';
    const rows = await this.#db.query<{ id: string }>({ name: 'projects_ended', text }, [at]);
    return rows.map(({ id }) => id);
  }

  /** Deletes all rows of the project, including its tombstone. */
  async erase(projectId: string): Promise<void> {
    await this.#db.query(erase, [projectId]);
  }

  /** Deletes tombstones of requests that receive no more events. */
  async deleteTombstonesBefore(at: Date): Promise<void> {
    const text = `delete from conversation where (id_project, id) in
      (select id_project, id from conversation where deleted_at < $1 order by deleted_at limit 5000)`;
    await this.#db.query({ name: 'conversations_forget_old', text }, [at]);
  }
}

const end = {
  name: 'project_end',
  text: `with dropped as (delete from turn where id_project = $1)
    insert into ended_project (id_project) values ($1) on conflict (id_project) do nothing`,
};

const erase = {
  name: 'project_erase',
  text: `with a as (delete from turn where id_project = $1), b as (delete from session where id_project = $1),
      c as (delete from conversation where id_project = $1), d as (delete from intent where id_project = $1),
      e as (delete from bot_project where id_project = $1), f as (delete from bot where id_project = $1),
      g as (delete from call where id_project = $1), h as (delete from failing_bot where id_project = $1)
    delete from ended_project where id_project = $1`,
};
