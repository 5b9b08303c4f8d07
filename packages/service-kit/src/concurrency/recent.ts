/** LRU cache of at most `capacity` entries, each with its own expiry. */
export class Recent<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;

    this.#entries.delete(key);
    if (entry.until <= Date.now()) return undefined;
    // A Map keeps insertion order: put back last, the first one is always the least recently used.
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param until ms since the epoch */
  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until });
    if (this.#entries.size <= this.#capacity) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
