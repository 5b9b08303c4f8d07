import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { Bulkhead } from '@parley/service-kit/concurrency';

/** argon2id, the library's default algorithm. Source: contract 10 section 4. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ours = '$argon2id$v=19$m=19456,t=2,p=1$';
const bcrypt = /^\$2[aby]\$/;

/** Length of the bulkhead's queue. */
const mayWait = 64;

/** Threads of libuv's pool reserved for signatures, DNS and files, which must not queue behind a flood of sign-ins. */
const reservedThreads = 2;

/**
 * How many hashes run at once. Each takes 19 MiB, a core and a thread of libuv's pool for some 30 ms; without a limit, a
 * flood of sign-ins would exhaust the machine. Source: contract 10 section 4.
 */
export function hashesAtOnce({ cores, poolThreads }: { cores: number; poolThreads: number }): number {
  return Math.max(1, Math.min(Math.max(2, cores), poolThreads - reservedThreads));
}

/** Hashes and compares passwords behind a bulkhead. */
export class Passwords {
  readonly #bulkhead: Bulkhead;
  /** Compared for unknown addresses, so that they cost as much as known ones. */
  readonly #dummyHash: string;

  readonly #onHash: () => void;

  private constructor(bulkhead: Bulkhead, dummyHash: string, onHash: () => void) {
    this.#bulkhead = bulkhead;
    this.#dummyHash = dummyHash;
    this.#onHash = onHash;
  }

  /**
   * @param poolThreads size of libuv's pool, where hashes run
   * @param onHash called for each hash computed, for metrics
   */
  static async open({ poolThreads = 4, onHash = () => {} } = {}): Promise<Passwords> {
    const atOnce = hashesAtOnce({ cores: availableParallelism(), poolThreads });
    return new Passwords(new Bulkhead({ atOnce, mayWait }), await hash(randomBytes(32), parameters), onHash);
  }

  /** @throws commonErrors.busy */
  hash(password: string): Promise<string> {
    return this.#bulkhead.run(() => {
      this.#onHash();
      return hash(password, parameters);
    });
  }

  /**
   * @param stored absent for an unknown address; the answer is then false after the same work
   * @throws commonErrors.busy
   */
  verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#bulkhead.run(async () => {
      this.#onHash();
      if (stored !== undefined && bcrypt.test(stored)) return verifyBcrypt(password, stored);
      const right = await verify(stored ?? this.#dummyHash, password);
      return right && stored !== undefined;
    });
  }
}

/** True for hashes of imported users and of former parameters; the next sign-in replaces them. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(ours);
}
