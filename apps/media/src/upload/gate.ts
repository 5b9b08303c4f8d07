import { commonErrors } from '@parley/contracts';

/** Lets a number of them work at once; the others wait their turn, for a while. */
export class Gate {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(most: number, waitMs: number) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  /** @throws commonErrors.busy after the wait */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#most) await this.#turn();
    else this.#working += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on, so that nobody new slips in between.
      if (next) next();
      else this.#working -= 1;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(commonErrors.busy({ retryAfterSeconds: 5 }));
      }, this.#waitMs);
      this.#waiting.push(enter);
    });
  }
}
