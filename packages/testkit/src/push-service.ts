import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a browser hands to an application that it lets push; a type, so that it can be sent as a body. */
export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A message that a browser has received and decrypted. */
export interface PushedMessage {
  endpoint: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the application sends.
  message: any;
  headers: IncomingHttpHeaders;
}

interface Device {
  key: ECDH;
  auth: Buffer;
  /** What it answers; 201 while it is subscribed. */
  status: number;
}

/**
 * A browsers' push service, and the browsers behind it: takes messages over HTTP by RFC 8030, verifies who sends them by RFC 8292 and
 * decrypts them by RFC 8291, written from these documents alone.
 */
export class PushService {
  readonly received: PushedMessage[] = [];
  /** Why messages were refused that it should have taken. */
  readonly faults: string[] = [];
  readonly #devices = new Map<string, Device>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (req, res) => {
      const body = Buffer.concat(await req.toArray());
      const device = this.#devices.get(req.url ?? '');
      res.writeHead(device ? this.#take(req.url ?? '', device, req.headers, body) : 404).end();
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Subscribes a browser. */
  subscribe(): BrowserSubscription {
    const key = createECDH('prime256v1');
    key.generateKeys();
    const auth = randomBytes(16);
    const path = `/send/${randomBytes(12).toString('hex')}`;
    this.#devices.set(path, { key, auth, status: 201 });
    const keys = { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') };
    return { endpoint: `${this.origin}${path}`, keys };
  }

  /** What the service answers to messages for a browser from now on. */
  answer({ endpoint }: BrowserSubscription, status: number): void {
    const device = this.#devices.get(new URL(endpoint).pathname);
    if (device) device.status = status;
  }

  /** What a browser has received. */
  of({ endpoint }: BrowserSubscription): PushedMessage[] {
    return this.received.filter((message) => message.endpoint === endpoint);
  }

  #take(path: string, device: Device, headers: IncomingHttpHeaders, body: Buffer): number {
    if (device.status !== 201) return device.status;
    try {
      checkSender(headers.authorization ?? '', this.origin);
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The encoding is not aes128gcm.');
      if (!/^\d+$/.test(String(headers.ttl))) throw new Error('There is no TTL.');
      const message = JSON.parse(decrypt(body, device));
      this.received.push({ endpoint: `${this.origin}${path}`, message, headers });
      return 201;
    } catch (error) {
      this.faults.push(String(error));
      return 400;
    }
  }
}

/** RFC 8292 sections 2 and 3. */
function checkSender(authorization: string, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The token is not signed by its key.');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const inSeconds = exp - Date.now() / 1_000;
  if (aud !== origin || !(inSeconds > 0 && inSeconds <= 86_400) || !/^(mailto:.+@|https:)/.test(sub))
    throw new Error(`The claims are ${JSON.stringify({ aud, exp, sub })}.`);
}

/** RFC 8291 section 3.4 and RFC 8188 section 2, for a message of one record. */
function decrypt(body: Buffer, { key, auth }: Device): string {
  const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  if (body.length > 4_096 || sealed.length > body.readUInt32BE(16)) throw new Error('The message is too long.');
  const derive = (secret: Uint8Array, from: Uint8Array, info: Uint8Array, bytes: number) =>
    new Uint8Array(hkdfSync('sha256', secret, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const secret = derive(key.computeSecret(sender), auth, info, 32);
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The last record has no end.');
  return padded.subarray(0, end).toString();
}
