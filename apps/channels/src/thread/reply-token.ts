import { createHash, timingSafeEqual } from 'node:crypto';

import type { Secrets } from '@parley/service-kit/security';

/** What a token leads to: one request of one mailbox. */
interface Place {
  projectId: string;
  mailboxId: string;
  requestId: string;
}

const shortIdLength = 10;
const signatureLength = 16;
const tokenForm = new RegExp(`^([a-z2-7]{${signatureLength}})([0-9a-f]{${shortIdLength}})$`);
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** Of the part of an address before the `@`. */
const maxLocalLength = 64;

/** Short name of a request: a token has to be short, and says nothing of the request to who does not know it. */
export function shortIdOf(requestId: string): string {
  // No secret and no signature: the migration made those of older threads.
  return createHash('md5').update(requestId).digest('hex').slice(0, shortIdLength);
}

/** The reply address of this request: an answer to it is recognised, whatever its headers say. */
export function replyAddressOf(secrets: Secrets, place: Place, address: string): string {
  const at = address.lastIndexOf('@');
  const token = `${signatureOf(secrets.fingerprint(...partsOf(place)))}${shortIdOf(place.requestId)}`;
  const tagged = `${address.slice(0, at)}+${token}`;
  return tagged.length > maxLocalLength ? address : `${tagged}${address.slice(at)}`;
}

export interface ReplyToken {
  signature: string;
  shortId: string;
}

/** The tokens that these addresses carry. */
export function tokensIn(addresses: readonly string[]): ReplyToken[] {
  return addresses.flatMap((address) => {
    const [, tag = ''] = /\+([^+@]*)@/.exec(address.toLowerCase()) ?? [];
    const [, signature, shortId] = tokenForm.exec(tag) ?? [];
    return signature !== undefined && shortId !== undefined ? [{ signature, shortId }] : [];
  });
}

/** Whether the token was made for this request. */
export function isTokenOf(secrets: Secrets, { signature, shortId }: ReplyToken, place: Place): boolean {
  if (shortId !== shortIdOf(place.requestId)) return false;
  const parts = partsOf(place);
  const good = [secrets.fingerprint(...parts), ...secrets.formerFingerprints(...parts)].map(signatureOf);
  return good.some((one) => timingSafeEqual(Buffer.from(one), Buffer.from(signature)));
}

function partsOf({ projectId, mailboxId, requestId }: Place): string[] {
  return ['reply token\n', projectId, '\n', mailboxId, '\n', requestId];
}

/** The first 80 bits in base32: addresses are compared without regard to case. */
function signatureOf(fingerprint: string): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const byte of Buffer.from(fingerprint, 'base64url').subarray(0, 10)) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += alphabet[(bits >> held) & 31];
      bits &= (1 << held) - 1;
    }
  }
  return text;
}
