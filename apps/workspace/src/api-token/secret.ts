import { randomBytes } from 'node:crypto';

import { apiTokenHashOf, formatApiToken } from '@parley/identity';

/** A new token as its holder gets it, never stored or logged, and the SHA-256 by which it is found. */
export function newSecret(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = formatApiToken(randomBytes(24));
  const hash = apiTokenHashOf(token);
  if (hash === undefined) throw new Error('a new token has no valid checksum');
  return { token, hash: new Uint8Array(hash) };
}
