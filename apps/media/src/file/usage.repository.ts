import { noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { type Principal, type StoredFile, storedBytes } from './file.ts';
import { type Quota, quotaExceeded } from './quota.ts';

/** The account that usage is counted for. */
type Account = Pick<Principal, 'projectId' | 'id'> & { kind: string };

export interface Used {
  bytes: number;
  files: number;
}

/** The only writer of `usage`: storage used per principal and project. */
export class UsageRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async of({ projectId, kind, id }: Account): Promise<Used> {
    const text = 'SELECT bytes, files FROM usage WHERE id_project = $1 AND kind = $2 AND id = $3';
    const [row] = await this.#db.query<Used>({ name: 'usage-of', text }, [projectId, kind, id]);
    return row ?? { bytes: 0, files: 0 };
  }

  /**
   * Counts a file for its uploader and its project, in the transaction that stores it; one update checks the quota and counts.
   * @throws mediaErrors.quota_exceeded
   */
  async add(file: StoredFile, quota: Quota, projectBytes: number): Promise<void> {
    await this.#count(file.uploader, storedBytes(file), quota);
    // Files without a project would all contend for one row.
    if (file.projectId === noProject) return;
    await this.#count(projectOf(file), storedBytes(file), { ...noQuota, bytes: projectBytes });
  }

  /** Subtracts a removed file. */
  async release(file: StoredFile): Promise<void> {
    for (const { projectId, kind, id } of [file.uploader, projectOf(file)]) {
      await this.#db.query(decrement, [projectId, kind, id, storedBytes(file)]);
    }
  }

  /** Counts a file for the project it is assigned to, regardless of the limit: it is stored already. */
  async join(file: StoredFile, projectId: string): Promise<void> {
    await this.#count(projectOf({ projectId }), storedBytes(file), noQuota);
  }

  async #count({ projectId, kind, id }: Account, bytes: number, quota: Quota): Promise<void> {
    const counted = await this.#db.query(count, [projectId, kind, id, bytes, quota.bytes, quota.files]);
    if (counted.length > 0) return;
    throw quotaExceeded(quota, await this.of({ projectId, kind, id }));
  }
}

const noQuota: Quota = { bytes: Number.MAX_SAFE_INTEGER, files: 2 ** 31 - 1 };

function projectOf({ projectId }: Pick<StoredFile, 'projectId'>): Account {
  return { projectId, kind: 'project', id: '' };
}

const count = {
  name: 'usage-count',
  text: `INSERT INTO usage (id_project, kind, id, bytes, files)
      SELECT $1, $2, $3, $4::bigint, 1 WHERE $4::bigint <= $5::bigint AND 1 <= $6::int
    ON CONFLICT (id_project, kind, id) DO UPDATE
      SET bytes = usage.bytes + excluded.bytes, files = usage.files + 1
      WHERE usage.bytes + excluded.bytes <= $5::bigint AND usage.files + 1 <= $6::int
    RETURNING bytes`,
};

const decrement = {
  name: 'usage-lessen',
  text: `UPDATE usage SET bytes = bytes - $4::bigint, files = files - 1
    WHERE id_project = $1 AND kind = $2 AND id = $3`,
};
