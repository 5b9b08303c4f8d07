import { randomBytes } from 'node:crypto';

import type { Secrets } from '@parley/service-kit/security';

import type { Bot } from './bot.ts';

const secretBytes = 32;

/** A new secret of a bot: 256 random bits, as Standard Webhooks write them. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** The secrets of a bot that count, the newest first: two while a rotation overlaps, none of a copy. */
export function openSecrets(
  secrets: Secrets,
  {
    id,
    secret,
    previousSecret,
    previousSecretUntil,
  }: Pick<Bot, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  now: Date,
): string[] {
  const isOverlapping = previousSecretUntil !== null && previousSecretUntil > now;
  const sealed = [secret, isOverlapping ? previousSecret : null].filter((one) => one !== null);
  return sealed.map((one) => secrets.open(one, id));
}
