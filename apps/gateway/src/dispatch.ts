import { FairQueue, pause } from '@parley/service-kit/concurrency';
import { countedAddress } from '@parley/service-kit/security';

import type { Caller, Slot } from './concurrency-limiter.ts';

const times = {
  /** A call that takes longer waits for something else than the processor, and keeps no other from its turn. */
  countedMs: 100,
  /** A caller that has called within this time shares the service with the others. */
  activeMs: 1_000,
};
/** Of a service's calls at once, for each of several callers. */
const sharedPart = 1 / 8;

interface Waiting {
  start(): void;
  slot: Slot;
}

/**
 * Fair queue in front of one service: projects take turns, and while there are several, each has few calls under way, so that the flood
 * of one costs callers of another the time of those. A project that is alone has all of them. How many may wait is bounded by the limiter.
 */
export class Dispatch {
  readonly #queue: FairQueue<Waiting>;
  readonly #activeMs: number;
  #calls = 0;
  /** The last caller, and until when there is more than one, by `performance.now()`. */
  #caller: string | undefined;
  #sharedUntil = 0;

  /** @param atOnce calls that the service works on at the same time */
  constructor(atOnce: number, { countedMs, activeMs } = times) {
    this.#activeMs = activeMs;
    const share = Math.max(1, Math.round(atOnce * sharedPart));
    this.#queue = new FairQueue({
      concurrency: atOnce,
      perProject: () => (performance.now() < this.#sharedUntil ? share : atOnce),
      run: async ([call]) => {
        call?.start();
        await Promise.race([call?.slot.released, pause(countedMs)]);
      },
    });
  }

  /** Resolves when the call may start. Its turn is over when it leaves its slot, or counts no more. */
  schedule({ address, identity, projectId }: Caller, slot: Slot): Promise<void> {
    this.#calls += 1;
    const call = String(this.#calls);
    // A stranger has the turns of their address, whatever project they name.
    const caller = (identity && (projectId ?? identity.principal.id)) ?? countedAddress(address);
    if (this.#caller !== undefined && caller !== this.#caller) this.#sharedUntil = performance.now() + this.#activeMs;
    this.#caller = caller;
    return new Promise((start) => this.#queue.add(caller, call, { start, slot }));
  }
}
