import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** A new secret of a bot: 256 random bits, as Standard Webhooks write them. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
