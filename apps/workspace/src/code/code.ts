import { createHash, randomBytes } from 'node:crypto';

/** Purposes of one-time codes and their TTL. Source: contract 10 section 4, contract 82 section 1. */
export const codeTtlMs = {
  verification: 24 * 3_600_000,
  reset: 3_600_000,
  sign_in: 3_600_000,
} as const;

export type CodePurpose = keyof typeof codeTtlMs;

export interface NewCode {
  /** 256 random bits, base64url: appears in its mail or link only. */
  code: string;
  /** The stored hash. */
  hash: Uint8Array<ArrayBuffer>;
}

export function newCode(): NewCode {
  const code = randomBytes(32).toString('base64url');
  return { code, hash: hashOfCode(code) };
}

/** SHA-256 suffices: 256 random bits cannot be guessed, so a slow hash adds nothing. */
export function hashOfCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(code, 'utf8').digest());
}
