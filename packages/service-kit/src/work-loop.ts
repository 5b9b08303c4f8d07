import type { Logger } from 'pino';

import { pause } from './pause.ts';

export interface WorkLoopOptions<Item> {
  log: Logger;
  /** What is done, in the plural, for the log. */
  name: string;
  /** So many at once. */
  most: number;
  pollMs: number;
  /** Takes up to `free` of what is due, so that nobody else does. @returns undefined when there was nothing to look at */
  take(free: number): Promise<readonly Item[] | undefined>;
  /** Does one, and stores what became of it. */
  perform(item: Item): Promise<void>;
  /** Whether something is due. */
  isDue(): Promise<boolean>;
  /** How one is named in the log. */
  describe(item: Item): object;
}

/**
 * Does what is due, some at a time, and looks for more when it is told to, when one has ended while all places were taken, and
 * every `pollMs`. Any number of replicas may; `take` sees to it that each thing has one who does it.
 */
export class WorkLoop<Item> {
  readonly #options: WorkLoopOptions<Item>;
  readonly #running = new Map<Item, Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #loop: Promise<void>;
  #wake: () => void = () => undefined;
  #hinted = false;
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
  hint(): void {
    this.#hinted = true;
    this.#wake();
  }

  /** Resolves when nothing is due or under way. */
  async idle(): Promise<void> {
    for (;;) {
      this.hint();
      await Promise.all(this.#running.values());
      const isDue = await this.#options.isDue();
      if (!isDue && !this.#taking && this.#running.size === 0) return;
      await pause(5);
    }
  }

  /** Takes no more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.hint();
    await this.#loop;
    await Promise.all(this.#running.values());
  }

  async #work(): Promise<void> {
    const { most } = this.#options;
    while (!this.#stopped.signal.aborted) {
      this.#hinted = false;
      this.#taking = true;
      const taken = await this.#take(most - this.#running.size);
      for (const item of taken ?? []) this.#start(item);
      this.#taking = false;
      if (this.#running.size >= most) await Promise.race(this.#running.values());
      else if (taken === undefined && !this.#hinted) await this.#pause();
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

  /** Until the next poll, or a hint. */
  async #pause(): Promise<void> {
    const over = new AbortController();
    this.#wake = () => over.abort();
    await pause(this.#options.pollMs, over.signal);
    this.#wake = () => undefined;
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
