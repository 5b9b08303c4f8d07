import { LRUCache } from '@parley/service-kit/concurrency';

/** A remembered answer. It goes stale by time, or at once when it is forgotten: `freshUntil` is then 0. */
export interface Fresh<Value> {
  readonly value: Value;
  /** In ms of the cache's clock. */
  freshUntil: number;
}

export interface FreshCacheOptions {
  /** Maximum number of entries; beyond it the least recently used one is evicted. */
  max: number;
  /** How long an answer counts, from the moment it was asked for. 0: never remembered. */
  maxAgeMs: number;
  /** Monotonic clock in ms; default `performance.now`. */
  clock?: () => number;
}

/** What to ask, and which facts the answer depends on: forgetting one of its tags forgets the answer. */
export interface Question<Value> {
  /** Made from the answer where the question does not name them; whatever is forgotten meanwhile then counts as one of them. */
  tags: readonly string[] | ((value: Value) => readonly string[]);
  ask(): Promise<Value>;
  /** Whether an answer is worth remembering; default: every one. */
  keep?(value: Value): boolean;
  /** An earlier end of freshness than `maxAgeMs`, in ms from now. */
  endsInMs?(value: Value): number;
}

/**
 * Remembers answers of another service for a few seconds. Callers that miss together ask once. An answer that was
 * under way when one of its tags was forgotten may be older than the change: it is handed to those who waited already
 * and never stored; later callers do not get it.
 */
export class FreshCache<Value> {
  readonly #entries: LRUCache<string, Tagged<Value>>;
  readonly #byTag = new Map<string, Set<string>>();
  readonly #underWay = new Map<string, Asked<Value>>();
  readonly #maxAgeMs: number;
  readonly #clock: () => number;

  constructor({ max, maxAgeMs, clock = () => performance.now() }: FreshCacheOptions) {
    this.#maxAgeMs = maxAgeMs;
    this.#clock = clock;
    this.#entries = new LRUCache({ max, dispose: (entry, key) => this.#unindex(key, entry.tags) });
  }

  /** The remembered answer, if it is still fresh. */
  peek(key: string): Fresh<Value> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.isFresh(entry) ? entry : undefined;
  }

  /** True until the answer's time is over or it is forgotten: lets others build on an entry they hold. */
  isFresh(entry: Fresh<unknown>): boolean {
    return entry.freshUntil > this.#clock();
  }

  /** The remembered answer, or a new one. Rejects with what `ask` rejects with; failures are not remembered. */
  async read(key: string, question: Question<Value>): Promise<Fresh<Value>> {
    const known = this.peek(key);
    if (known !== undefined) return known;

    const joined = this.#underWay.get(key);
    if (joined !== undefined) return joined.answer;

    const tags = typeof question.tags === 'function' ? undefined : question.tags;
    const asked: Asked<Value> = { tags, forgotten: false, answer: undefined as never };
    asked.answer = this.#ask(key, question, asked);
    this.#underWay.set(key, asked);
    return asked.answer;
  }

  /** Drops every answer that depends on the tag, including those in flight. */
  forget(tag: string): void {
    for (const key of [...(this.#byTag.get(tag) ?? [])]) this.#drop(key);
    for (const [key, asked] of this.#underWay) {
      if (asked.tags?.includes(tag) === false) continue;
      asked.forgotten = true;
      this.#underWay.delete(key);
    }
  }

  forgetAll(): void {
    for (const key of [...this.#entries.keys()]) this.#drop(key);
    for (const asked of this.#underWay.values()) asked.forgotten = true;
    this.#underWay.clear();
  }

  async #ask(key: string, question: Question<Value>, asked: Asked<Value>): Promise<Fresh<Value>> {
    // Age counts from before the question: what the answer says was true then at the earliest.
    const start = this.#clock();
    try {
      const value = await question.ask();
      const endsInMs = Math.min(this.#maxAgeMs, question.endsInMs?.(value) ?? Number.POSITIVE_INFINITY);
      const tags = typeof question.tags === 'function' ? question.tags(value) : question.tags;
      const entry: Tagged<Value> = { value, freshUntil: start + endsInMs, tags };
      if (asked.forgotten || !(question.keep?.(value) ?? true)) entry.freshUntil = 0;
      else this.#store(key, entry);
      return entry;
    } finally {
      if (this.#underWay.get(key) === asked) this.#underWay.delete(key);
    }
  }

  #store(key: string, entry: Tagged<Value>): void {
    // `set` disposes of an older entry of the key first, so its tags are gone before the new ones come.
    this.#entries.set(key, entry);
    for (const tag of entry.tags) {
      const keys = this.#byTag.get(tag);
      if (keys === undefined) this.#byTag.set(tag, new Set([key]));
      else keys.add(key);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.peek(key);
    if (entry !== undefined) entry.freshUntil = 0;
    this.#entries.delete(key);
  }

  #unindex(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#byTag.delete(tag);
    }
  }
}

interface Tagged<Value> extends Fresh<Value> {
  readonly tags: readonly string[];
}

interface Asked<Value> {
  /** Undefined: not known before the answer. */
  readonly tags: readonly string[] | undefined;
  forgotten: boolean;
  answer: Promise<Fresh<Value>>;
}
