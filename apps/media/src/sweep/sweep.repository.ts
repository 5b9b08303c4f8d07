import type { Database } from '@parley/service-kit/database';

import { type FileRow, fileColumns, toFile } from '../file/file.columns.ts';
import type { StoredFile } from '../file/file.ts';

const batch = 200;

/** Queries of the jobs. */
export class SweepRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Expired files, in batches. */
  async expired(): Promise<StoredFile[]> {
    return this.#files('f.expires_at <= now() ORDER BY f.expires_at', []);
  }

  /** Projects that ended before this and still have files or usage, in batches. */
  async endedBefore(before: Date): Promise<string[]> {
    const text = `SELECT id_project AS id FROM projects p WHERE deleted_at < $1
        AND (EXISTS (SELECT FROM files WHERE id_project = p.id_project)
          OR EXISTS (SELECT FROM usage WHERE id_project = p.id_project)
          OR EXISTS (SELECT FROM exports WHERE id_project = p.id_project))
      ORDER BY deleted_at LIMIT ${batch}`;
    return (await this.#db.query<{ id: string }>(text, [before])).map(({ id }) => id);
  }

  async ofProject(projectId: string): Promise<StoredFile[]> {
    return this.#files('f.id_project = $1 ORDER BY f.id', [projectId]);
  }

  /** All files after this one, in batches. */
  async after(projectId: string, id: string): Promise<StoredFile[]> {
    return this.#files('(f.id_project, f.id) > ($1, $2) ORDER BY f.id_project, f.id', [projectId, id]);
  }

  /** The given objects that belong to a file or an export. */
  async known(objects: readonly string[]): Promise<Set<string>> {
    const text = `SELECT object_key AS key FROM files WHERE object_key = any($1)
      UNION ALL SELECT object_key FROM export_parts WHERE object_key = any($1)`;
    const rows = await this.#db.query<{ key: string }>(text, [[...objects]]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Removes the remaining rows of a project whose files have been removed. */
  async forgetProject(projectId: string): Promise<void> {
    await this.#db.query('DELETE FROM file_references WHERE id_project = $1', [projectId]);
    await this.#db.query('DELETE FROM usage WHERE id_project = $1 AND bytes = 0', [projectId]);
    await this.#db.query('DELETE FROM exports WHERE id_project = $1', [projectId]);
  }

  /** Removes tombstones of requests that no late event can refer to. */
  async forgetEnds(): Promise<void> {
    await this.#db.query(`DELETE FROM ended_requests WHERE ended_at < now() - interval '30 days'`);
  }

  async #files(condition: string, values: unknown[]): Promise<StoredFile[]> {
    const text = `SELECT ${fileColumns} FROM files f WHERE ${condition} LIMIT ${batch}`;
    return (await this.#db.query<FileRow>(text, values)).map(toFile);
  }
}
