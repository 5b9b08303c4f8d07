import { availableParallelism } from 'node:os';

import { commonErrors } from '@parley/contracts';

/**
 * Lets few hashes run at once: each takes 19 MiB and a core, so that a flood of sign-ins would take the machine.
 * Source: contract 10 section 4.
 */
export class HashGate {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce = Math.max(2, availableParallelism()), mayWait = 64 } = {}) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
  }

  /** @throws commonErrors.busy when too many wait already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#mayWait) throw commonErrors.busy({ retryAfterSeconds: 1 });
    // The place of whoever leaves passes on without becoming free, so nobody slips in before those who wait.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
