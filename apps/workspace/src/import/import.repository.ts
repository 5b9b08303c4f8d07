import type { PageQuery } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import type { Import, ImportRun } from './import-run.ts';

const list: SortedList<'createdAt'> = {
  name: 'imports',
  columns: { createdAt: { sql: 'i.created_at', type: 'timestamptz' } },
  id: 'i.id_project',
  defaultField: 'createdAt',
};

/** Imports of projects that `$1` owns, also of those that are not activated. */
const ofOwner = `from memberships l
    join teammates m on m.id_project = l.id_project and m.id = l.id_teammate
    join projects p on p.id_project = l.id_project and p.status in (50, 100)
    join import i on i.id_project = l.id_project and i.run is not null
  where l.id_user = $1 and m.role = 'owner' and m.status = 'active' and not m.trashed`;

/** How far imports are: `run` of the kit's table `import`, so that a discarded import leaves nothing. */
export class ImportRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(idUser: string, query: PageQuery<'createdAt'>) {
    const page = pageOf(list, query);
    const values: unknown[] = [idUser];
    const bind = binder(values);
    const rows = await this.#db.query<Import & Placed>(
      `select i.import as id, i.id_project as "projectId", p.name, i.run, i.created_at as "createdAt",
         i.reported_at as "reportedAt", ${page.columns}
       ${ofOwner} and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const [all] = await this.#db.query<{ count: number }>(`select count(*) as count ${ofOwner}`, [idUser]);
    const { rows: imports, next } = page.cut(rows);
    return { imports, next, count: all?.count ?? 0, perPage: page.perPage };
  }

  /** Does nothing for an import that was discarded. */
  async update(
    projectId: string,
    id: string,
    decide: (current: ImportRun | undefined, at: Date) => ImportRun,
  ): Promise<void> {
    await this.#db.transaction(async () => {
      const [row] = await this.#db.query<{ run: ImportRun | null; at: Date }>(
        'select run, now() as at from import where id_project = $1 and import = $2 for update',
        [projectId, id],
      );
      if (!row) return;
      const text = 'update import set run = $3, reported_at = $4 where id_project = $1 and import = $2';
      await this.#db.query(text, [projectId, id, JSON.stringify(decide(row.run ?? undefined, row.at)), row.at]);
    });
  }
}
