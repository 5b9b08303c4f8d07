import { transferErrors } from '@parley/contracts';

import type { Database } from '../database/database.ts';
import type { Loaded } from './load-batch.ts';

type ImportState = 'loading' | 'active';

interface KnownImport {
  import: string;
  state: ImportState;
  /** Everything that follows from its activation is done as well. */
  opened: boolean;
}

/** Rows of one statement: keeps transactions short. */
const batchRows = 5_000;

const known = 'import, state, opened_at is not null as opened';

/** Of a batch that stores no records. */
export const nothing: Loaded = { stored: 0, unchanged: 0, linked: [], rejected: [] };

/** Tables of the kit, in which an import leaves nothing. */
const tablesOfTheKit = ['outbox', 'inbox', 'idempotency', 'task', 'dead_letter', 'import'];

/** Which project is made by which import, and which of its batches are stored. */
export class Imports {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async begin(projectId: string, id: string): Promise<KnownImport> {
    const [row] = await this.#db.query<KnownImport>(
      `with made as (insert into import (id_project, import) values ($1, $2) on conflict do nothing returning *)
       select ${known} from made union all select ${known} from import where id_project = $1 limit 1`,
      [projectId, id],
    );
    if (row?.import !== id) throw transferErrors.project_exists();
    return row;
  }

  async find(projectId: string): Promise<KnownImport | undefined> {
    const text = `select ${known} from import where id_project = $1`;
    return (await this.#db.query<KnownImport>(text, [projectId]))[0];
  }

  /** Locks the import. @throws import_closed */
  async require(projectId: string, id: string): Promise<void> {
    const [row] = await this.#db.query<{ state: ImportState }>(
      'select state from import where id_project = $1 and import = $2 for update',
      [projectId, id],
    );
    if (row?.state !== 'loading') throw transferErrors.import_closed();
  }

  /** The answer of a batch that is stored. @throws import_changed when another batch has its number */
  async requireAnswer(batch: BatchId): Promise<Loaded | undefined> {
    const stored = await this.#batch(batch);
    if (stored && stored.sha256 !== batch.sha256) throw transferErrors.import_changed();
    return stored?.answer;
  }

  /** The same; `undefined` when another batch has its number. */
  async answerOf(batch: BatchId): Promise<Loaded | undefined> {
    const stored = await this.#batch(batch);
    return stored?.sha256 === batch.sha256 ? stored.answer : undefined;
  }

  async #batch({ projectId, kind, n }: BatchId): Promise<{ sha256: string; answer: Loaded } | undefined> {
    const text = 'select sha256, answer from import_batch where id_project = $1 and kind = $2 and n = $3';
    return (await this.#db.query<{ sha256: string; answer: Loaded }>(text, [projectId, kind, n]))[0];
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

  /** Copies that an import has brought; those of a record that has changed meanwhile are another batch in the same place. */
  async noteCopies(id: string, { projectId, kind, n, sha256 }: BatchId): Promise<void> {
    await this.#db.query(
      `insert into import_batch (id_project, kind, n, sha256, answer) select $1, $2, $3::int, $4, $5::jsonb
         from import where id_project = $1 and import = $6 and state = 'loading'
       on conflict (id_project, kind, n) do update set sha256 = excluded.sha256`,
      [projectId, kind, n, sha256, JSON.stringify(nothing), id],
    );
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
    // Whom it has linked is asked for by an opening that was cut.
    await this.#db.query(`delete from import_batch where id_project = $1 and answer->'linked' = '[]'`, [projectId]);
    return true;
  }

  /** The records that stand for ones that were here. */
  linked(projectId: string): Promise<Loaded['linked']> {
    const text = `select one.id, one."ownId" from import_batch, jsonb_to_recordset(answer->'linked') as one (id text, "ownId" text)
      where id_project = $1 order by kind, n`;
    return this.#db.query<Loaded['linked'][number]>(text, [projectId]);
  }

  /** Nothing of its activation is left. */
  async open(projectId: string): Promise<void> {
    await this.#db.query('update import set opened_at = now() where id_project = $1', [projectId]);
  }

  /** Removes the rows of a project from every table, its import last. @returns false when some are left: repeat it */
  async discard(projectId: string, id: string, withinMs = 1_000): Promise<boolean> {
    const end = performance.now() + withinMs;
    const found = await this.find(projectId);
    if (!found) return true;
    if (found.import !== id || found.state !== 'loading') throw transferErrors.import_closed();
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
