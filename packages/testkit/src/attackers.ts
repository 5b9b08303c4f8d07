import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Where an attack goes, and whom it comes from. */
export interface Target {
  /** Of the gateway, on loopback. */
  url: string;
  /** What callers write into `X-Forwarded-For`; a gateway that trusts loopback takes each for an address of its own. */
  addresses: readonly string[];
}

/** So many addresses of the block that is kept for examples (RFC 5737), no two alike up to 254. */
export function strangers(count: number): string[] {
  return Array.from({ length: count }, (_, nth) => `198.51.100.${(nth % 254) + 1}`);
}

/** Lines of a call's head, without the empty one at its end. */
export function head(method: string, path: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ host: 'parley', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines].join('\r\n');
}

/**
 * Opens connections one after the other, sends `calls` calls at once over each, and closes it a moment later.
 * Resolves when all are closed.
 */
export async function abandonPipelines(
  target: Target,
  { connections, calls, path }: { connections: number; calls: number; path: string },
): Promise<void> {
  for (let nth = 0; nth < connections; nth++) {
    const client = await open(target.url);
    const one = head('GET', path, { 'x-forwarded-for': addressOf(target, nth) });
    client.socket.write(`${one}\r\n\r\n`.repeat(calls));
    await delay(1);
    client.close();
  }
}

/** Connections whose bodies come a byte at a time, and never to an end. */
export async function slowBodies(
  target: Target,
  { connections, heads }: { connections: number; heads: readonly string[] },
): Promise<Held> {
  const clients: Client[] = [];
  for (let nth = 0; nth < connections; nth++) {
    const client = await open(target.url);
    const address = addressOf(target, nth);
    client.socket.write(`${heads[nth % heads.length]}\r\nx-forwarded-for: ${address}\r\n\r\n{`);
    clients.push(client);
  }
  const drip = setInterval(() => {
    for (const { socket } of clients) if (socket.writable) socket.write(' ');
  }, 4_000);
  return {
    clients,
    stop() {
      clearInterval(drip);
      for (const client of clients) client.close();
    },
  };
}

/** Announces a body of `size` bytes and sends all of it, without a look at the answer before; resolves when the connection is closed. */
export async function sendLarge(
  target: Target,
  { heads, size }: { heads: readonly string[]; size: number },
): Promise<Client[]> {
  return Promise.all(
    heads.map(async (lines, nth) => {
      const client = await open(target.url);
      client.socket.write(`${lines}\r\nx-forwarded-for: ${addressOf(target, nth)}\r\ncontent-length: ${size}\r\n\r\n`);
      client.socket.write(Buffer.alloc(size, 'x'));
      await client.closed;
      return client;
    }),
  );
}

/** An attack that goes on until it is stopped. */
export interface Held {
  clients: readonly Client[];
  stop(): void;
}

/** One connection, spoken to by hand. */
export class Client {
  readonly socket: Socket;
  /** All that has come. */
  heard = '';
  /** Resolves when the connection is gone, however. */
  readonly closed: Promise<void>;

  constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      this.heard += bytes.toString('latin1');
    });
  }

  /** Of the answers so far. */
  get statuses(): number[] {
    return [...this.heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  close(): void {
    this.socket.destroy();
  }
}

/** @param url of the gateway or of a service */
export async function open(url: string): Promise<Client> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return new Client(socket);
}

function addressOf({ addresses }: Target, nth: number): string {
  return addresses[nth % addresses.length] ?? '';
}
