import type { WebhookEvent } from './types.ts';

export interface VerifyWebhookInput {
  /** `whsec_…`, as returned by the API. */
  secret?: string;
  /** Several during a rotation. */
  secrets?: readonly string[];
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes: parsing and serialising changes them. */
  body: string | Uint8Array | ArrayBuffer;
  /** Maximum difference between its timestamp and the clock; default 300. */
  toleranceSeconds?: number;
}

export type WebhookFault = 'signature' | 'timestamp' | 'malformed';

/** The call cannot be trusted. Answer 401, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** `malformed`: headers are missing, or the body is not JSON. */
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault) {
    super(`The webhook is not verified: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * The event of a delivery, if it was signed with one of the secrets (Standard Webhooks).
 * @throws WebhookVerificationError
 * @throws TypeError without a secret
 */
export async function verifyWebhook(input: VerifyWebhookInput): Promise<WebhookEvent> {
  const { headers, body, secret, secrets = secret === undefined ? [] : [secret], toleranceSeconds = 300 } = input;
  if (secrets.length === 0) throw new TypeError('A secret is needed.');
  const id = read(headers, 'webhook-id');
  const timestamp = read(headers, 'webhook-timestamp');
  const signatures = read(headers, 'webhook-signature');
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('malformed');
  const age = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (Math.abs(age) > toleranceSeconds) throw new WebhookVerificationError('timestamp');

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice('v1,'.length)] : []));
  let isGood = false;
  // Compare all of them in any case, so that the time reveals nothing.
  for (const one of secrets) {
    const expected = await signatureOf(one, signed);
    for (const signature of given) isGood = isEqual(signature, expected) || isGood;
  }
  if (!isGood) throw new WebhookVerificationError('signature');
  return eventOf(id, new TextDecoder().decode(bytes), headers);
}

/** Identifies a repeated delivery. */
export function dedupeKey({ id }: Pick<WebhookEvent, 'id'>): string {
  return id;
}

function eventOf(id: string, text: string, headers: VerifyWebhookInput['headers']): WebhookEvent {
  try {
    const { payload, hook, timestamp, token } = JSON.parse(text) as WebhookEvent;
    const { event = 'bot.call' } = hook as { event?: string };
    const eventId = read(headers, 'parley-event') || undefined;
    const attempt = Number(read(headers, 'parley-attempt') || 1);
    return { id, event, payload, timestamp, hook, token, eventId, attempt } as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('malformed');
  }
}

function read(headers: VerifyWebhookInput['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return String(found?.[1] ?? '');
}

async function signatureOf(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at += 1) difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return difference === 0;
}
