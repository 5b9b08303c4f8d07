import { call, Listeners, names } from './listeners.fixture.ts';
import { createOutbound, type Outbound } from './outbound.ts';

const listeners = new Listeners();
afterEach(() => listeners.close());

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

it.each(refusedHosts)('opens no connection to %s, and refuses to store it', async (host) => {
  const { seen, port } = await listeners.http();
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

it.each(refusedHosts)('hands out no address of the server %s', async (text) => {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  const outbound = createOutbound({ resolve: inside });
  expect((await outbound.resolveHost({ host, port: 993, isPlain: false })).addresses).toEqual([]);
});

it('refuses a write that holds one refused address, with the sentence of all refusals', async () => {
  const outbound = createOutbound({ resolve: inside });
  const refusal = { code: 'url_not_allowed', details: {} };
  const good = ['https://host.example/', 'https://unknown.example/', undefined, null];

  await outbound.check(good);
  for (const bad of ['https://mixed.example/', 'https://127.0.0.1/', 'http://host.example/', 'nothing'])
    await expect(outbound.check([...good, bad])).rejects.toMatchObject(refusal);
});

it('finds which of many addresses are refused, also beyond a hundred names', async () => {
  const outbound = createOutbound({ resolve: inside });
  const many = Array.from({ length: 150 }, (_, place) => `https://host-${place}.example/`);
  const bad = ['https://mixed.example/', 'https://127.0.0.1/', 'http://host.example/', 'nothing', 'https://localhost/'];

  const among = [bad[0], 'https://host.example/', undefined, ...many, null, ...bad];
  expect([...(await outbound.refusedAmong(among))].sort()).toEqual(bad.toSorted());
  expect(await outbound.refusedAmong(many)).toEqual(new Set());
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

it('reports a name that does not resolve', async () => {
  const outbound = createOutbound({ resolve: inside });

  expect(await outbound.post('https://unknown.example/', call)).toMatchObject({ outcome: 'dns' });
});

it('connects to what it has checked, though the name leads elsewhere a moment later', async () => {
  const { server, port, seen } = await listeners.http();
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
  const { seen, port } = await listeners.http();
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

it('reaches one port of a host where the operator allows no more, by name or address', async () => {
  const [open, other] = [await listeners.http(), await listeners.http()];
  const resolve = names({ localhost: ['127.0.0.1'] });
  const outbound = createOutbound({ allow: [`localhost:${open.port}`, `127.0.0.1:${open.port}`], resolve });

  for (const host of ['localhost', '127.0.0.1', '0x7f.1']) {
    expect(await outbound.post(`http://${host}:${open.port}/`, call)).toMatchObject({ outcome: 'ok', status: 200 });
    const [allowed, refused] = [open, other].map(({ port }) => `http://${host}:${port}/`);
    expect([...(await outbound.refusedAmong([allowed, refused]))]).toEqual([refused]);
    expect(await outbound.post(refused ?? '', call)).toMatchObject({ outcome: 'url_not_allowed' });
  }
  expect(await mayBeWritten(outbound, `http://127.0.0.2:${open.port}/`)).toBe(false);
  expect([open.seen.connections, other.seen.connections]).toEqual([3, 0]);
  const own = createOutbound({ allow: [`localhost:${open.port}`], denyPorts: [open.port], resolve });
  expect(await mayBeWritten(own, `http://localhost:${open.port}/`)).toBe(false);
});

it('calls no port of the mesh on this machine, whatever the operator allows', async () => {
  const [own, other] = [await listeners.http(), await listeners.http()];
  const allow = ['localhost', 'db', '127.0.0.0/8', '0.0.0.0/8', '::1', '::ffff:0:0/96', 'own.example'];
  const resolve = names({ localhost: ['127.0.0.1', '::1'], db: ['10.0.0.1', '127.0.0.1'], 'own.example': ['8.8.8.8'] });
  const outbound = createOutbound({ allow, denyPorts: [own.port], resolve });

  for (const host of ['localhost', 'LOCALHOST.', 'db', '127.0.0.1', '127.9.9.9', '0', '[::1]', '[::ffff:127.0.0.1]']) {
    expect(await mayBeWritten(outbound, `http://${host}:${own.port}/metrics`)).toBe(false);
    expect(await outbound.post(`http://${host}:${own.port}/`, call)).toMatchObject({ outcome: 'url_not_allowed' });
  }
  expect(own.seen.connections).toBe(0);
  expect(await mayBeWritten(outbound, `http://own.example:${own.port}/`)).toBe(true);
  expect(await outbound.post(`http://localhost:${other.port}/`, call)).toMatchObject({ outcome: 'ok' });

  const both = [own.port, other.port].map((port) => `http://localhost:${port}/`);
  expect([...(await outbound.refusedAmong(both))]).toEqual([both[0]]);
  const many = Array.from({ length: 150 }, (_, place) => `https://host-${place}.example/`);
  expect([...(await outbound.refusedAmong([...many, ...both]))]).toEqual([both[0]]);
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

describe('hosts of other protocols', () => {
  const outbound = createOutbound({ resolve: inside, allow: ['db.default.svc'], denyPorts: [5_432] });
  const outcomeOf = async (host: string, port = 465, isPlain = false) =>
    (await outbound.resolveHost({ host, port, isPlain })).outcome;

  it('answers the addresses of a host that was checked, and of none that was refused', async () => {
    expect(await outbound.resolveHost({ host: 'Host.Example.', port: 465, isPlain: false })).toEqual({
      outcome: 'ok',
      addresses: ['8.8.8.8'],
    });
    expect(await outbound.resolveHost({ host: 'mixed.example', port: 465, isPlain: false })).toEqual({
      outcome: 'url_not_allowed',
      addresses: [],
    });
    expect(await outcomeOf('unknown.example')).toBe('dns');
  });

  it.each([
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    'localhost',
    'smtp',
    '127.0.0.1.nip.io',
    'a b.example',
    'x/y',
    'a@b.example',
    '',
  ])('refuses %j', async (host) => expect(await outcomeOf(host)).toBe('url_not_allowed'));

  it.each(['127.1', '0x7f.1', '2130706433', '127.0.0.1.'])('gives no address for %j', async (host) => {
    expect((await outbound.resolveHost({ host, port: 465, isPlain: false })).addresses).toEqual([]);
  });

  it('lets unencrypted connections go to places of the operator alone, and none to ports of the mesh', async () => {
    expect(await outcomeOf('host.example', 25, true)).toBe('url_not_allowed');
    expect(await outcomeOf('db.default.svc', 25, true)).toBe('ok');
    expect(await outcomeOf('db.default.svc', 5_432)).toBe('url_not_allowed');
  });
});
