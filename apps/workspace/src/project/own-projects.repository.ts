import type { PageQuery } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Teammate } from '../teammate/teammate.ts';
import { type TeammateRow, toTeammate } from '../teammate/teammate-rows.repository.ts';
import type { Project } from './project.ts';
import { toProject } from './project-rows.repository.ts';

const list: SortedList<'updatedAt'> = {
  name: 'own-projects',
  columns: { updatedAt: { sql: 'p.updated_at', type: 'timestamptz' } },
  id: 'm.id',
  defaultField: 'updatedAt',
};

export interface OwnProject {
  teammate: Teammate;
  project: Project;
}

/** Read-only queries for the projects of a person. */
export class OwnProjectsRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Where a person is an active teammate, living projects only. */
  async list(idUser: string, query: PageQuery<'updatedAt'>): Promise<{ found: OwnProject[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [idUser];
    const bind = binder(values);
    const rows = await this.#db.query<TeammateRow & Placed>(
      `SELECT m.*, NULL AS person, ${page.columns}
       FROM memberships l
         JOIN teammates m ON m.id_project = l.id_project AND m.id = l.id_teammate
         JOIN projects p ON p.id_project = l.id_project AND p.status = 100
       WHERE l.id_user = $1 AND m.status = 'active' AND NOT m.trashed AND m.role IN ('agent', 'admin', 'owner')
         AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const cut = page.cut(rows);
    const projects = await this.#projects(cut.rows.map(({ id_project }) => id_project));
    const found = cut.rows.flatMap((row) => {
      const project = projects.get(row.id_project);
      return project ? [{ teammate: toTeammate(row), project }] : [];
    });
    return { found, next: cut.next };
  }

  async countOwned(idUser: string): Promise<number> {
    const [row] = await this.#db.query<{ owned: number }>(
      `SELECT count(*) AS owned FROM memberships l
         JOIN teammates m ON m.id_project = l.id_project AND m.id = l.id_teammate
         JOIN projects p ON p.id_project = l.id_project AND p.status = 100
       WHERE l.id_user = $1 AND m.role = 'owner' AND m.status = 'active' AND NOT m.trashed`,
      [idUser],
    );
    return row?.owned ?? 0;
  }

  async #projects(ids: string[]): Promise<Map<string, Project>> {
    const where = { idProject: { in: ids } };
    const [rows, bans] = await Promise.all([
      this.#db.prisma.project.findMany({ where }),
      this.#db.prisma.projectBan.findMany({ where, orderBy: { id: 'asc' } }),
    ]);
    const bansOf = (id: string) => bans.filter(({ idProject }) => idProject === id);
    return new Map(rows.map((row) => [row.idProject, toProject(row, bansOf(row.idProject))]));
  }
}
