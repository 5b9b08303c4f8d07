/**
 * Keyed mutex within this process: writers of one request do not each hold a database connection while they wait for its row.
 * An optimisation; correctness comes from the row's version.
 */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before ? before.then(work, work) : work();
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
