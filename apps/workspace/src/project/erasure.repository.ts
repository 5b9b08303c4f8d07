import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { ProjectStatus } from './project.ts';

/** They keep their rows as long as their readers need them, and no longer. */
const tablesOfTheKit = ['outbox', 'inbox', 'idempotency', 'task', 'dead_letter'];

const maxBatchSize = 100;
/** Rows of one statement: no transaction may run long, and some projects have visitors by the million. */
const batch = 5_000;

/** Erases what deleted projects leave behind, in every table of this service. */
export class ErasureRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Projects that were deleted before then; nothing changes a project after its deletion. */
  async listDue(before: Date): Promise<string[]> {
    const rows = await this.#db.prisma.project.findMany({
      where: { status: ProjectStatus.deleted, updatedAt: { lt: before } },
      orderBy: { updatedAt: 'asc' },
      select: { idProject: true },
      take: maxBatchSize,
    });
    return rows.map(({ idProject }) => idProject);
  }

  /** The project itself goes last, so that a round that broke off is taken up again. */
  async erase(projectId: string): Promise<void> {
    for (const table of await this.#tables()) await this.#empty(table, 'id_project = $1', projectId);
    // An index for each half: so tokens pay nothing for it while they are issued.
    await this.#empty('tokens', 'id_project = $1 AND revoked_at IS NULL', projectId);
    await this.#empty('tokens', 'id_project = $1 AND revoked_at IS NOT NULL', projectId);
    await this.#empty('users', 'provisioned_by = $1', projectId);
    await this.#empty('projects', 'id_project = $1', projectId);
  }

  /** Asked of the database: a table that is made tomorrow is erased as well, whoever forgets about it. */
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

  /** @param table by its own name in the catalogue, never by anybody's word */
  async #empty(table: string, condition: string, projectId: string): Promise<void> {
    const text = `DELETE FROM "${table}" WHERE ctid = ANY(ARRAY(SELECT ctid FROM "${table}" WHERE ${condition} LIMIT $2))
                  RETURNING 1`;
    let erased = batch;
    while (erased === batch) erased = (await this.#db.query(text, [projectId, batch])).length;
  }
}
