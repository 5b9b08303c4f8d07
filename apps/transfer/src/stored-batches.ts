import type { Owner } from '@parley/service-kit/archive';

import { type BatchAnswer, patiently, type Services } from './services.client.ts';

/**
 * What an owner has answered to batches of a kind that it has stored, by their sums: they are not sent again. They are stored one after the
 * other, so it is asked up to the first one that is not.
 */
export class StoredBatches {
  readonly #ask: (n: number, sha256: string) => Promise<BatchAnswer | undefined>;
  #isPast = false;

  constructor(
    services: Services,
    owner: Owner,
    kind: { idProject: string; import: string; kind: string },
    stopping: AbortSignal,
  ) {
    this.#ask = async (n, sha256) =>
      (await patiently(() => services.of(owner).answer({ ...kind, n, sha256 }), stopping)).answer;
  }

  async answerOf(n: number, sha256: string): Promise<BatchAnswer | undefined> {
    if (this.#isPast) return undefined;
    const answer = await this.#ask(n, sha256);
    this.#isPast = answer === undefined;
    return answer;
  }
}
