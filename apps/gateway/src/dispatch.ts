import { countedAddress, FairQueue, pause } from '@parley/service-kit';

import type { Caller, Place } from './bulkhead.ts';

/** A call that takes longer waits for something else than the processor, and keeps no other from its turn. */
const countedMs = 100;

interface Waiting {
  start(): void;
  place: Place;
}

/**
 * Fair queue in front of one service: while it works on as many calls as it can, the others take turns by project, so that the flood of
 * one project costs another one the time of a few calls. How many may wait is bounded by the bulkhead.
 */
export class Dispatch {
  readonly #queue: FairQueue<Waiting>;
  #calls = 0;

  /** @param atOnce calls that the service works on at the same time; one project never has all of them */
  constructor(atOnce: number) {
    this.#queue = new FairQueue({
      concurrency: atOnce,
      perProject: Math.max(1, Math.ceil(atOnce * 0.75)),
      run: async ([call]) => {
        call?.start();
        await Promise.race([call?.place.left, pause(countedMs)]);
      },
    });
  }

  /** Resolves when the call may start. Its turn is over when it leaves its place, or counts no more. */
  turn({ address, identity, projectId }: Caller, place: Place): Promise<void> {
    this.#calls += 1;
    const call = String(this.#calls);
    // A stranger has the turns of their address, whatever project they name.
    const caller = (identity && (projectId ?? identity.principal.id)) ?? countedAddress(address);
    return new Promise((start) => this.#queue.add(caller, call, { start, place }));
  }
}
