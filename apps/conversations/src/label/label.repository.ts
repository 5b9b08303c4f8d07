import type { TextsByLabel } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** The project's texts that were fetched so far. */
export interface CopiedLabels {
  /** Of the last `labels.updated`; -1 before the first one. */
  version: number;
  /** By requested language. */
  texts: Readonly<Record<string, TextsByLabel>>;
}

/** Read model of a project's labels, filled on demand and cleared by `labels.updated`. */
export class LabelCopies {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(projectId: string): Promise<CopiedLabels> {
    const text = 'select version, record as texts from copy_labels where id_project = $1';
    const [row] = await this.#db.query<CopiedLabels>({ name: 'find_labels', text }, [projectId]);
    return row ?? { version: -1, texts: {} };
  }

  /** @param version of the read model before the fetch: an answer older than a change is not stored */
  async keep(projectId: string, version: number, language: string, texts: TextsByLabel): Promise<void> {
    const text = `insert into copy_labels as kept (id_project, version, record) values ($1, $2, $3)
      on conflict (id_project) do update set record = kept.record || excluded.record where kept.version = excluded.version`;
    await this.#db.query({ name: 'keep_labels', text }, [projectId, version, JSON.stringify({ [language]: texts })]);
  }

  /** Clears the texts after a change; they are fetched again on demand. */
  async forget(projectId: string, version: number): Promise<void> {
    const text = `insert into copy_labels as kept (id_project, version, record) values ($1, $2, '{}')
      on conflict (id_project) do update set version = excluded.version, record = excluded.record
      where kept.version < excluded.version`;
    await this.#db.query({ name: 'forget_labels', text }, [projectId, version]);
  }
}
