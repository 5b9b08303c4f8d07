import { execFile } from 'node:child_process';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { call, Listeners, limits, names } from './listeners.fixture.ts';
import { createOutbound } from './outbound.ts';
import { botsExample } from './tls.fixture.ts';

const listeners = new Listeners();
afterEach(() => listeners.close());

it('sends the body with its headers to the name, and no cookies a second time', async () => {
  const calls: { headers: object; body: string }[] = [];
  const { port } = await listeners.http(async (req, res) => {
    const chunks = await req.toArray();
    calls.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
    res.setHeader('set-cookie', 'a=b').end('{"ok":true}');
  });
  const outbound = createOutbound({ allow: ['127.0.0.1'], resolve: names({ '127.0.0.1.nip.io': ['127.0.0.1'] }) });

  for (const _ of [1, 2]) await outbound.post(`http://127.0.0.1.nip.io:${port}/hook?x=1`, call);

  expect(calls).toHaveLength(2);
  for (const { headers, body } of calls) {
    expect(body).toBe(call.body);
    expect(headers).toEqual({
      host: `127.0.0.1.nip.io:${port}`,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': '13',
      'accept-encoding': 'gzip, deflate, br',
    });
  }
});

it('trusts who proves to be the name, and no one else', async () => {
  const server = createSecureServer(botsExample, (_req, res) => res.end('{}'));
  const { port } = await listeners.listen(server);
  const resolve = names({ 'bots.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] });
  const trusting = createOutbound({ allow: ['127.0.0.1'], resolve, ca: [botsExample.cert] });
  const doubting = createOutbound({ allow: ['127.0.0.1'], resolve });

  expect(await trusting.post(`https://bots.example:${port}/`, call)).toMatchObject({ outcome: 'ok' });
  expect(await trusting.post(`https://other.example:${port}/`, call)).toMatchObject({ outcome: 'tls' });
  expect(await trusting.post(`https://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'tls' });
  expect(await doubting.post(`https://bots.example:${port}/`, call)).toMatchObject({ outcome: 'tls' });
});

it('goes to the address itself, whatever proxy the environment names', async () => {
  const [target, proxy] = [await listeners.http(), await listeners.http()];
  const script = `import { createOutbound } from ${JSON.stringify(new URL('./outbound.ts', import.meta.url).href)};
    const { outcome } = await createOutbound({ allow: ['127.0.0.1'] }).post('http://127.0.0.1:${target.port}/', ${JSON.stringify(call)});
    process.stdout.write(outcome);`;
  const address = `http://127.0.0.1:${proxy.port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: address,
    HTTPS_PROXY: address,
    ALL_PROXY: address,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env });

  expect([stdout, target.seen.connections, proxy.seen.connections]).toEqual(['ok', 1, 0]);
});

it('does not follow a redirect', async () => {
  const target = await listeners.http();
  const { port } = await listeners.http((_req, res) =>
    res.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
  );
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'status', status: 307 });
  expect(target.seen.connections).toBe(0);
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('reads %s, and stops when what it becomes is too large', async (encoding, compress) => {
  const bytes = compress(Buffer.alloc(20_000_000));
  const { port } = await listeners.http((req, res) => {
    res.setHeader('content-encoding', encoding);
    res.end(req.url === '/bomb' ? bytes : compress('{"text":"hello"}'));
  });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  const good = await outbound.post(`http://127.0.0.1:${port}/`, call);
  const bomb = await outbound.post(`http://127.0.0.1:${port}/bomb`, call);

  expect(good).toMatchObject({ outcome: 'ok', body: Buffer.from('{"text":"hello"}') });
  expect(bomb).toMatchObject({ outcome: 'too_large', status: 200 });
  expect(bomb.body).toHaveLength(limits.bodyBytes);
});

it('takes no more of an endless answer than it may, and little memory', async () => {
  const { port } = await listeners.http((_req, res) => {
    const more = (): void => {
      while (res.write(Buffer.alloc(1_000_000)));
      res.once('drain', more);
    };
    more();
  });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const before = process.memoryUsage().rss;

  const answers = await Promise.all(Array.from({ length: 10 }, () => outbound.post(`http://127.0.0.1:${port}/`, call)));

  expect(answers.map(({ outcome, body }) => [outcome, body.length])).toEqual(
    Array(10).fill(['too_large', limits.bodyBytes]),
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
});

it('refuses headers beyond 16 kB', async () => {
  const { port } = await listeners.http((_req, res) => res.setHeader('x', 'a'.repeat(20_000)).end());
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'too_large' });
});

it('leaves a call that drips, and one that never answers, when its time is over', async () => {
  const drip = (write: (text: string) => void) => {
    const timer = setInterval(() => write('x'), 20);
    listeners.later(() => clearInterval(timer));
  };
  const { port } = await listeners.http((req, res) => {
    if (req.url === '/drip') drip((text) => res.write(text));
  });
  const headers = await listeners.listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      drip((text) => socket.write(text));
    }),
  );
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const quick = { ...call, limits: { ...limits, totalMs: 400, headersMs: 200 } };

  const [silent, dripping, slowHeaders] = await Promise.all([
    outbound.post(`http://127.0.0.1:${port}/`, quick),
    outbound.post(`http://127.0.0.1:${port}/drip`, quick),
    outbound.post(`http://127.0.0.1:${headers.port}/`, quick),
  ]);

  expect(silent).toMatchObject({ outcome: 'timeout' });
  expect(dripping).toMatchObject({ outcome: 'timeout', status: 200 });
  expect(slowHeaders).toMatchObject({ outcome: 'timeout' });
});

it.each([
  ['nothing listens', 'connect', undefined],
  ['the connection breaks', 'connect', (socket: Socket) => socket.destroy()],
  ['the answer is no HTTP', 'connect', (socket: Socket) => socket.end('hello\r\n\r\n')],
  ['the answer ends early', 'connect', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')],
] as const)('says what went wrong when %s: %s', async (_what, outcome, handle) => {
  const { port } = handle
    ? await listeners.listen(createTcpServer((socket) => socket.once('data', () => handle(socket))))
    : { port: 1_025 };
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome });
});

it('says that a success may be without content, compressed or not', async () => {
  const { port } = await listeners.http((_req, res) => res.writeHead(204, { 'content-encoding': 'gzip' }).end());
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'ok', status: 204 });
});
