import { cannedErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import { copiedCanned } from '../read-models/canned-copy.ts';
import type { ReadModels } from '../read-models/read-models.repository.ts';

interface CannedCopy {
  deleted: boolean;
  record: { text: string; shared: boolean; createdBy: string };
}

/** Canned responses by the read model, and by workspace what it lacks. */
export class CannedResponses {
  readonly #db: Database;
  readonly #readModels: ReadModels;
  readonly #workspace: WorkspaceClient;

  constructor(needs: { db: Database; readModels: ReadModels; workspace: WorkspaceClient }) {
    this.#db = needs.db;
    this.#readModels = needs.readModels;
    this.#workspace = needs.workspace;
  }

  /** One that is shared, or the reader's own. @throws canned_not_found; dependency_down, where the copy lacks it */
  async get(projectId: string, id: string, reader: string): Promise<{ text: string }> {
    const found = (await this.#find(projectId, id)) ?? (await this.#fetch(projectId, id));
    if (!found || found.deleted || !(found.record.shared || found.record.createdBy === reader))
      throw cannedErrors.canned_not_found();
    return { text: found.record.text };
  }

  async #find(projectId: string, id: string): Promise<CannedCopy | undefined> {
    const [row] = await this.#db.query<CannedCopy>(cannedCopy, [projectId, id]);
    return row;
  }

  async #fetch(projectId: string, id: string): Promise<CannedCopy | undefined> {
    const [response] = await this.#workspace.getCannedResponses(projectId, [id]);
    if (!response) return undefined;
    const copy = copiedCanned(response.record);
    await this.#readModels.keepCanned({ projectId, id, version: response.version, ...copy });
    return copy;
  }
}

const cannedCopy = {
  name: 'canned_copy',
  text: 'select c.deleted, c.record from copy_canned c where c.id_project = $1 and c.id = $2',
};
