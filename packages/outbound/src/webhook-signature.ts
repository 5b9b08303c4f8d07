import { createHmac } from 'node:crypto';

/** The signed parts of a webhook call. */
export interface SignedCall {
  /** The same on every attempt: the receiver's key against duplicates. */
  id: string;
  /** Of this attempt. */
  at: Date;
  /** The exact bytes that are sent. */
  body: string;
}

/**
 * Headers of the Standard Webhooks specification (`webhook-id`, `webhook-timestamp`, `webhook-signature`): one HMAC-SHA-256 signature per secret.
 * @param secrets `whsec_<base64>`, the newest first; two while a rotation overlaps
 */
export function webhookHeaders({ id, at, body }: SignedCall, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
