import { type DomainEvent, mediaErrors, noProject } from '@parley/contracts';
import { type Database, isUniqueViolation } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
import { enqueueTask } from '@parley/service-kit/tasks';

import { type FileRow, fileColumns, files, toFile, toRow } from './file.columns.ts';
import { deleted, type StoredFile, uploaded } from './file.ts';
import type { Quota } from './quota.ts';
import type { UsageRepository } from './usage.repository.ts';

/** Kind of the task that removes an object; its payload names the key. */
export const removeObjectTask = 'remove-object';

/** A file found by path, and whether the path is that of the original (`o`) or the thumbnail (`t`). */
export interface FoundFile {
  file: StoredFile;
  part: 'o' | 't';
  /** The project keeps its files private. */
  isPrivate: boolean;
}

export interface Limits {
  quota: Quota;
  projectBytes: number;
}

/** The only writer of `files` and `file_paths`. */
export class FileRepository {
  readonly #db: Database;
  readonly #usage: UsageRepository;

  constructor(db: Database, usage: UsageRepository) {
    this.#db = db;
    this.#usage = usage;
  }

  /** Finds a file by path, unless it has expired or its project has ended. */
  async find(path: string): Promise<FoundFile | undefined> {
    const [row] = await this.#db.query<FileRow & { part: 'o' | 't'; isPrivate: boolean }>(findByPath, [path]);
    return row && { file: toFile(row), part: row.part, isPrivate: row.isPrivate };
  }

  /**
   * Stores the row of a file whose bytes are already stored, and counts it against the quotas.
   * @throws mediaErrors.quota_exceeded
   */
  async insert(file: StoredFile, limits: Limits): Promise<void> {
    await this.#db.transaction(() => this.#insert(file, limits));
  }

  /**
   * Stores a photo at its path. Concurrent readers get the old photo or the new one, each complete.
   * @param replaces false: fails if there is a photo
   * @throws mediaErrors.photo_exists, quota_exceeded
   */
  async insertPhoto(file: StoredFile, limits: Limits, replaces: boolean): Promise<void> {
    try {
      await this.#db.transaction(async () => {
        const current = await this.#lock(file.path);
        if (current && !replaces) throw mediaErrors.photo_exists({ conflict: current.id });
        if (current) await this.#remove(current);
        await this.#insert(file, limits);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw mediaErrors.photo_exists({}, error);
    }
  }

  /**
   * Removes a file if `check` permits; a task removes its bytes.
   * @param check throws to refuse
   * @throws mediaErrors.file_not_found
   */
  async remove(path: string, check: (file: StoredFile) => void): Promise<StoredFile> {
    return this.#db.transaction(async () => {
      await this.#lock(path);
      const found = await this.find(path);
      if (found?.part !== 'o') throw mediaErrors.file_not_found();
      check(found.file);
      await this.#remove(found.file);
      return found.file;
    });
  }

  /**
   * Removes those of `files` that still exist, expired or not.
   * @param redact what the event shows of each file
   * @returns how many
   */
  async removeAll(files: readonly StoredFile[], redact = (file: StoredFile) => file): Promise<number> {
    let count = 0;
    for (const { path, id } of files) {
      await this.#db.transaction(async () => {
        const found = await this.#lock(path);
        if (found?.id !== id) return;
        await this.#remove(found, redact);
        count += 1;
      });
    }
    return count;
  }

  /** Assigns a file without a project to the project of the first message in which its uploader sends it. */
  async join(file: StoredFile, projectId: string): Promise<void> {
    await this.#db.transaction(async () => {
      const found = await this.#lock(file.path);
      if (found?.id !== file.id || found.projectId !== noProject) return;
      const key = [noProject, file.id, projectId];
      await this.#db.query('UPDATE files SET id_project = $3 WHERE id_project = $1 AND id = $2', key);
      await this.#db.query('UPDATE file_paths SET id_project = $3 WHERE id_project = $1 AND id_file = $2', key);
      await this.#usage.join(found, projectId);
    });
  }

  async #insert(file: StoredFile, { quota, projectBytes }: Limits): Promise<void> {
    await this.#usage.add(file, quota, projectBytes);
    await this.#db.query(files.insert, [files.parameter(toRow(file))]);
    await this.#db.query(insertPaths, [file.projectId, file.id, file.path, file.thumbnail?.path ?? null]);
    await this.#announce(file, file.version, [uploaded(file)]);
  }

  /** Deletes the row before the bytes, so a path never leads to missing bytes. */
  async #remove(file: StoredFile, redact = (one: StoredFile) => one): Promise<void> {
    const { projectId, id } = file;
    const key = [projectId, id];
    await this.#db.query('DELETE FROM file_paths WHERE id_project = $1 AND id_file = $2', key);
    await this.#db.query('DELETE FROM file_references WHERE id_project = $1 AND id_file = $2', key);
    await this.#db.query('DELETE FROM files WHERE id_project = $1 AND id = $2', key);
    await this.#usage.release(file);
    await enqueueTask(this.#db, {
      ...{ projectId, id: `remove-object ${id}`, kind: removeObjectTask },
      payload: { object: file.objectKey },
    });
    await this.#announce(file, file.version + 1, [deleted(redact(file))]);
  }

  /** Locks a path until the transaction ends. @returns its file, expired or not */
  async #lock(path: string): Promise<StoredFile | undefined> {
    await this.#db.query(lockPath, [path]);
    const [row] = await this.#db.query<FileRow>(holderOfPath, [path]);
    return row && toFile(row);
  }

  #announce({ id, projectId }: StoredFile, version: number, events: DomainEvent[]): Promise<void> {
    return announce(this.#db, { noun: 'file', projectId, id, version }, events);
  }
}

const insertPaths = {
  name: 'file-paths-insert',
  text: `INSERT INTO file_paths (id_project, id_file, path, part)
    SELECT $1, $2, made.path, made.part FROM (VALUES ($3, 'o'), ($4, 't')) made(path, part) WHERE made.path IS NOT NULL`,
};

const findByPath = {
  name: 'file-by-path',
  text: `SELECT ${fileColumns}, p.part, coalesce(project.private_media, false) AS "isPrivate"
    FROM file_paths p
    JOIN files f ON f.id_project = p.id_project AND f.id = p.id_file
    LEFT JOIN projects project ON project.id_project = f.id_project
    WHERE p.path = $1 AND (f.expires_at IS NULL OR f.expires_at > now()) AND project.deleted_at IS NULL`,
};

const holderOfPath = {
  name: 'file-holder-of-path',
  text: `SELECT ${fileColumns} FROM file_paths p JOIN files f ON f.id_project = p.id_project AND f.id = p.id_file
    WHERE p.path = $1 AND p.part = 'o'`,
};

// Locks the path rather than a row: a photo's path is locked even when there is no photo.
const lockPath = {
  name: 'file-lock-path',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('file ' || $1, 0)) IS NULL AS locked`,
};
