import { describeWithProgram, eventually, type RedisServer, startRedisServer } from '@parley/testkit';

import { call, GatewayHarness } from '../test/gateway-harness.ts';

let harness: GatewayHarness;
let project: string;

beforeAll(async () => {
  harness = await GatewayHarness.start();
});
afterAll(() => harness.stop());
beforeEach(() => {
  project = harness.workspace.newProject();
});

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

it('reports where a caller stands, and names the limit that is hit', async () => {
  const gateway = await harness.gateway({ LIMIT_CALLS: '3' });
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const path = `/v3/${project}/requests`;
  const answers = [];
  for (const _ of times(4)) answers.push(await call(gateway, 'GET', path, { as: linus }));

  expect(
    answers.map(({ status, headers }) => [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]),
  ).toEqual([
    [200, '3', '2'],
    [200, '3', '1'],
    [200, '3', '0'],
    [429, '3', '0'],
  ]);
  const refused = answers[3];
  expect(refused?.body).toMatchObject({ code: 'rate_limited', limit: 'calls', success: false });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(refused?.headers.get('ratelimit-reset')).toBe(refused?.headers.get('retry-after'));
});

it('counts per principal and project: others, and other projects, are not touched', async () => {
  const gateway = await harness.gateway({ LIMIT_CALLS: '1' });
  const other = harness.workspace.newProject();
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const alan = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  harness.workspace.join(other, linus.id, 'agent');
  const statuses = [];
  for (const [as, id] of [
    [linus, project],
    [linus, project],
    [alan, project],
    [linus, other],
  ] as const)
    statuses.push((await call(gateway, 'GET', `/v3/${id}/requests`, { as })).status);

  expect(statuses).toEqual([200, 429, 200, 200]);
});

it('counts ten items of a batch as one call, before the service is asked', async () => {
  const gateway = await harness.gateway({ LIMIT_CALLS: '4' });
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const path = `/v3/${project}/requests/bulk`;
  const bulk = (count: number) => {
    const body = { request_ids: times(count).map(String), operation: 'close' };
    return call(gateway, 'POST', path, { as: linus, body });
  };
  const remaining = async (count: number) => (await bulk(count)).headers.get('ratelimit-remaining');

  expect([await remaining(10), await remaining(11)]).toEqual(['3', '1']);
  const asked = harness.conversations.seen.length;
  const refused = await bulk(200);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limit: 'calls' } });
  expect(harness.conversations.seen).toHaveLength(asked);
});

it('counts anonymous callers by address alone, whatever projects they name', async () => {
  const gateway = await harness.gateway({ LIMIT_PUBLIC_CALLS: '2' });
  const asked = harness.workspace.identity.calls.length;
  const statuses = [];
  for (const _ of times(5))
    statuses.push((await call(gateway, 'GET', `/v3/${harness.workspace.newProject()}/departments`)).status);

  expect(statuses).toEqual([200, 200, 429, 429, 429]);
  expect(harness.workspace.identity.calls.length - asked).toBe(2);
});

it('counts tokens that the exchange refuses like all refused credentials', async () => {
  const gateway = await harness.gateway({ LIMIT_EXCHANGE: '100', LIMIT_REFUSED_CREDENTIALS: '2' });
  const first = harness.directory.answer;
  harness.directory.answer = (_req, res) => {
    res.statusCode = 401;
    res.end('{}');
  };
  const exchange = () => call(gateway, 'POST', '/v3/auth/signinWithCustomToken', { as: { header: 'JWT x.y.z' } });
  expect([(await exchange()).status, (await exchange()).status]).toEqual([401, 401]);
  expect(await exchange()).toMatchObject({ status: 429, body: { limit: 'refused_credentials' } });
  harness.directory.answer = first;
});

it('has a limit of its own for guests', async () => {
  const gateway = await harness.gateway({ LIMIT_CALLS: '100', LIMIT_GUEST_CALLS: '1' });
  const vera = await harness.workspace.newGuest(project);
  const path = `/v3/${project}/requests/me`;

  expect((await call(gateway, 'GET', path, { as: vera })).headers.get('ratelimit-limit')).toBe('1');
  expect(await call(gateway, 'GET', path, { as: vera })).toMatchObject({ status: 429, body: { limit: 'guest_calls' } });
});

it('counts those who are refused, so that probing projects is not free', async () => {
  const gateway = await harness.gateway({ LIMIT_CALLS: '3' });
  const stranger = await harness.workspace.newUser();
  const statuses = [];
  for (const _ of times(5))
    statuses.push(
      (await call(gateway, 'GET', `/v3/${harness.workspace.newProject()}/requests`, { as: stranger })).status,
    );

  expect(statuses).toEqual([403, 403, 403, 429, 429]);
  const asked = harness.workspace.identity.calls.length;
  await call(gateway, 'GET', `/v3/${project}/requests`, { as: stranger });
  expect(harness.workspace.identity.calls).toHaveLength(asked);
});

it('has a limit of its own for the requests that guests create', async () => {
  const gateway = await harness.gateway({ LIMIT_CALLS: '2', LIMIT_GUEST_CREATIONS: '1' });
  const vera = await harness.workspace.newGuest(project);
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const create = (as: typeof vera) =>
    call(gateway, 'POST', `/v3/${project}/requests`, { as, body: { first_text: 'Hello' } });

  expect((await create(vera)).status).toBe(200);
  expect(await create(vera)).toMatchObject({ status: 429, body: { limit: 'guest_creations' } });
  expect((await call(gateway, 'GET', `/v3/${project}/requests/me`, { as: vera })).status).toBe(200);
  expect([(await create(linus)).status, (await create(linus)).status]).toEqual([200, 200]);
});

it.each([
  ['public_transcript', 'GET', '/v3/public/requests/x/messages-user.txt', 'LIMIT_PUBLIC_TRANSCRIPT'],
  ['sign_in', 'POST', '/v3/auth/signin', 'LIMIT_SIGN_IN'],
  ['sign_up', 'POST', '/v3/auth/signup', 'LIMIT_SIGN_UP'],
  ['recovery', 'PUT', '/v3/auth/requestresetpsw', 'LIMIT_RECOVERY'],
  ['exchange', 'POST', '/v3/auth/signinWithCustomToken', 'LIMIT_EXCHANGE'],
])('counts %s per address, whatever identity the caller claims', async (limit, method, path, setting) => {
  const gateway = await harness.gateway({ [setting]: '2' });
  const answers = [];
  for (const attempt of times(4))
    answers.push(
      await call(gateway, method, path, {
        headers: { 'x-forwarded-for': `198.51.100.${attempt}`, 'parley-client-address': `198.51.100.${attempt}` },
        ...(method === 'GET' ? {} : { body: {} }),
      }),
    );

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
  expect(answers[3]?.body.limit).toBe(limit);
});

it('counts the address a trusted proxy names, and no other entry', async () => {
  const gateway = await harness.gateway({ LIMIT_SIGN_IN: '1', TRUSTED_PROXIES: '127.0.0.0/8' });
  const from = async (forwarded: string) =>
    (await call(gateway, 'POST', '/v3/auth/signin', { headers: { 'x-forwarded-for': forwarded }, body: {} })).status;

  expect(await from('203.0.113.7')).toBe(200);
  expect(await from('1.1.1.1, 203.0.113.7')).toBe(429);
  expect(await from('203.0.113.8')).toBe(200);
  expect(harness.directory.seen.at(-1)?.headers['parley-client-address']).toBe('203.0.113.8');
  expect(await from('2001:db8::1')).toBe(200);
  expect(await from('2001:db8::2')).toBe(429);
});

it('hints in the health report at a proxy that is not trusted, whose callers all count as one', async () => {
  const gateway = await harness.gateway();
  const hint = async () => (await call(gateway, 'GET', '/readyz')).body.dependencies.client_addresses;
  expect(await hint()).toEqual({ status: 'ok', required: false });
  await call(gateway, 'GET', '/v3/testauth', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  // The report is kept for a second.
  await eventually(async () =>
    expect(await hint()).toMatchObject({ status: 'degraded', detail: expect.stringContaining('TRUSTED_PROXIES') }),
  );
});

it('multiplies limits by their factors', async () => {
  const gateway = await harness.gateway({ LIMIT_SIGN_IN: '2', RATE_LIMIT_FACTOR: '3', AUTH_LIMIT_FACTOR: '5' });
  const answer = await call(gateway, 'POST', '/v3/auth/signin', { body: {} });
  expect(answer.headers.get('ratelimit-limit')).toBe('30');
});

describeWithProgram('redis-server', 'over two gateways with Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());

  it('lets exactly as many calls through as the limit says', async () => {
    const gateways = await Promise.all(
      times(2).map(() => harness.gateway({ LIMIT_CALLS: '50', REDIS_URL: redis.url })),
    );
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    const statuses = await Promise.all(
      times(200).map(async (index) => {
        const gateway = gateways[index % 2];
        return gateway && (await call(gateway, 'GET', `/v3/${project}/requests`, { as: linus })).status;
      }),
    );

    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150);
  });

  it('lets exactly that many sign-ins of one address through', async () => {
    const gateways = await Promise.all(
      times(2).map(() => harness.gateway({ LIMIT_SIGN_IN: '20', REDIS_URL: redis.url })),
    );
    harness.directory.seen.length = 0;
    await Promise.all(
      times(100).map(
        (index) => gateways[index % 2] && call(gateways[index % 2] as never, 'POST', '/v3/auth/signin', { body: {} }),
      ),
    );
    expect(harness.directory.seen).toHaveLength(20);
  });

  it('keeps a local limit, and says so, while Redis is down', async () => {
    const gateway = await harness.gateway({ LIMIT_GUEST_CALLS: '2', REDIS_URL: redis.url });
    await redis.kill();
    const vera = await harness.workspace.newGuest(project);
    const statuses = [];
    for (const _ of times(4))
      statuses.push((await call(gateway, 'GET', `/v3/${project}/requests/me`, { as: vera })).status);

    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await call(gateway, 'GET', '/readyz')).toMatchObject({
      status: 200,
      body: { dependencies: { redis: { status: 'degraded' } } },
    });
    await redis.start();
  });
});
