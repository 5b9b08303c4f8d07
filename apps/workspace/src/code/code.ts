import { createHash, randomBytes } from 'node:crypto';

/** What a code of a mail is good for, and for how long. Source: contract 10 section 4. */
export const codeTtlMs = {
  verification: 24 * 3_600_000,
  reset: 3_600_000,
} as const;

export type CodePurpose = keyof typeof codeTtlMs;

export interface NewCode {
  /** 256 random bits, base64url: goes into the mail and nowhere else. */
  code: string;
  /** What is stored instead. */
  hash: Uint8Array<ArrayBuffer>;
}

export function newCode(): NewCode {
  const code = randomBytes(32).toString('base64url');
  return { code, hash: hashOfCode(code) };
}

/** SHA-256 is enough: nobody guesses 256 random bits, so there is nothing for a slow hash to slow down. */
export function hashOfCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(code, 'utf8').digest());
}
