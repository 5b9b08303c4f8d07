import { call, GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
/** At https://parley.example. */
let gateway: RunningGateway;
/** On a developer's machine. */
let local: RunningGateway;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway({ CONSOLE_ORIGINS: 'https://console.parley.example' });
  local = await harness.gateway({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => harness.stop());
beforeEach(() => {
  harness.directory.seen.length = 0;
  harness.directory.answer = (_req, res) => {
    res.setHeader('set-cookie', 'parley=fresh; Path=/v3/auth/session; HttpOnly; SameSite=Strict');
    res.setHeader('content-type', 'application/json').end('{"success":true}');
  };
});

const own = 'https://parley.example';
const json = { 'content-type': 'application/json' };
const calls = [
  ['POST', '/v3/auth/session'],
  ['POST', '/v3/auth/session/token'],
  ['POST', '/v3//auth/session/token/'],
  ['DELETE', '/v3/auth/session'],
] as const;
const portOf = ({ addresses }: RunningGateway) => new URL(addresses.http).port;

async function send(to: RunningGateway, [method, path]: readonly [string, string], headers: Record<string, string>) {
  // The client of Node leaves `Origin` and `Sec-Fetch-Site` to its caller.
  const body = method === 'POST' ? {} : undefined;
  const cookie = 'parley=secret-of-a-session; theme=dark';
  const answer = await call(to, method, path, { body, headers: { cookie, ...headers } });
  return { status: answer.status, code: answer.body.code, headers: answer.headers };
}

describe.each(calls)('%s %s', (...target) => {
  it('lets pages of the own origin in, with their cookie', async () => {
    for (const site of [undefined, { 'sec-fetch-site': 'same-origin' }]) {
      const answer = await send(gateway, target, { origin: own, ...site });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('parley=fresh')]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('vary')).toBe('Origin');
    }
    expect(harness.directory.seen.map(({ headers }) => headers.cookie)).toEqual(
      Array(2).fill('parley=secret-of-a-session; theme=dark'),
    );
  });

  it('names an origin of CONSOLE_ORIGINS, with credentials', async () => {
    const origin = 'https://console.parley.example';
    const answer = await send(gateway, target, { origin, 'sec-fetch-site': 'same-site' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await send(gateway, target, { origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it.each([
    ['no origin', {}],
    ['null', { origin: 'null' }],
    ['a foreign one', { origin: 'https://evil.example' }],
    ['a suffix', { origin: 'https://parley.example.evil' }],
    ['a prefix', { origin: 'https://notparley.example' }],
    ['another scheme', { origin: 'http://parley.example' }],
    ['another port', { origin: 'https://parley.example:8443' }],
    ['a subdomain', { origin: 'https://shop.parley.example' }],
    ['a path behind it', { origin: 'https://parley.example/' }],
    ['several', { origin: `https://evil.example ${own}` }],
    ['loopback', { origin: 'http://localhost:3000' }],
    ['a cross-site call', { origin: own, 'sec-fetch-site': 'cross-site' }],
    ['a same-site call', { origin: own, 'sec-fetch-site': 'same-site' }],
    ['a call that no page made', { origin: own, 'sec-fetch-site': 'none' }],
    ['a cross-site call without an origin', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s before anything else, and sets no cookie', async (_what, headers) => {
    const answer = await send(gateway, target, headers);
    expect([answer.status, answer.code]).toEqual([403, 'origin_not_allowed']);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('ratelimit-remaining')).toBeNull();
    expect(harness.directory.seen).toEqual([]);
  });

  it('takes all names of a developer’s machine, with the port it is called at alone', async () => {
    const port = portOf(local);
    for (const origin of ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`))
      expect([origin, (await send(local, target, { origin })).status]).toEqual([origin, 200]);
    expect((await send(local, target, { origin: 'http://localhost:3000' })).status).toBe(200);
    for (const origin of [
      'http://127.0.0.1:3000',
      `https://localhost:${port}`,
      `http://localhost.evil:${port}`,
      `http://127.0.0.2:${port}`,
      `http://127.0.0.1:${port}0`,
    ])
      expect([origin, (await send(local, target, { origin })).status]).toEqual([origin, 403]);
    expect((await send(gateway, target, { origin: `http://127.0.0.1:${portOf(gateway)}` })).status).toBe(403);
  });

  it('admits no other origin in preflights', async () => {
    const asks = { 'access-control-request-method': target[0], 'access-control-request-headers': 'content-type' };
    const foreign = await call(gateway, 'OPTIONS', target[1], { headers: { origin: 'https://evil.example', ...asks } });
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect(foreign.headers.get('access-control-allow-credentials')).toBeNull();
    const origin = 'https://console.parley.example';
    const named = await call(gateway, 'OPTIONS', target[1], { headers: { origin, ...asks } });
    expect(Object.fromEntries(named.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
      vary: 'Origin, Access-Control-Request-Headers',
    });
  });
});

it.each(calls.filter(([method]) => method === 'POST'))('takes JSON alone: %s %s', async (...target) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json', ''])
    expect([type, await send(gateway, target, { origin: own, 'content-type': type })]).toMatchObject([
      type,
      { status: 415, code: 'content_type_wrong' },
    ]);
  for (const type of ['application/json', 'Application/JSON; charset=utf-8'])
    expect((await send(gateway, target, { origin: own, 'content-type': type })).status).toBe(200);
  expect(harness.directory.seen).toHaveLength(2);
});

it('passes cookies on to no other endpoint, and sets none of them apart', async () => {
  const headers = { cookie: 'parley=secret-of-a-session', origin: own, ...json };
  for (const [method, path] of [
    ['GET', '/v3/users'],
    ['POST', '/v3/auth/signin'],
    ['POST', '/v3/auth/signout'],
    ['GET', '/.well-known/jwks.json'],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    const answer = await call(gateway, method, path, { headers, body });
    expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*']);
    expect([path, answer.headers.get('access-control-allow-credentials')]).toEqual([path, null]);
  }
  expect(harness.directory.seen.map(({ headers: { cookie } }) => cookie)).toEqual([undefined, undefined]);
});

it('passes the origin of a page to services, but for pages of the console itself', async () => {
  for (const origin of [own, 'https://console.parley.example', 'https://shop.example', 'null', undefined])
    await call(gateway, 'GET', '/.well-known/jwks.json', { headers: origin === undefined ? {} : { origin } });
  expect(harness.directory.seen.map(({ headers }) => headers.origin)).toEqual([
    ...[undefined, undefined, 'https://shop.example', 'null', undefined],
  ]);
});

it('answers other methods as ever to programs, and as foreign to pages of other sites', async () => {
  expect((await call(gateway, 'GET', '/v3/auth/session')).status).toBe(405);
  const foreign = await call(gateway, 'GET', '/v3/auth/session', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(foreign).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
});
