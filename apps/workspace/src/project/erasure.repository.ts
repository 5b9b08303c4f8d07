import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { ProjectStatus } from './project.ts';

/** Tables of the kit, which apply retention of their own. */
const tablesOfTheKit = ['outbox', 'inbox', 'idempotency', 'task', 'dead_letter'];

const maxProjectsPerRun = 100;
/** Batch size: keeps transactions short, since some projects have millions of visitors. */
const batch = 5_000;

/** Erases the data of deleted projects in every table of this service. */
export class ErasureRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Projects deleted before this time: nothing changes a project after its deletion, so `updated_at` is the time of it. */
  async listDue(before: Date): Promise<string[]> {
    const rows = await this.#db.prisma.project.findMany({
      where: { status: ProjectStatus.deleted, updatedAt: { lt: before } },
      orderBy: { updatedAt: 'asc' },
      select: { idProject: true },
      take: maxProjectsPerRun,
    });
    return rows.map(({ idProject }) => idProject);
  }

  /** The project's own row is deleted last, so that an interrupted run is resumed. */
  async erase(projectId: string): Promise<void> {
    for (const table of await this.#tables()) await this.#empty(table, 'id_project = $1', projectId);
    // One statement per partial index; a full index on `id_project` would slow down issuing tokens.
    await this.#empty('tokens', 'id_project = $1 AND revoked_at IS NULL', projectId);
    await this.#empty('tokens', 'id_project = $1 AND revoked_at IS NOT NULL', projectId);
    await this.#empty('users', 'provisioned_by = $1', projectId);
    await this.#empty('projects', 'id_project = $1', projectId);
  }

  /** Read from the database's catalogue, so that new tables are covered automatically. */
  async #tables(): Promise<string[]> {
    const rows = await this.#db.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'id_project' AND NOT a.attisdropped
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relname <> ALL($1)
       ORDER BY c.relname`,
      [[...tablesOfTheKit, 'projects', 'tokens']],
    );
    return rows.map(({ name }) => name);
  }

  /** @param table a name from the catalogue, never from input */
  async #empty(table: string, condition: string, projectId: string): Promise<void> {
    const text = `DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(SELECT ctid FROM "${table}" WHERE ${condition} LIMIT $2))
                  RETURNING 1`;
    let erased = batch;
    while (erased === batch) erased = (await this.#db.query(text, [projectId, batch])).length;
  }
}
