import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { Bulkhead } from '@parley/service-kit/concurrency';

/** Beside the memory, of argon2id, the library's default algorithm. Source: contract 10 section 4. */
const fixed = { timeCost: 2, parallelism: 1 };
const bcrypt = /^\$2[aby]\$/;

/** Length of the bulkhead's queue. */
const mayWait = 64;

/** Threads of libuv's pool reserved for signatures, DNS and files, which must not queue behind a flood of sign-ins. */
const reservedThreads = 2;

/**
 * How many hashes run at once. Each takes, by default, 19 MiB, a core and a thread of libuv's pool for some 30 ms; without a limit, a
 * flood of sign-ins would exhaust the machine. Source: contract 10 section 4.
 */
export function hashesAtOnce({ cores, poolThreads }: { cores: number; poolThreads: number }): number {
  return Math.max(1, Math.min(Math.max(2, cores), poolThreads - reservedThreads));
}

interface PasswordsOptions {
  /** Memory of each new hash. */
  memoryKib: number;
  /** Size of libuv's pool, where hashes run. */
  poolThreads?: number;
  /** Called for each hash computed, for metrics. */
  onHash?: () => void;
}

/** Hashes and compares passwords behind a bulkhead. */
export class Passwords {
  readonly #memoryKib: number;
  readonly #bulkhead: Bulkhead;
  /** Compared for unknown addresses, so that they cost as much as known ones. */
  readonly #dummyHash: string;

  readonly #onHash: () => void;

  private constructor(memoryKib: number, bulkhead: Bulkhead, dummyHash: string, onHash: () => void) {
    this.#memoryKib = memoryKib;
    this.#bulkhead = bulkhead;
    this.#dummyHash = dummyHash;
    this.#onHash = onHash;
  }

  static async open({ memoryKib, poolThreads = 4, onHash = () => {} }: PasswordsOptions): Promise<Passwords> {
    const bulkhead = new Bulkhead({ atOnce: hashesAtOnce({ cores: availableParallelism(), poolThreads }), mayWait });
    const dummyHash = await hash(randomBytes(32), { ...fixed, memoryCost: memoryKib });
    return new Passwords(memoryKib, bulkhead, dummyHash, onHash);
  }

  /** @throws commonErrors.busy */
  hash(password: string): Promise<string> {
    return this.#bulkhead.run(() => {
      this.#onHash();
      return hash(password, { ...fixed, memoryCost: this.#memoryKib });
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

  /** True for hashes of imported users and of former parameters; the next sign-in replaces them. */
  isOutdated(stored: string): boolean {
    const { timeCost, parallelism } = fixed;
    return !stored.startsWith(`$argon2id$v=19$m=${this.#memoryKib},t=${timeCost},p=${parallelism}$`);
  }
}
