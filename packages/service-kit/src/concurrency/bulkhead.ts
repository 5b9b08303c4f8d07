import { commonErrors } from '@parley/contracts';

export interface BulkheadOptions {
  /** Jobs that run at the same time. */
  atOnce: number;
  /** Jobs that may queue; default: any number. */
  mayWait?: number;
  /** How long each may queue, in ms; default: without limit. */
  waitMs?: number;
  /** `Retry-After` of refused jobs; default 1. */
  retryAfterSeconds?: number;
}

/** Bulkhead: bounds how many jobs of one kind run at once, so that they leave resources to others. Jobs queue in order (FIFO). */
export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: BulkheadOptions) {
    this.#options = options;
  }

  /** Jobs in the queue. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `job` as soon as a slot is free. @throws commonErrors.busy when the queue is full, or after `waitMs` in it */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.atOnce) await this.#waitForSlot();
    else this.#running += 1;
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      // The slot is handed on without becoming free: no new job overtakes the queue.
      if (next) next();
      else this.#running -= 1;
    }
  }

  #waitForSlot(): Promise<void> {
    const { mayWait = Number.POSITIVE_INFINITY, waitMs, retryAfterSeconds = 1 } = this.#options;
    if (this.#waiting.length >= mayWait) throw commonErrors.busy({ retryAfterSeconds });
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(commonErrors.busy({ retryAfterSeconds }));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      this.#waiting.push(enter);
    });
  }
}
