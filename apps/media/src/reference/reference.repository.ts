import { noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { type FileRow, fileColumns, toFile } from '../file/file.columns.ts';
import type { StoredFile } from '../file/file.ts';

/** A message that refers to files. */
export interface ReferringMessage {
  projectId: string;
  messageId: string;
  /** `_id` of the request, and the id that clients use. */
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

  /** Files at these paths that a message of the project may refer to: its own, and those without a project. */
  async filesAt(projectId: string, paths: readonly string[]): Promise<StoredFile[]> {
    const rows = await this.#db.query<FileRow>(
      `SELECT ${fileColumns} FROM file_paths p JOIN files f ON f.id_project = p.id_project AND f.id = p.id_file
       WHERE p.path = any($1) AND p.id_project = any($2)`,
      [[...paths], [projectId, noProject]],
    );
    return [...new Map(rows.map((row) => [row.id, toFile(row)])).values()];
  }

  /** Serialises the events of a request until the transaction ends. @returns whether the request has been deleted */
  async hasEnded(projectId: string, request: string): Promise<boolean> {
    await this.#db.query(lockRequest, [projectId, request]);
    const text = 'SELECT FROM ended_requests WHERE id_project = $1 AND request = $2';
    return (await this.#db.query({ name: 'request-ended', text }, [projectId, request])).length > 0;
  }

  /** Records that a request was deleted, for messages that arrive late. */
  async end(projectId: string, request: string): Promise<void> {
    await this.#db.query(lockRequest, [projectId, request]);
    const text =
      'INSERT INTO ended_requests (id_project, request, ended_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING';
    await this.#db.query({ name: 'request-end', text }, [projectId, request]);
  }

  /** The given files that no message refers to, except assets and photos. */
  async unreferenced(projectId: string, files: readonly StoredFile[]): Promise<StoredFile[]> {
    const rows = await this.#db.query<FileRow>(
      `SELECT ${fileColumns} FROM files f WHERE f.id_project = $1 AND f.id = any($2) AND f.kind IN ('file', 'image')
       AND NOT EXISTS (SELECT FROM file_references r WHERE r.id_project = $1 AND r.id_file = f.id)`,
      [projectId, files.map(({ id }) => id)],
    );
    return rows.map(toFile);
  }

  async keep({ projectId, messageId, request, requestId, audience }: ReferringMessage, fileId: string): Promise<void> {
    await this.#db.query(keep, [projectId, fileId, messageId, request, requestId, audience]);
  }

  /** Requests with a message that refers to the file, in these audiences (absent: in any), newest first. */
  async requestsOf({ projectId, id }: StoredFile, audiences?: readonly string[]): Promise<string[]> {
    const rows = await this.#db.query<{ requestId: string }>(
      `SELECT request_id AS "requestId", max(id_message) AS last FROM file_references
       WHERE id_project = $1 AND id_file = $2 AND ($3::text[] IS NULL OR audience = any($3))
       GROUP BY request_id ORDER BY last DESC LIMIT 20`,
      [projectId, id, audiences ?? null],
    );
    return rows.map(({ requestId }) => requestId);
  }

  /** Removes the references of a message but those to `kept`. @returns the files that nothing refers to any more, except assets and photos */
  async forgetMessage(projectId: string, messageId: string, kept: readonly string[]): Promise<StoredFile[]> {
    const gone = await this.#db.query<{ id: string }>(forgetMessage, [projectId, messageId, [...kept]]);
    const text = `SELECT ${fileColumns} FROM files f WHERE f.id_project = $1 AND f.id = any($2)`;
    const files = await this.#db.query<FileRow>(text, [projectId, gone.map(({ id }) => id)]);
    return this.unreferenced(projectId, files.map(toFile));
  }

  /**
   * Removes the references of these requests.
   * @returns the files that nothing refers to any more, except assets and photos
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

const lockRequest = {
  name: 'request-lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('request ' || $1 || $2, 0)) IS NULL AS locked`,
};

const keep = {
  name: 'reference-keep',
  text: `INSERT INTO file_references (id_project, id_file, id_message, request, request_id, audience)
    SELECT f.id_project, f.id, $3, $4, $5, $6 FROM files f WHERE f.id_project = $1 AND f.id = $2
    ON CONFLICT DO NOTHING`,
};

const forgetMessage = {
  name: 'reference-forget-message',
  text: `DELETE FROM file_references WHERE id_project = $1 AND id_message = $2 AND NOT (id_file = any($3))
    RETURNING id_file AS id`,
};
