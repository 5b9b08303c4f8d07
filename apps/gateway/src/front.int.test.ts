import { Writable } from 'node:stream';

import { createLogger } from '@parley/service-kit/observability';

import { actorOf, call, GatewayHarness } from '../test/gateway-harness.ts';
import { type RunningGateway, startGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;
let project: string;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway();
  project = harness.workspace.newProject();
});
afterAll(() => harness.stop());

describe('browsers', () => {
  const origin = { origin: 'https://shop.example' };

  it.each([
    ['a success', 'GET', () => `/v3/${project}/departments`, 200],
    ['a refusal of the gateway', 'GET', () => '/v3/users', 401],
    ['an unknown address', 'GET', () => '/v3/nothing', 404],
    ['a health probe', 'GET', () => '/healthz', 200],
  ])('may read %s from anywhere', async (_, method, path, status) => {
    const answer = await call(gateway, method, path(), { headers: origin });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...['Link', 'ETag', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
        ...[
          'Idempotency-Replayed',
          'Content-Disposition',
          'Parley-Outcome',
          'Parley-As-Of',
          'Parley-Lag-Ms',
          'Parley-Cursor',
        ],
      ]),
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
  });

  it('get their preflights answered here, without credentials', async () => {
    harness.directory.seen.length = 0;
    const preflight = await call(gateway, 'OPTIONS', '/v3/users/', {
      headers: {
        ...origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(preflight).toMatchObject({ status: 204, body: '' });
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, PUT, DELETE, HEAD, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type',
    });
    expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expect(harness.directory.seen).toHaveLength(0);
  });

  it('get no header back that is none', async () => {
    const preflight = await call(gateway, 'OPTIONS', '/v3/users', {
      headers: { ...origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'a;b<c>' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBeNull();
  });
});

it('distinguishes an unknown address from a wrong method', async () => {
  expect(await call(gateway, 'GET', '/v3/nothing')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  expect(await call(gateway, 'OPTIONS', '/v3/nothing')).toMatchObject({ status: 404 });
  expect(await call(gateway, 'POST', '/nowhere')).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  const wrong = await call(gateway, 'PATCH', '/v3/users');
  expect(wrong).toMatchObject({
    status: 405,
    body: { code: 'method_not_allowed', allow: ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] },
  });
  expect(wrong.headers.get('allow')).toBe('GET, PUT, DELETE, HEAD, OPTIONS');
});

it('names the address that was meant where one lacks /v3', async () => {
  expect(await call(gateway, 'GET', `/projects/${project}?x=1`)).toMatchObject({
    ...{ status: 404, body: { code: 'route_not_found', hint: 'The API is below /v3: GET /v3/projects/:id_project' } },
  });
  expect((await call(gateway, 'POST', '/auth/signin', { body: {} })).body.hint).toContain('POST /v3/auth/signin');
  for (const path of ['/nowhere', '/projects/a/b/c', '/v3/projcts'])
    expect((await call(gateway, 'GET', path)).body).not.toHaveProperty('hint');
});

describe('runs of slashes in a path', () => {
  it('count as one before a call is routed, and its service sees one', async () => {
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    harness.conversations.seen.length = 0;
    for (const path of [`//v3/${project}/requests//me`, `/v3//${project}///requests/me//?full_text=a//b`])
      expect((await call(gateway, 'GET', path, { as: linus })).status).toBe(200);
    expect(harness.conversations.seen.map(({ url }) => url)).toEqual([
      `/v3/${project}/requests/me`,
      `/v3/${project}/requests/me/?full_text=a//b`,
    ]);
    expect(actorOf(harness.conversations.seen[0])).toMatchObject({ projectId: project, role: 'agent' });
  });

  it('do not count when they are encoded: they stand in a value', async () => {
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    harness.conversations.seen.length = 0;
    await call(gateway, 'GET', `/v3/${project}/requests/%2F%2Fme`, { as: linus });
    expect(harness.conversations.seen.map(({ url }) => url)).toEqual([`/v3/${project}/requests/%2F%2Fme`]);
  });

  it('lead round no limit, no sign-in and no method', async () => {
    const strict = await harness.gateway({ LIMIT_PUBLIC_CALLS: '1' });
    expect((await call(strict, 'GET', `/v3/${project}/departments`)).status).toBe(200);
    expect((await call(strict, 'GET', `//v3/${project}//departments`)).status).toBe(429);
    expect((await call(gateway, 'GET', '//v3//users')).status).toBe(401);
    expect((await call(gateway, 'PATCH', '//v3//users')).status).toBe(405);
    expect((await call(gateway, 'OPTIONS', '/v3//users')).status).toBe(204);
    expect((await call(gateway, 'GET', '/v3//nothing')).body.code).toBe('route_not_found');
  });

  it('lead to the pages outside the API, probes without TLS included', async () => {
    const strict = await harness.gateway({ REQUIRE_TLS: 'true' });
    expect((await call(strict, 'GET', '//healthz')).status).toBe(200);
    expect((await call(strict, 'GET', '/v3//testauth')).status).toBe(403);
    for (const path of ['//docs', '/docs//', '/docs//start.js', '//openapi.json'])
      expect([path, (await call(gateway, 'GET', path)).status]).toEqual([path, 200]);
  });
});

it('answers 404 for services that this installation does not have', async () => {
  const linus = await harness.workspace.newUser({ projectId: project, role: 'owner' });
  for (const path of ['leads', 'bots', 'subscriptions', 'analytics', 'activities'])
    expect((await call(gateway, 'GET', `/v3/${project}/${path}`, { as: linus })).status).toBe(404);
});

it('answers HEAD to an error without a body', async () => {
  const answer = await call(gateway, 'HEAD', '/v3/users');
  expect([answer.status, answer.body]).toEqual([401, '']);
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
});

describe('TLS', () => {
  it('is required by the word of a trusted proxy alone', async () => {
    const strict = await harness.gateway({ REQUIRE_TLS: 'true', TRUSTED_PROXIES: '127.0.0.1' });
    const plain = await call(strict, 'GET', '/v3/testauth', { headers: { 'x-forwarded-proto': 'http' } });
    expect(plain).toMatchObject({ status: 403, body: 'TLS is required.' });
    expect(plain.headers.get('content-type')).toContain('text/plain');
    expect((await call(strict, 'GET', '/v3/testauth')).status).toBe(403);
    expect((await call(strict, 'GET', '/v3/testauth', { headers: { 'x-forwarded-proto': 'https' } })).status).toBe(401);
    expect((await call(strict, 'GET', '/healthz')).status).toBe(200);
  });

  it('is not taken on the word of anybody else', async () => {
    const strict = await harness.gateway({ REQUIRE_TLS: 'true' });
    expect((await call(strict, 'GET', '/v3/testauth', { headers: { 'x-forwarded-proto': 'https' } })).status).toBe(403);
  });
});

it('reports its health, on the operations port too, and its metrics there only', async () => {
  for (const address of [gateway.addresses.http, gateway.addresses.ops]) {
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${address}/readyz`)).json()).toMatchObject({
      status: 'ok',
      dependencies: { identity: { status: 'ok' }, workspace: { status: 'ok' }, conversations: { status: 'ok' } },
    });
  }
  expect((await fetch(`${gateway.addresses.http}/metrics`)).status).toBe(404);
  const metrics = await (await fetch(`${gateway.addresses.ops}/metrics`)).text();
  expect(metrics).toContain('parley_calls_total{transport="http",operation="listDepartments",outcome="ok"');
});

it('writes one line about a call at level info, of 400 bytes at most', async () => {
  const lines: string[] = [];
  const log = createLogger({ service: 'gateway', level: 'info', to: { write: (line) => void lines.push(line) } });
  const own = await startGateway({ env: environment(gateway), bus: harness.bus, log });
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  lines.length = 0;
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const headers = { traceparent, 'x-request-id': 'x'.repeat(64) };
  await call(own, 'GET', `/v3/${project}/departments`, { as: linus, headers });
  await call(own, 'GET', `/v3/${project}/departments`, { as: { header: 'JWT x.y.z' }, headers });
  await call(own, 'GET', '/v3/nowhere', { headers });
  await own.stop();

  const calls = lines.filter((line) => line.includes('"operation"'));
  expect(calls.map((line) => JSON.parse(line).operation)).toEqual(['listDepartments', 'listDepartments', 'unrouted']);
  for (const line of calls) expect([line, line.length <= 400]).toEqual([line, true]);
});

it('writes no token, password or code into its log, wherever it stood', async () => {
  let text = '';
  const to = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const log = createLogger({ service: 'gateway', level: 'trace', to });
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const env = { ...environment(gateway), REALTIME_URL: harness.conversations.url };
  const own = await startGateway({ env, bus: harness.bus, log });
  const secrets = ['s3cr3t-passw0rd', 's3cr3t-code', 's3cr3t-query', linus.header.slice(4)];
  await call(own, 'GET', `/v3/${project}/requests?token=s3cr3t-query`, { as: linus });
  await call(own, 'GET', '/v3/users', {
    as: { header: `Basic ${Buffer.from('ada@acme.io:s3cr3t-passw0rd').toString('base64')}` },
  });
  await call(own, 'PUT', '/v3/auth/resetpsw/s3cr3t-code', { body: { password: 's3cr3t-passw0rd' } });
  await call(own, 'GET', '/v3/ws?token=s3cr3t-query');
  await call(own, 'GET', '/v3/users', { as: { header: 'JWT x.s3cr3t-query.z' } });
  await own.stop();

  expect(text.split('\n').length).toBeGreaterThan(5);
  expect(text).toContain('"operation":"resetPassword"');
  expect(text).toContain('"reason":"not_a_jws"');
  for (const secret of [...secrets, Buffer.from('ada@acme.io:s3cr3t-passw0rd').toString('base64')])
    expect(text).not.toContain(secret);
});

function environment({ context: { config } }: RunningGateway): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PORT: '0',
    PUBLIC_URL: config.PUBLIC_URL,
    ACTOR_KEY: Buffer.from(config.ACTOR_KEY[0]).toString('base64url'),
    WORKSPACE_GRPC: config.WORKSPACE_GRPC,
    WORKSPACE_URL: config.WORKSPACE_URL,
    CONVERSATIONS_URL: config.CONVERSATIONS_URL ?? '',
  };
}
