import type { Logger } from 'pino';

import { jittered, pause } from './pause.ts';
import { Signal } from './signal.ts';

export interface WorkLoopOptions<Item> {
  log: Logger;
  /** What is done, in the plural, for the log. */
  name: string;
  /** So many at once. */
  most: number;
  /** Between two looks while something is under way, or due and out of reach. */
  pollMs: number;
  /** Takes up to `free` of what is due, so that nobody else does. @returns undefined when there was nothing to look at */
  take(free: number): Promise<readonly Item[] | undefined>;
  /** Does one, and stores what became of it. */
  perform(item: Item): Promise<void>;
  /** In how many ms the next thing is due, 0 or less if it is now; undefined when there is none. */
  dueInMs(): Promise<number | undefined>;
  /** How one is named in the log. */
  describe(item: Item): object;
}

/** The longest rest: what is due sooner than was known, and was not hinted at, waits no longer than that. */
const restMs = 10_000;

/**
 * Does what is due, some at a time. It looks for more when it gets a hint, when one has ended while all places were taken, and every
 * `pollMs` while anything is under way; otherwise it rests until the next thing is due. Any number of replicas may run it; `take`
 * gives each thing to one of them. A hint that is lost with its process (it died after the commit) costs a rest, at most 12.5 s.
 */
export class WorkLoop<Item> {
  readonly #options: WorkLoopOptions<Item>;
  readonly #running = new Map<Item, Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #loop: Promise<void>;
  readonly #wakeUps = new Signal();
  /** A look is on its way: what it takes is no longer due and not yet running. */
  #taking = false;

  constructor(options: WorkLoopOptions<Item>) {
    this.#options = options;
    // Whoever builds it is not through yet.
    this.#loop = Promise.resolve().then(() => this.#work());
  }

  /** What is under way. */
  get running(): readonly Item[] {
    return [...this.#running.keys()];
  }

  /** There may be something to do. */
  wake(): void {
    this.#wakeUps.call();
  }

  /** Resolves when nothing is due or under way. */
  async idle(): Promise<void> {
    for (;;) {
      await Promise.all(this.#running.values());
      const dueInMs = (await this.#options.dueInMs()) ?? Number.POSITIVE_INFINITY;
      if (dueInMs > 0 && !this.#taking && this.#running.size === 0) return;
      this.wake();
      await pause(5);
    }
  }

  /** Takes no more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.wake();
    await this.#loop;
    await Promise.all(this.#running.values());
  }

  async #work(): Promise<void> {
    const { most } = this.#options;
    while (!this.#stopped.signal.aborted) {
      this.#taking = true;
      const taken = await this.#take(most - this.#running.size);
      for (const item of taken ?? []) this.#start(item);
      this.#taking = false;
      if (this.#running.size >= most) await Promise.race(this.#running.values());
      else if (taken === undefined) await this.#rest();
    }
  }

  async #take(free: number): Promise<readonly Item[] | undefined> {
    const { take, log, name } = this.#options;
    try {
      return await take(free);
    } catch (error) {
      log.warn({ err: error }, `${name} could not be taken`);
      return undefined;
    }
  }

  /** Until something is due or hinted at. What neither tells of is asked for now and then. */
  async #rest(): Promise<void> {
    for (;;) {
      const dueInMs = await this.#dueInMs();
      const mostMs = jittered(restMs);
      if ((await this.#wakeUps.wait(Math.min(dueInMs, mostMs))) || dueInMs <= mostMs) return;
    }
  }

  async #dueInMs(): Promise<number> {
    const { pollMs, dueInMs } = this.#options;
    if (this.#wakeUps.isCalled || this.#running.size > 0) return pollMs;
    // A look that failed is repeated like one that came too early.
    const ms = (await dueInMs().catch(() => 0)) ?? Number.POSITIVE_INFINITY;
    return ms > 0 ? ms : pollMs;
  }

  #start(item: Item): void {
    const { perform, log, name, describe } = this.#options;
    const job = perform(item)
      .catch((error: unknown) =>
        log.warn({ err: error, ...describe(item) }, `the outcome of one of the ${name} is not stored`),
      )
      .finally(() => this.#running.delete(item));
    this.#running.set(item, job);
  }
}
