import { FairQueue, pause } from '@parley/service-kit/concurrency';
import { countedAddress } from '@parley/service-kit/security';

import type { Caller, Slot } from './concurrency-limiter.ts';

const times = {
  /** A call that takes longer waits for something other than the processor, and no longer counts. */
  countedMs: 100,
  /** Callers within this time of each other share the service. */
  activeMs: 1_000,
};
/** Share of a service's concurrent calls that each of several callers has. */
const sharedPart = 1 / 8;

interface Waiting {
  start(): void;
  slot: Slot;
}

/**
 * Fair queue in front of one service, round robin by project. While several projects call, each has few calls in flight, so that a flood
 * of one delays callers of another by the time of those few. A project that calls alone may use all slots. The `ConcurrencyLimiter` bounds how many wait.
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

  /** Resolves when the call may start. It counts until its slot is released, or for `countedMs`. */
  schedule({ address, identity, projectId }: Caller, slot: Slot): Promise<void> {
    this.#calls += 1;
    const call = String(this.#calls);
    // Anonymous callers are queued by address, whatever project they name.
    const caller = (identity && (projectId ?? identity.principal.id)) ?? countedAddress(address);
    if (this.#caller !== undefined && caller !== this.#caller) this.#sharedUntil = performance.now() + this.#activeMs;
    this.#caller = caller;
    return new Promise((start) => this.#queue.add(caller, call, { start, slot }));
  }
}
