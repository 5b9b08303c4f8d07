import { randomBytes } from 'node:crypto';

import type { Secrets } from '@parley/service-kit/security';

import type { Subscription } from './subscription.ts';

const secretBytes = 32;

/** Generates a signing secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

type Sealed = Pick<Subscription, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

/** The active signing secrets, newest first; two while a rotation overlaps. */
export function openSecrets(secrets: Secrets, subscription: Sealed, now: Date): string[] {
  const { id, secret, previousSecret, previousSecretUntil } = subscription;
  const isOverlapping = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  return [secret, ...(isOverlapping ? [previousSecret] : [])].map((one) => secrets.open(one, id));
}
