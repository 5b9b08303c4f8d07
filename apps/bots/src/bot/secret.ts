import { randomBytes } from 'node:crypto';

import type { Secrets } from '@parley/service-kit/security';

import type { Bot } from './bot.ts';

const secretBytes = 32;

/** A new bot secret: 256 random bits in the format of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** The valid secrets of a bot, newest first: two during the overlap of a rotation, none for a copy. */
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
