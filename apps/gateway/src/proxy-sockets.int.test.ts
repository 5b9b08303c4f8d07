import { connect, createServer, type Socket } from 'node:net';

import { eventually } from '@parley/testkit';

import { GatewayHarness, startUpstream } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway();
});
afterAll(() => harness.stop());

describe('sockets', () => {
  let realtime: { url: string; stop(): void; handshakes: string[] };
  let open: RunningGateway;

  beforeAll(async () => {
    realtime = await startEcho();
    open = await harness.gateway({ REALTIME_URL: realtime.url });
  });
  afterAll(() => realtime.stop());

  it('pass in both directions once the handshake is done, with the token of its address kept', async () => {
    const socket = await handshake(open, '/v3/ws?token=JWT%20secret', {
      'parley-actor': 'forged',
      'x-forwarded-for': '1.1.1.1',
    });
    expect(await socket.head).toContain('101 Switching Protocols');
    socket.write('ping');
    await socket.hears('ping');
    socket.end();

    const seen = realtime.handshakes.at(-1) ?? '';
    expect(seen).toContain('GET /v3/ws?token=JWT%20secret');
    expect(seen).toMatch(/parley-client-address: 127.0.0.1/i);
    expect(seen).not.toMatch(/forged|x-forwarded/i);
  });

  it('are found however many slashes their path has, and what their query holds stays', async () => {
    expect(await (await handshake(open, '//v3//ws//?token=a//b')).head).toContain('101 Switching Protocols');
    expect(realtime.handshakes.at(-1)).toContain('GET /v3/ws/?token=a//b HTTP');
  });

  it('are refused where there is none, and where it does not answer', async () => {
    expect(await (await handshake(open, '/v3/other')).head).toMatch(/^HTTP\/1.1 404 /);
    expect(await (await handshake(gateway, '/v3/ws')).head).toMatch(/^HTTP\/1.1 404 /);
    const none = await startUpstream();
    await none.stop();
    const away = await harness.gateway({ REALTIME_URL: none.url });
    expect(await (await handshake(away, '/v3/ws')).head).toMatch(/^HTTP\/1.1 503 [\s\S]*dependency_down/);
  });

  it('are counted per address', async () => {
    const strict = await harness.gateway({ REALTIME_URL: realtime.url, LIMIT_PUBLIC_CALLS: '1' });
    expect(await (await handshake(strict, '/v3/ws')).head).toContain('101');
    expect(await (await handshake(strict, '/v3/ws')).head).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after/);
  });

  it('get a close frame when the gateway stops, after the frame that is under way', async () => {
    const own = await harness.gateway({ REALTIME_URL: realtime.url });
    const socket = await handshake(own, '/v3/ws');
    await socket.head;
    socket.write('\x81\x04ha');
    await socket.hears('\x81\x04ha');

    const stopped = own.stop();
    socket.write('lf');
    await socket.hears('\x81\x04half\x88\x02\x03\xf4');
    socket.end();
    await socket.closed;
    await stopped;
  });

  it('get it at once when they connect while the gateway stops', async () => {
    const own = await harness.gateway({ REALTIME_URL: realtime.url, DRAIN_LINGER: '1h' });
    const before = await handshake(own, '/v3/ws');
    await before.head;
    const stopped = own.stop();
    const late = await handshake(own, '/v3/ws');
    expect(await late.head).toContain('101 Switching Protocols');
    await late.hears('\x88\x02\x03\xf4');
    for (const socket of [before, late]) socket.end();
    await stopped;
  });

  it('are cut off when the gateway stops and they do not go', async () => {
    const own = await harness.gateway({ REALTIME_URL: realtime.url });
    const [idle, within] = [await handshake(own, '/v3/ws'), await handshake(own, '/v3/ws')];
    await Promise.all([idle.head, within.head]);
    within.write('\x81\x04ha');
    await within.hears('\x81\x04ha');

    await own.stop();
    await Promise.all([idle.closed, within.closed]);
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
  let heard = '';
  const head = new Promise<string>((resolve) => {
    socket.once('data', (answer) => {
      resolve(answer.toString());
      if (answer.includes('101 Switching')) heard = answer.subarray(answer.indexOf('\r\n\r\n') + 4).toString('latin1');
      socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
    });
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return {
    head,
    closed,
    write(text: string) {
      socket.write(text, 'latin1');
    },
    /** After the head of the answer. */
    hears: (bytes: string) => eventually(() => expect(heard).toBe(bytes)),
    end: () => socket.end(),
  };
}
