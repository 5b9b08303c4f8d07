import type { Database } from '@parley/service-kit/database';

/** The only writer of `ended_project`. */
export class ProjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Later events of the project are not delivered; recorded deliveries still are. */
  async end(projectId: string, at: Date): Promise<void> {
    await this.#db.query(end, [projectId, at]);
  }

  async endedBefore(at: Date): Promise<string[]> {
    const text = 'select id_project as id from ended_project where ended_at < $1 order by ended_at limit 100';
    const rows = await this.#db.query<{ id: string }>({ name: 'projects_ended', text }, [at]);
    return rows.map(({ id }) => id);
  }

  /** Erases the data of a project in batches; the marker that it has ended goes last. @returns whether there is more */
  async erase(projectId: string, limit: number): Promise<boolean> {
    const gone = await this.#db.query(eraseDeliveries, [projectId, limit]);
    if (gone.length === limit) return true;
    await this.#db.query(erase, [projectId]);
    return false;
  }
}

const end = {
  name: 'project_end',
  text: 'insert into ended_project (id_project, ended_at) values ($1, $2) on conflict (id_project) do nothing',
};

const eraseDeliveries = {
  name: 'project_erase_deliveries',
  text: `delete from delivery where id_project = $1 and id in (select id from delivery where id_project = $1 limit $2) returning 1`,
};

const erase = {
  name: 'project_erase',
  text: `with a as (delete from attempt where id_project = $1), b as (delete from lane where id_project = $1),
      c as (delete from subscription where id_project = $1), d as (delete from erased_record where id_project = $1)
    delete from ended_project where id_project = $1`,
};
