import { randomBytes, timingSafeEqual } from 'node:crypto';

import type { Secrets } from '@parley/service-kit/security';

import type { Mailbox } from './mailbox.ts';

/** With which a provider posts mail for a mailbox. */
export function newSecret(): string {
  return `mail_${randomBytes(32).toString('base64url')}`;
}

/** Whether the header has the secret, as a bearer token or as the password of Basic. */
export function isPermitted(
  { secrets }: { secrets: Secrets },
  { id, secret }: Pick<Mailbox, 'id' | 'secret'>,
  authorization: string | undefined,
): boolean {
  const presented = presentedIn(authorization ?? '');
  if (secret === null || presented === undefined) return false;
  // Of fingerprints, which are of one length: the time that it takes says nothing of the secret.
  const [mine, theirs] = [secrets.open(secret, id), presented].map((one) => Buffer.from(secrets.fingerprint(one)));
  return mine !== undefined && theirs !== undefined && timingSafeEqual(mine, theirs);
}

function presentedIn(authorization: string): string | undefined {
  const [, scheme = '', rest = ''] = /^(Bearer|Basic) +(\S{1,1000})$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return rest;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const [, ...password] = Buffer.from(rest, 'base64').toString().split(':');
  return password.join(':');
}
