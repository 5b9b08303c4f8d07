import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import type { OutboundRequest } from './exchange.ts';
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts';
import { botsExample } from './tls.fixture.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const limits = { totalMs: 2_000, bodyBytes: 262_144 };
const call: OutboundRequest = { body: '{"text":"hi"}', headers: { 'content-type': 'application/json' }, limits };

/** A server on all addresses of this machine that counts who connects. */
async function listener(handle: RequestListener = (_req, res) => res.end('{"ok":true}')) {
  const server = createServer(handle);
  return { server, ...(await counting(server)) };
}

async function counting(server: Server) {
  const seen = { connections: 0 };
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    seen.connections += 1;
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { seen, port: (server.address() as AddressInfo).port };
}

/** Names lead where the table says; a list of lists is one answer after the other. */
function names(table: Record<string, string[] | string[][]>): OutboundOptions['resolve'] {
  const asked = new Map<string, number>();
  return async (host) => {
    const answers = table[host] ?? [];
    const round = asked.get(host) ?? 0;
    asked.set(host, round + 1);
    const at = Array.isArray(answers[0]) ? (answers as string[][])[Math.min(round, answers.length - 1)] : answers;
    return (at ?? []) as string[];
  };
}

function mayBeWritten(outbound: Outbound, address: string): Promise<boolean> {
  return outbound.check([address]).then(
    () => true,
    () => false,
  );
}

const refusedHosts = [
  ...['127.0.0.1', '127.1', '0', '0x7f.1', '0177.0.0.1', '2130706433', '１２７.０.０.１', '127。0。0。1', '127.0.0.1.'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::a9fe:a9fe]'],
  ...['[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]', '[fe80::1]', '[fec0::1]', '[fd00::1]'],
  ...['169.254.169.254', '100.100.100.200', '10.0.0.1', '192.168.1.1', '255.255.255.255', '224.0.0.1'],
  ...['metadata.google.internal', 'localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'db'],
  ...['db.default.svc', 'db.default.svc.cluster.local', '127.0.0.1.nip.io', '7f000001.nip.io', 'mixed.example'],
  ...['user@host.example', 'user:word@host.example', ':@127.0.0.1', 'lοcalhost', '%6cocalhost', '127.0.0.1%2f.example'],
];

const inside = names({
  '127.0.0.1.nip.io': ['127.0.0.1'],
  '7f000001.nip.io': ['127.0.0.1'],
  'mixed.example': ['8.8.8.8', '127.0.0.1'],
  'host.example': ['8.8.8.8'],
  localhost: ['127.0.0.1', '::1'],
  'a.localhost': ['127.0.0.1'],
  'db.default.svc': ['127.0.0.1'],
  'six.example': ['2606:4700::1', '::ffff:127.0.0.1'],
});

it.each(refusedHosts)('opens no connection to %s, and lets nobody write it down', async (host) => {
  const { seen, port } = await listener();
  const outbound = createOutbound({ resolve: inside });

  for (const scheme of ['https', 'http']) {
    const address = `${scheme}://${host}:${port}/hook`;
    expect(await mayBeWritten(outbound, address)).toBe(false);
    expect(await outbound.post(address, call)).toMatchObject({ outcome: 'url_not_allowed', body: Buffer.alloc(0) });
  }
  expect(seen.connections).toBe(0);
});

it.each([
  ...['file:///etc/passwd', 'gopher://host.example/', 'data:text/plain,x', 'ftp://host.example/', 'javascript:1'],
  ...['https://host.example:22/', 'https://host.example:1023/', 'https://host.example:80/', 'http://host.example/'],
  ...['https://host.example/#fragment', 'https://host.example/#', '//host.example/', '/hook', 'https://', ''],
  ...['https://[fe80::1%25eth0]/', 'https://1.2.3.4.5/', 'https://host.example:70000/', 'https://six.example/'],
])('refuses %p', async (address) => {
  const outbound = createOutbound({ resolve: inside });

  expect(await mayBeWritten(outbound, address)).toBe(false);
  expect(await outbound.post(address, call)).toMatchObject({ outcome: 'url_not_allowed' });
});

it.each(['https://host.example/', 'https://host.example:8443/a?b=c', 'https://8.8.8.8/', 'https://unknown.example/'])(
  'lets %s be written down',
  async (address) => {
    expect(await mayBeWritten(createOutbound({ resolve: inside }), address)).toBe(true);
  },
);

it('refuses a write that holds one refused address, with the sentence of all refusals', async () => {
  const outbound = createOutbound({ resolve: inside });
  const refusal = { code: 'url_not_allowed', details: {} };
  const good = ['https://host.example/', 'https://unknown.example/', undefined, null];

  await outbound.check(good);
  for (const bad of ['https://mixed.example/', 'https://127.0.0.1/', 'http://host.example/', 'nothing'])
    await expect(outbound.check([...good, bad])).rejects.toMatchObject(refusal);
});

it('looks up a hundred names of a write, and still refuses what is no public name beyond them', async () => {
  let asked = 0;
  const outbound = createOutbound({ resolve: async () => [`8.8.8.${asked++ % 200}`] });
  const many = Array.from({ length: 300 }, (_, place) => `https://host-${place}.example/`);

  await outbound.check(many);
  expect(asked).toBe(100);
  for (const bad of ['https://127.0.0.1/', 'https://localhost/', 'http://host.example/', 'https://db.default.svc/'])
    await expect(outbound.check([...many, bad])).rejects.toMatchObject({ code: 'url_not_allowed' });
});

it('says that nobody knows a name', async () => {
  const outbound = createOutbound({ resolve: inside });

  expect(await outbound.post('https://unknown.example/', call)).toMatchObject({ outcome: 'dns' });
});

it('connects to what it has checked, though the name leads elsewhere a moment later', async () => {
  const { server, port, seen } = await listener();
  const reached: (string | undefined)[] = [];
  server.on('connection', ({ localAddress }) => reached.push(localAddress));
  const turning = names({ 'turning.example': [['127.0.0.2'], ['127.0.0.1']] });
  const outbound = createOutbound({ allow: ['127.0.0.2'], resolve: turning });

  const first = await outbound.post(`http://turning.example:${port}/`, call);
  const second = await outbound.post(`http://turning.example:${port}/`, call);

  expect([first.outcome, second.outcome]).toEqual(['ok', 'url_not_allowed']);
  expect(reached).toEqual(['::ffff:127.0.0.2']);
  expect(seen.connections).toBe(1);
});

it('reaches what the operator allows, by block or by name, without TLS too', async () => {
  const { seen, port } = await listener();
  const blocks = createOutbound({ allow: ['127.0.0.0/8'], resolve: inside });
  const hosts = createOutbound({ allow: ['db.default.svc'], resolve: inside });

  expect(await mayBeWritten(blocks, `http://127.0.0.1:${port}/`)).toBe(true);
  expect(await mayBeWritten(blocks, `http://[::1]:${port}/`)).toBe(false);
  expect(await mayBeWritten(blocks, `http://mixed.example:${port}/`)).toBe(false);
  expect(await blocks.post(`http://127.0.0.1.nip.io:${port}/`, call)).toMatchObject({ outcome: 'ok', status: 200 });
  expect(await hosts.post(`http://db.default.svc:${port}/`, call)).toMatchObject({ outcome: 'ok', status: 200 });
  expect(await hosts.post(`http://localhost:${port}/`, call)).toMatchObject({ outcome: 'url_not_allowed' });
  expect(seen.connections).toBe(2);
});

it('refuses what the operator denies, by block or by name, in whatever it is wrapped', async () => {
  const outbound = createOutbound({ deny: ['8.8.8.0/24', 'own.example'], resolve: inside });

  for (const host of [
    '8.8.8.8',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::808:808]',
    '[2002:808:808::]',
    'host.example',
    'own.example',
  ])
    expect(await mayBeWritten(outbound, `https://${host}/`)).toBe(false);
  expect(await mayBeWritten(outbound, 'https://8.8.4.4/')).toBe(true);
});

it('sends the body with its headers to the name, and no cookies a second time', async () => {
  const calls: { headers: object; body: string }[] = [];
  const { port } = await listener(async (req, res) => {
    const chunks = await req.toArray();
    calls.push({ headers: req.headers, body: Buffer.concat(chunks).toString() });
    res.setHeader('set-cookie', 'a=b').end('{"ok":true}');
  });
  const outbound = createOutbound({ allow: ['127.0.0.1'], resolve: inside });

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
  const { port } = await counting(server);
  const resolve = names({ 'bots.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] });
  const trusting = createOutbound({ allow: ['127.0.0.1'], resolve, ca: [botsExample.cert] });
  const doubting = createOutbound({ allow: ['127.0.0.1'], resolve });

  expect(await trusting.post(`https://bots.example:${port}/`, call)).toMatchObject({ outcome: 'ok' });
  expect(await trusting.post(`https://other.example:${port}/`, call)).toMatchObject({ outcome: 'tls' });
  expect(await trusting.post(`https://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'tls' });
  expect(await doubting.post(`https://bots.example:${port}/`, call)).toMatchObject({ outcome: 'tls' });
});

it('goes to the address itself, whatever proxy the environment names', async () => {
  const [target, proxy] = [await listener(), await listener()];
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
  const target = await listener();
  const { port } = await listener((_req, res) =>
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
  const { port } = await listener((req, res) => {
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
  const { port } = await listener((_req, res) => {
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
  const { port } = await listener((_req, res) => res.setHeader('x', 'a'.repeat(20_000)).end());
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'too_large' });
});

it('leaves a call that drips, and one that never answers, when its time is over', async () => {
  const drip = (write: (text: string) => void) => {
    const timer = setInterval(() => write('x'), 20);
    closing.push(() => clearInterval(timer));
  };
  const { port } = await listener((req, res) => {
    if (req.url === '/drip') drip((text) => res.write(text));
  });
  const headers = await counting(
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
  ['nobody listens', 'connect', undefined],
  ['the connection breaks', 'connect', (socket: Socket) => socket.destroy()],
  ['the answer is no HTTP', 'connect', (socket: Socket) => socket.end('hello\r\n\r\n')],
  ['the answer ends early', 'connect', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')],
] as const)('says what went wrong when %s: %s', async (_what, outcome, handle) => {
  const { port } = handle
    ? await counting(createTcpServer((socket) => socket.once('data', () => handle(socket))))
    : { port: 1_025 };
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome });
});

it('says that a success may be without content, compressed or not', async () => {
  const { port } = await listener((_req, res) => res.writeHead(204, { 'content-encoding': 'gzip' }).end());
  const outbound = createOutbound({ allow: ['127.0.0.1'] });

  expect(await outbound.post(`http://127.0.0.1:${port}/`, call)).toMatchObject({ outcome: 'ok', status: 204 });
});
