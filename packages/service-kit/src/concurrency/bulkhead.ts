import { commonErrors } from '@parley/contracts';

export interface BulkheadOptions {
  /** Jobs that run at the same time. */
  atOnce: number;
  /** Jobs that may wait; default: any number. */
  mayWait?: number;
  /** How long each may; default: until it is its turn. */
  waitMs?: number;
  /** What those who are turned away are told; default 1. */
  retryAfterSeconds?: number;
}

/** Lets so many jobs run at once, so that one kind of work never takes what the others need. Who waits goes in order. */
export class Bulkhead {
  readonly #options: BulkheadOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: BulkheadOptions) {
    this.#options = options;
  }

  /** How many jobs wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** @throws commonErrors.busy when too many wait already, or after the wait */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.atOnce) await this.#waitForSlot();
    else this.#running += 1;
    try {
      return await job();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on without becoming free, so that nobody slips in before those who wait.
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
