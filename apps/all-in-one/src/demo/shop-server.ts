import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';

import { webhookHeaders } from '@parley/outbound';
import { readBody } from '@parley/service-kit/http';

import { readPrivate, writePrivate } from '../keys.ts';
import { reservePorts } from '../ports.ts';

/** A call of the demo's webhook. */
export interface WebhookCall {
  event: string;
  /** Number of the conversation. */
  ticket?: string;
  /** Of the event. */
  at: string;
}

/** Kept between starts: the webhook names the port, and only its secret is believed. */
interface Kept {
  port: number;
  secret?: string;
}

const loopback = '127.0.0.1';
const maxBytes = 600_000;
const maxAgeSeconds = 300;
const maxCalls = 20;
/** Sent by hand, from the settings. */
const testEvent = 'parley.test';

/** The server of the demo shop, on loopback: takes what the webhook delivers, and remembers the latest calls for the shop's page. */
export class ShopServer {
  readonly port: number;
  readonly #file: string;
  readonly #server: Server;
  #secret: string | undefined;
  /** By their ids, the oldest first: a repeated call counts once. */
  readonly #calls = new Map<string, WebhookCall>();

  private constructor(file: string, { port, secret }: Kept) {
    this.#file = file;
    this.port = port;
    this.#secret = secret;
    this.#server = createServer(async (req, res) => {
      const status = await this.#take(req).catch(() => 400);
      res.writeHead(status, { connection: 'close' }).end();
    });
  }

  /** At the port of the first start. @throws what the system says when another program has it */
  static async start(dataFolder: string): Promise<ShopServer> {
    const file = join(dataFolder, 'demo-shop.json');
    const kept = await readPrivate<Kept>(file);
    const [port = 0] = kept ? [kept.port] : await reservePorts(1);
    const server = new ShopServer(file, kept ?? { port });
    await new Promise<void>((resolve, reject) => {
      server.#server.once('error', reject).listen(port, loopback, resolve);
    });
    if (!kept) await writePrivate(file, { port });
    return server;
  }

  /** What a webhook has to call. */
  get url(): string {
    return `http://${loopback}:${this.port}/webhook`;
  }

  /** Whether there is a webhook whose calls are believed. */
  get hasWebhook(): boolean {
    return this.#secret !== undefined;
  }

  /** The newest first. */
  get calls(): WebhookCall[] {
    return [...this.#calls.values()].reverse();
  }

  /** Believes calls with this secret, and with no other from now on. */
  async trust(secret: string): Promise<void> {
    await writePrivate(this.#file, { port: this.port, secret });
    this.#secret = secret;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #take(req: IncomingMessage): Promise<number> {
    if (req.method !== 'POST' || req.url !== '/webhook') return 404;
    const body = String(await readBody(req, maxBytes, { timeoutMs: 10_000 }));
    const id = String(req.headers['webhook-id'] ?? '');
    if (!this.#isSigned(id, body, req.headers)) return 401;
    const { hook, payload, timestamp } = JSON.parse(body);
    const { name, request: { ticket_id: ticket } = payload } = payload;
    const event = name === testEvent ? testEvent : hook.event;
    this.#calls.set(id, { event, at: new Date(timestamp).toISOString(), ...(ticket && { ticket }) });
    for (const oldest of [...this.#calls.keys()].slice(0, -maxCalls)) this.#calls.delete(oldest);
    return 200;
  }

  #isSigned(
    id: string,
    body: string,
    { 'webhook-timestamp': seconds, ...headers }: IncomingMessage['headers'],
  ): boolean {
    const at = new Date(Number(seconds) * 1000);
    const ageSeconds = Math.abs(Date.now() - at.getTime()) / 1000;
    // No number is neither young nor old.
    if (this.#secret === undefined || !(ageSeconds <= maxAgeSeconds)) return false;
    const expected = Buffer.from(webhookHeaders({ id, at, body }, [this.#secret])['webhook-signature'] ?? '');
    return String(headers['webhook-signature'])
      .split(' ')
      .some((given) => given.length === expected.length && timingSafeEqual(Buffer.from(given, 'latin1'), expected));
  }
}
