import { randomBytes } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';
import { compare } from 'bcryptjs';

import { HashGate } from './hash-gate.ts';

/** argon2id, the library's default algorithm. Source: contract 10 section 4. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ours = '$argon2id$v=19$m=19456,t=2,p=1$';
const bcrypt = /^\$2[aby]\$/;

/** Hashes and compares passwords, few at a time. */
export class Passwords {
  readonly #gate: HashGate;
  /** What an unknown address is compared with, so that it costs what a known one does. */
  readonly #nobodys: string;

  readonly #onHash: () => void;

  private constructor(gate: HashGate, nobodys: string, onHash: () => void) {
    this.#gate = gate;
    this.#nobodys = nobodys;
    this.#onHash = onHash;
  }

  /** @param onHash told of each hash that is computed, for metrics */
  static async open({ gate = new HashGate(), onHash = () => {} } = {}): Promise<Passwords> {
    return new Passwords(gate, await hash(randomBytes(32), parameters), onHash);
  }

  /** @throws commonErrors.busy */
  hash(password: string): Promise<string> {
    return this.#gate.run(() => {
      this.#onHash();
      return hash(password, parameters);
    });
  }

  /**
   * @param stored absent: nobody's; the answer is false after the same work
   * @throws commonErrors.busy
   */
  verify(password: string, stored: string | undefined): Promise<boolean> {
    return this.#gate.run(async () => {
      this.#onHash();
      if (stored !== undefined && bcrypt.test(stored)) return compare(password, stored);
      const right = await verify(stored ?? this.#nobodys, password);
      return right && stored !== undefined;
    });
  }
}

/** True for hashes of imported users and of former parameters: replaced as soon as the password is known again. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(ours);
}
