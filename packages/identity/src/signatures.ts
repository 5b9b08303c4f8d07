import { type CryptoKey, compactVerify, importJWK } from 'jose';

import type { PublicKey } from './source.ts';

/** Our own keys by `kid`, ready to verify with. */
export type KeySet = ReadonlyMap<string, { x: string; key: CryptoKey }>;

/** Keys that are not Ed25519 are left out: no other algorithm is ours. */
export async function importKeys(keys: readonly PublicKey[]): Promise<KeySet> {
  const imported = keys
    .filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')
    .map(async ({ kid, kty, crv, x }) => {
      const key = (await importJWK({ kty, crv, x }, 'EdDSA')) as CryptoKey;
      return [kid, { x, key }] as const;
    });
  return new Map(await Promise.all(imported));
}

/** True when the token is signed with the private half of `key`. */
export function isSignedByUs(token: string, key: CryptoKey): Promise<boolean> {
  return verifies(token, key, 'EdDSA');
}

/** True when the token is signed with the secret: its UTF-8 bytes are the key. */
export function isSignedWithSecret(token: string, secret: string): Promise<boolean> {
  return verifies(token, new TextEncoder().encode(secret), 'HS256');
}

async function verifies(token: string, key: CryptoKey | Uint8Array, algorithm: 'EdDSA' | 'HS256'): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [algorithm] });
    return true;
  } catch {
    return false;
  }
}
