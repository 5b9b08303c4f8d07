import { connect, createServer, type Socket } from 'node:net';

import { startUpstream, World } from '../test/world.ts';
import type { RunningGateway } from './service.ts';

let world: World;
let gateway: RunningGateway;

beforeAll(async () => {
  world = await World.start();
  gateway = await world.gateway();
});
afterAll(() => world.stop());

describe('sockets', () => {
  let realtime: { url: string; stop(): void; handshakes: string[] };
  let open: RunningGateway;

  beforeAll(async () => {
    realtime = await startEcho();
    open = await world.gateway({ REALTIME_URL: realtime.url });
  });
  afterAll(() => realtime.stop());

  it('pass in both directions once the handshake is done, with the token of its address kept', async () => {
    const socket = await handshake(open, '/v3/ws?token=JWT%20secret', {
      'parley-actor': 'forged',
      'x-forwarded-for': '1.1.1.1',
    });
    expect(await socket.head).toContain('101 Switching Protocols');
    socket.write('ping');
    expect(await socket.next).toBe('ping');
    socket.end();

    const seen = realtime.handshakes.at(-1) ?? '';
    expect(seen).toContain('GET /v3/ws?token=JWT%20secret');
    expect(seen).toMatch(/parley-client-address: 127.0.0.1/i);
    expect(seen).not.toMatch(/forged|x-forwarded/i);
  });

  it('are refused where there is none, and where nobody answers', async () => {
    expect(await (await handshake(open, '/v3/other')).head).toMatch(/^HTTP\/1.1 404 /);
    expect(await (await handshake(gateway, '/v3/ws')).head).toMatch(/^HTTP\/1.1 404 /);
    const none = await startUpstream();
    await none.stop();
    const away = await world.gateway({ REALTIME_URL: none.url });
    expect(await (await handshake(away, '/v3/ws')).head).toMatch(/^HTTP\/1.1 503 [\s\S]*dependency_down/);
  });

  it('are counted per address', async () => {
    const strict = await world.gateway({ REALTIME_URL: realtime.url, LIMIT_PUBLIC_CALLS: '1' });
    expect(await (await handshake(strict, '/v3/ws')).head).toContain('101');
    expect(await (await handshake(strict, '/v3/ws')).head).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after/);
  });

  it('end when the gateway stops', async () => {
    const own = await world.gateway({ REALTIME_URL: realtime.url });
    const socket = await handshake(own, '/v3/ws');
    await socket.head;
    await own.stop();
    await socket.closed;
  });
});

/** A server that takes every handshake and echoes what follows it. */
async function startEcho() {
  const handshakes: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (head) => {
      handshakes.push(head.toString());
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      socket.pipe(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, stop, handshakes };
}

async function handshake({ addresses }: RunningGateway, path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(addresses.http);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({
    host: 'parley.example',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const data = () => new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  const head = data();
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    head,
    closed,
    write(text: string) {
      socket.write(text);
    },
    get next() {
      return data();
    },
    end: () => socket.end(),
  };
}
