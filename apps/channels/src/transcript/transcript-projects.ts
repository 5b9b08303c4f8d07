import { Batcher, LRUCache } from '@parley/service-kit/concurrency';

import type { WorkspaceClient } from '../clients/workspace.client.ts';
import type { MailboxRepository } from '../mailbox/mailbox.repository.ts';

const maxCached = 10_000;
/** How long a change of the setting may be missed. */
const cachedMs = 5_000;
const maxBatch = 1_000;

/** Projects that send transcripts. Every message asks, and in most projects the answer is no. */
export class TranscriptProjects {
  readonly #cache = new LRUCache<string, boolean>({ max: maxCached, ttl: cachedMs });
  readonly #asked: Batcher<string, boolean>;

  constructor(mailboxes: MailboxRepository, workspace: WorkspaceClient) {
    this.#asked = new Batcher(async (projectIds) => {
      const sending = [...(await mailboxes.sendingAmong([...new Set(projectIds)]))];
      const answers = await Promise.all(sending.map((projectId) => workspace.sendsTranscripts(projectId)));
      const wanting = new Set(sending.filter((_, nth) => answers[nth]));
      return projectIds.map((projectId) => wanting.has(projectId));
    }, maxBatch);
  }

  /** @throws dependency_down */
  async has(projectId: string): Promise<boolean> {
    const known = this.#cache.get(projectId);
    if (known !== undefined) return known;
    const isWanted = await this.#asked.load(projectId);
    this.#cache.set(projectId, isWanted);
    return isWanted;
  }
}
