import { noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit';
import { type FileRow, fileColumns, toFile } from '../file/file.columns.ts';
import type { StoredFile } from '../file/file.ts';

/** A message that refers to files. */
export interface Referring {
  projectId: string;
  messageId: string;
  /** `_id` of its request, and the id that clients use. */
  request: string;
  requestId: string;
  /** Who may see the message. */
  audience: string;
}

/** The only writer of `file_references`. */
export class ReferenceRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Files at these paths that a message of this project may refer to: its own, and those of no project yet. */
  async filesAt(projectId: string, paths: readonly string[]): Promise<StoredFile[]> {
    const rows = await this.#db.query<FileRow>(
      `SELECT ${fileColumns} FROM file_paths p JOIN files f ON f.id_project = p.id_project AND f.id = p.id_file
       WHERE p.path = any($1) AND p.id_project = any($2)`,
      [[...paths], [projectId, noProject]],
    );
    return [...new Map(rows.map((row) => [row.id, toFile(row)])).values()];
  }

  async keep({ projectId, messageId, request, requestId, audience }: Referring, fileId: string): Promise<void> {
    await this.#db.query(keep, [projectId, fileId, messageId, request, requestId, audience]);
  }

  /** Requests with a message that refers to the file, of these audiences (absent: of any), newest first. */
  async requestsOf({ projectId, id }: StoredFile, audiences?: readonly string[]): Promise<string[]> {
    const rows = await this.#db.query<{ requestId: string }>(
      `SELECT request_id AS "requestId", max(id_message) AS last FROM file_references
       WHERE id_project = $1 AND id_file = $2 AND ($3::text[] IS NULL OR audience = any($3))
       GROUP BY request_id ORDER BY last DESC LIMIT 20`,
      [projectId, id, audiences ?? null],
    );
    return rows.map(({ requestId }) => requestId);
  }

  /**
   * Forgets what these requests referred to.
   * @returns the files that nothing refers to any more, without assets and photos
   */
  async forgetRequests(projectId: string, requests: readonly string[]): Promise<StoredFile[]> {
    const rows = await this.#db.query<FileRow>(
      `WITH gone AS (DELETE FROM file_references WHERE id_project = $1 AND request = any($2) RETURNING id_file)
       SELECT ${fileColumns} FROM files f
       WHERE f.id_project = $1 AND f.id IN (SELECT id_file FROM gone) AND f.kind IN ('file', 'image')
         AND NOT EXISTS (SELECT FROM file_references r
           WHERE r.id_project = $1 AND r.id_file = f.id AND NOT (r.request = any($2)))`,
      [projectId, [...requests]],
    );
    return rows.map(toFile);
  }
}

const keep = {
  name: 'reference-keep',
  text: `INSERT INTO file_references (id_project, id_file, id_message, request, request_id, audience)
    SELECT f.id_project, f.id, $3, $4, $5, $6 FROM files f WHERE f.id_project = $1 AND f.id = $2
    ON CONFLICT DO NOTHING`,
};
