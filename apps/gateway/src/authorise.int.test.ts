import { actorOf, call, GatewayHarness, openRules, publicUrl } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;
let project: string;
let other: string;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway({ RATE_LIMIT_FACTOR: '100', AUTH_LIMIT_FACTOR: '100' });
});
afterAll(() => harness.stop());
beforeEach(() => {
  project = harness.workspace.newProject();
  other = harness.workspace.newProject();
  harness.conversations.seen.length = 0;
  harness.directory.seen.length = 0;
});

const requests = (id = project) => `/v3/${id}/requests`;

it('hands a member to the service with the stored role', async () => {
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const answer = await call(gateway, 'GET', `${requests()}?limit=1`, { as: linus });

  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  expect(harness.conversations.seen).toMatchObject([{ method: 'GET', url: `${requests()}?limit=1` }]);
  expect(actorOf(harness.conversations.seen[0])).toMatchObject({
    kind: 'user',
    id: linus.id,
    role: 'agent',
    projectId: project,
    jti: linus.jti,
  });
});

it.each([
  ['guest', 403],
  ['user', 403],
  ['agent', 200],
  ['admin', 200],
  ['owner', 200],
  ['Owner', 403],
  ['superadmin', 403],
  ['', 403],
])('lets the stored role %j on an endpoint for agents: %d', async (role, status) => {
  const caller = await harness.workspace.newUser({ projectId: project, role });
  const answer = await call(gateway, 'GET', requests(), { as: caller });

  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body.code).toBe('role_too_low');
  if (role === 'guest' || role === 'user') expect(answer.body.requiredRole).toBe('agent');
});

it('answers a stranger the same for a project of others, one that never was and one that cannot be', async () => {
  const stranger = await harness.workspace.newUser({ projectId: other, role: 'owner' });
  const answers = await Promise.all(
    [project, 'ffffffffffffffffffffffff', 'x', '%00', encodeURIComponent('{"$ne":1}')].map((id) =>
      call(gateway, 'GET', requests(id), { as: stranger }),
    ),
  );
  const shown = answers.map(({ status, body: { requestId: _, ...body } }) => ({ status, body }));

  expect(shown[0]).toMatchObject({ status: 403, body: { code: 'not_a_member' } });
  expect(new Set(shown.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

it('reveals nothing about projects to callers without credentials', async () => {
  for (const id of [project, 'ffffffffffffffffffffffff']) {
    const answer = await call(gateway, 'GET', requests(id));
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    // Node's `fetch` sends `Sec-Fetch-Mode`, as pages do.
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
});

it('refuses a bound token on another project, and a membership that is not active', async () => {
  const vera = await harness.workspace.newGuest(project);
  expect(await call(gateway, 'GET', requests(other), { as: vera })).toMatchObject({
    status: 403,
    body: { code: 'not_a_member' },
  });

  const alan = await harness.workspace.newUser();
  harness.workspace.join(project, alan.id, 'admin', 'disabled');
  expect(await call(gateway, 'GET', requests(), { as: alan })).toMatchObject({
    status: 403,
    body: { code: 'not_a_member' },
  });
});

it('refuses kinds of callers with the code that the endpoint names', async () => {
  const vera = await harness.workspace.newGuest(project);
  expect(await call(gateway, 'GET', '/v3/users', { as: vera })).toMatchObject({
    status: 403,
    body: { code: 'users_only' },
  });
  expect(harness.directory.seen).toHaveLength(0);
});

it("names a bound caller's project to services on paths without one, and no role", async () => {
  const vera = await harness.workspace.newGuest(project);
  expect((await call(gateway, 'GET', '/v3/testauth', { as: vera })).status).toBe(200);
  const actor = actorOf(harness.directory.seen[0]);
  expect(actor).toMatchObject({ kind: 'guest', id: vera.id, projectId: project });
  expect(actor.role).toBeUndefined();
});

describe('public endpoints', () => {
  const departments = () => `/v3/${project}/departments`;

  it('serve callers without credentials as anonymous', async () => {
    expect((await call(gateway, 'GET', departments())).status).toBe(200);
    expect(actorOf(harness.directory.seen[0])).toEqual({ kind: 'none', id: '' });
  });

  it('use good credentials', async () => {
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    await call(gateway, 'GET', departments(), { as: linus });
    expect(actorOf(harness.directory.seen[0])).toMatchObject({ id: linus.id, role: 'agent' });
  });

  it('ignore credentials that are bad, malformed, or of another project', async () => {
    const foreign = await harness.workspace.newGuest(other);
    const notMember = await harness.workspace.newUser();
    const revoked = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    harness.workspace.tokens.delete(revoked.jti);

    for (const as of [
      foreign,
      notMember,
      revoked,
      { header: 'JWT' },
      { header: 'JWT x.y.z' },
      { header: 'Basic YTpi' },
    ]) {
      expect((await call(gateway, 'GET', departments(), { as })).status).toBe(200);
    }
    expect(harness.directory.seen.map((seen) => actorOf(seen).kind)).toEqual(Array(6).fill('none'));
  });

  it('keep the address rules and bans of the project', async () => {
    harness.workspace.rules.set(project, { ...openRules, bannedAddresses: ['127.0.0.1'] });
    expect(await call(gateway, 'GET', departments())).toMatchObject({ status: 403, body: { code: 'banned' } });
  });

  it('leave an id that cannot be one to their owner', async () => {
    expect((await call(gateway, 'GET', '/v3/nonsense/departments')).status).toBe(200);
    expect(actorOf(harness.directory.seen[0]).kind).toBe('none');
  });
});

describe('address rules and bans', () => {
  it('hold on every route, but an owner may still change the project', async () => {
    const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
    const grace = await harness.workspace.newUser({ projectId: project, role: 'admin' });
    harness.workspace.rules.set(project, { ...openRules, deniedAddresses: ['127.0.0.0/8'] });

    for (const as of [ada, grace]) {
      expect(await call(gateway, 'GET', requests(), { as })).toMatchObject({
        status: 403,
        body: { code: 'ip_not_allowed' },
      });
    }
    const change = (as: typeof ada) => call(gateway, 'PUT', `/v3/projects/${project}`, { as, body: {} });
    expect(await change(grace)).toMatchObject({ status: 403, body: { code: 'ip_not_allowed' } });
    expect((await change(ada)).status).toBe(200);
  });

  it('refuse a banned visitor after authentication, and leave a teammate at a banned address alone', async () => {
    const vera = await harness.workspace.newGuest(project);
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    harness.workspace.rules.set(project, { ...openRules, bannedIds: [vera.id], bannedAddresses: ['127.0.0.1'] });

    const path = `/v3/${project}/requests/me`;
    expect(await call(gateway, 'GET', path, { as: vera })).toMatchObject({ status: 403, body: { code: 'banned' } });
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(200);
  });
});

it('gives a token of the customer its project and its stored role, and believes nothing else of it', async () => {
  harness.workspace.secrets.set(project, 'secret-of-the-project');
  harness.workspace.join(project, 'customer-7', 'user');
  const { SignJWT } = await import('jose');
  const sign = (claims: object) =>
    new SignJWT({ _id: 'customer-7', aud: `parley:projects:${project}`, ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('secret-of-the-project'));

  const as = { header: `JWT ${await sign({ role: 'owner', email: 'ada@acme.io' })}` };
  expect(await call(gateway, 'GET', requests(), { as })).toMatchObject({ status: 403, body: { code: 'role_too_low' } });
  expect(await call(gateway, 'GET', requests(other), { as })).toMatchObject({
    status: 403,
    body: { code: 'not_a_member' },
  });
  expect((await call(gateway, 'GET', `/v3/${project}/requests/me`, { as })).status).toBe(200);
  expect(actorOf(harness.conversations.seen.at(-1))).toMatchObject({
    kind: 'external',
    id: 'customer-7',
    role: 'user',
  });

  for (const claims of [
    { sub: 'user' },
    { sub: 'bot' },
    { _id: 'system' },
    { aud: `${publicUrl}/projects/${other}` },
  ]) {
    const answer = await call(gateway, 'GET', requests(), { as: { header: `JWT ${await sign(claims)}` } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  }
});
