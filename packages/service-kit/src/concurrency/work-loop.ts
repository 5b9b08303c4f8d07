import type { Logger } from 'pino';
import { Signal } from './signal.ts';
import { jittered, pause } from './timing.ts';

export interface WorkLoopOptions<Item> {
  log: Logger;
  /** What is done, in the plural, for the log. */
  name: string;
  /** Items performed at once. */
  concurrency: number;
  /** Between two polls while work is running, or due and out of reach. */
  pollMs: number;
  /** Claims up to `free` due items exclusively. @returns undefined when none was due */
  take(free: number): Promise<readonly Item[] | undefined>;
  /** Performs one item and stores its outcome. */
  perform(item: Item): Promise<void>;
  /** In how many ms the next thing is due, 0 or less if it is now; undefined when there is none. */
  dueInMs(): Promise<number | undefined>;
  /** How one is named in the log. */
  describe(item: Item): object;
}

/** The longest rest: bounds the delay of an item whose wake-up was lost. */
const restMs = 10_000;

/**
 * Polling worker: claims due items and performs up to `concurrency` of them at once. It polls on `wake`, when an item ends while all slots were
 * taken, and every `pollMs` while anything runs; otherwise it rests until the next item is due. Any number of replicas may run it; `take`
 * gives each item to one of them. A wake-up that is lost with its process (it died after the commit) delays an item by at most 12.5 s.
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
    // Starts after the constructor of its owner has finished.
    this.#loop = Promise.resolve().then(() => this.#work());
  }

  /** Items that are being performed. */
  get running(): readonly Item[] {
    return [...this.#running.keys()];
  }

  /** Looks for due items at once: there may be new ones. */
  wake(): void {
    this.#wakeUps.call();
  }

  /** Resolves when no work is due or running. */
  async idle(): Promise<void> {
    for (;;) {
      await Promise.all(this.#running.values());
      const dueInMs = (await this.#options.dueInMs()) ?? Number.POSITIVE_INFINITY;
      if (dueInMs > 0 && !this.#taking && this.#running.size === 0) return;
      this.wake();
      await pause(5);
    }
  }

  /** Takes no more work; resolves when running work has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.wake();
    await this.#loop;
    await Promise.all(this.#running.values());
  }

  async #work(): Promise<void> {
    const { concurrency } = this.#options;
    while (!this.#stopped.signal.aborted) {
      this.#taking = true;
      const taken = await this.#take(concurrency - this.#running.size);
      for (const item of taken ?? []) this.#start(item);
      this.#taking = false;
      if (this.#running.size >= concurrency) await Promise.race(this.#running.values());
      else if (taken === undefined) await this.#rest();
    }
  }

  async #take(free: number): Promise<readonly Item[] | undefined> {
    const { take, log, name } = this.#options;
    try {
      return await take(free);
    } catch (error) {
      log.warn({ err: error }, `${name} could not be claimed`);
      return undefined;
    }
  }

  /** Rests until something is due or `wake` is called, but polls at least every `restMs`. */
  async #rest(): Promise<void> {
    for (;;) {
      const dueInMs = await this.#dueInMs();
      const maxMs = jittered(restMs);
      if ((await this.#wakeUps.wait(Math.min(dueInMs, maxMs))) || dueInMs <= maxMs) return;
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
        log.warn({ err: error, ...describe(item) }, `the outcome of one of the ${name} could not be stored`),
      )
      .finally(() => this.#running.delete(item));
    this.#running.set(item, job);
  }
}
