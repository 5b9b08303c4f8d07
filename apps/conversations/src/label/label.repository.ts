import type { TextsByLabel } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** The project's texts as far as they have been asked for. */
export interface CopiedLabels {
  /** Of the last `labels.updated`; -1 before the first one. */
  version: number;
  /** By language, as it was asked for. */
  texts: Readonly<Record<string, TextsByLabel>>;
}

/** Texts of a project's labels, kept until workspace says that they have changed. */
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

  /** @param version of the copy when workspace was asked: an answer that is older than a change is not kept */
  async keep(projectId: string, version: number, language: string, texts: TextsByLabel): Promise<void> {
    const text = `insert into copy_labels as kept (id_project, version, record) values ($1, $2, $3)
      on conflict (id_project) do update set record = kept.record || excluded.record where kept.version = excluded.version`;
    await this.#db.query({ name: 'keep_labels', text }, [projectId, version, JSON.stringify({ [language]: texts })]);
  }

  /** The texts have changed: they are asked for anew. */
  async forget(projectId: string, version: number): Promise<void> {
    const text = `insert into copy_labels as kept (id_project, version, record) values ($1, $2, '{}')
      on conflict (id_project) do update set version = excluded.version, record = excluded.record
      where kept.version < excluded.version`;
    await this.#db.query({ name: 'forget_labels', text }, [projectId, version]);
  }
}
