import { transferErrors } from '@parley/contracts';

import type { Database } from '../database/database.ts';
import type { Loaded } from './load-batch.ts';

export type ImportState = 'loading' | 'active';

/** Rows of one statement: keeps transactions short. */
const batchRows = 5_000;

/** Tables of the kit, in which an import leaves nothing. */
const tablesOfTheKit = ['outbox', 'inbox', 'idempotency', 'task', 'dead_letter', 'import'];

/** Which project is made by which import, and which of its batches are stored. */
export class Imports {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(projectId: string, id: string): Promise<ImportState> {
    const [row] = await this.#db.query<{ import: string; state: ImportState }>(
      `with made as (insert into import (id_project, import) values ($1, $2) on conflict do nothing returning import, state)
       select * from made union all select import, state from import where id_project = $1 limit 1`,
      [projectId, id],
    );
    if (row?.import !== id) throw transferErrors.project_exists();
    return row.state;
  }

  async find(projectId: string): Promise<{ import: string; state: ImportState } | undefined> {
    const text = 'select import, state from import where id_project = $1';
    return (await this.#db.query<{ import: string; state: ImportState }>(text, [projectId]))[0];
  }

  /** Locks the import. @throws import_closed */
  async require(projectId: string, id: string): Promise<void> {
    const [row] = await this.#db.query<{ state: ImportState }>(
      'select state from import where id_project = $1 and import = $2 for update',
      [projectId, id],
    );
    if (row?.state !== 'loading') throw transferErrors.import_closed();
  }

  /** The answer of a batch that is stored. @throws import_closed when another batch has its number */
  async answerOf({ projectId, kind, n, sha256 }: BatchId): Promise<Loaded | undefined> {
    const [row] = await this.#db.query<{ sha256: string; answer: Loaded }>(
      'select sha256, answer from import_batch where id_project = $1 and kind = $2 and n = $3',
      [projectId, kind, n],
    );
    if (row && row.sha256 !== sha256) throw transferErrors.import_changed();
    return row?.answer;
  }

  async keepAnswer({ projectId, kind, n, sha256 }: BatchId, answer: Loaded): Promise<void> {
    await this.#db.query('insert into import_batch (id_project, kind, n, sha256, answer) values ($1, $2, $3, $4, $5)', [
      projectId,
      kind,
      n,
      sha256,
      JSON.stringify(answer),
    ]);
  }

  /** @returns false when it was active already */
  async activate(projectId: string, id: string): Promise<boolean> {
    const [row] = await this.#db.query<{ state: ImportState }>(
      'select state from import where id_project = $1 and import = $2 for update',
      [projectId, id],
    );
    if (!row) throw transferErrors.import_closed();
    if (row.state === 'active') return false;
    await this.#db.query(`update import set state = 'active' where id_project = $1`, [projectId]);
    await this.#db.query('delete from import_batch where id_project = $1', [projectId]);
    return true;
  }

  /** Removes the rows of a project from every table, its import last. @returns false when some are left: repeat it */
  async discard(projectId: string, id: string, withinMs = 1_000): Promise<boolean> {
    const end = performance.now() + withinMs;
    const known = await this.find(projectId);
    if (!known) return true;
    if (known.import !== id || known.state !== 'loading') throw transferErrors.import_closed();
    for (const table of await this.#tables()) {
      let removed = batchRows;
      while (removed === batchRows) {
        if (performance.now() > end) return false;
        removed = (await this.#db.query(removeOf(table), [projectId, batchRows])).length;
      }
    }
    await this.#db.query('delete from import where id_project = $1', [projectId]);
    return true;
  }

  /** Read from the catalogue of the database, so that new tables are covered. */
  async #tables(): Promise<string[]> {
    const rows = await this.#db.query<{ name: string }>(
      `select c.relname as name from pg_class c
         join pg_attribute a on a.attrelid = c.oid and a.attname = 'id_project' and not a.attisdropped
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname <> all($1)
       order by c.relname`,
      [tablesOfTheKit],
    );
    return rows.map(({ name }) => name);
  }
}

export interface BatchId {
  projectId: string;
  kind: string;
  n: number;
  sha256: string;
}

/** @param table a name from the catalogue, never from input */
function removeOf(table: string): string {
  return `delete from "${table}" where ctid = any(array(select ctid from "${table}" where id_project = $1 limit $2)) returning 1`;
}
