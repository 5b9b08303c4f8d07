import { createHmac, randomBytes } from 'node:crypto';

import { LRUCache } from '@parley/service-kit/concurrency';

const ttlMs = 60_000;
const atMost = 10_000;

/**
 * Caches for a minute which passwords were correct, so that a series of calls with Basic costs one hash. Holds an HMAC
 * under a key of this process, never the password; a new `credentialsVersion` invalidates every entry of a user.
 * Source: contract 10 section 10.
 */
export class PasswordCache {
  readonly #key = randomBytes(32);
  readonly #right = new LRUCache<string, Promise<boolean>>({ max: atMost, ttl: ttlMs });

  /** Calls `check` unless a positive answer is cached or a check of the same password is in progress. */
  async check(
    user: { id: string; credentialsVersion: number },
    password: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const key = this.#keyOf(user, password);
    const known = this.#right.get(key);
    if (known) return known;

    const right = check();
    this.#right.set(key, right);
    const evict = () => this.#right.delete(key);
    right.then((was) => was || evict(), evict);
    return right;
  }

  #keyOf(user: { id: string; credentialsVersion: number }, password: string): string {
    return createHmac('sha256', this.#key)
      .update(`${user.id}|${user.credentialsVersion}|`)
      .update(password, 'utf8')
      .digest('base64url');
  }
}
