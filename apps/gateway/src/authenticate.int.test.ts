import { eventually } from '@parley/testkit';

import { call, GatewayHarness, publicUrl } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;
let project: string;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway({ RATE_LIMIT_FACTOR: '100', AUTH_LIMIT_FACTOR: '100' });
});
afterAll(() => harness.stop());
beforeEach(() => {
  project = harness.workspace.newProject();
});

const requests = () => `/v3/${project}/requests`;
const asked = (method: string) => harness.workspace.identity.calls.filter((each) => each.method === method).length;
const basic = (email: string, password: string) => ({
  header: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
});

async function publish(type: string, data: object): Promise<void> {
  const event = { id: crypto.randomUUID(), type, idproject: project, partitionkey: 'p', data };
  await harness.bus.publish([{ id: event.id, projectId: project, type, text: JSON.stringify(event) }], () => {});
  await harness.bus.idle();
}

it.each([
  ['no header', undefined],
  ['an unknown token', 'JWT x.y.z'],
  ['another scheme', 'Digest abc'],
  ['a token of 9 kB', `JWT ${'a'.repeat(9_000)}`],
  ['Basic with invalid UTF-8', `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`],
  ['a wrong password', basic('ada@acme.io', 'wrong').header],
])('answers 401 in one form to %s', async (_, header) => {
  const answer = await call(gateway, 'GET', '/v3/users', {
    headers: header === undefined ? {} : { authorization: header },
  });

  expect(answer).toMatchObject({
    status: 401,
    body: {
      type: 'about:blank',
      title: 'Unauthorized',
      code: 'unauthorized',
      success: false,
      msg: 'Authentication is required, or the credentials are not valid.',
      error: 'Authentication is required, or the credentials are not valid.',
    },
  });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
});

it.each(['JWT', 'JWT a b', `Basic ${Buffer.from('no colon').toString('base64')}`])(
  'answers 400 as text to a header that is not two words or has no colon: %s',
  async (authorization) => {
    const answer = await call(gateway, 'GET', '/v3/users', { headers: { authorization } });
    expect(answer).toMatchObject({ status: 400, body: 'The Authorization header is malformed.' });
    expect(answer.headers.get('content-type')).toContain('text/plain');
  },
);

it('takes a password with colons, and stops taking it as soon as it is changed', async () => {
  const ada = await harness.workspace.newUser();
  const principal = { kind: 'user' as const, id: ada.id };
  harness.workspace.passwords.set('ada@acme.io', { password: 'a:b:c', principal });
  expect((await call(gateway, 'GET', '/v3/users', { as: basic('Ada@Acme.io', 'a:b:c') })).status).toBe(200);

  harness.workspace.passwords.set('ada@acme.io', { password: 'new', principal });
  expect((await call(gateway, 'GET', '/v3/users', { as: basic('ada@acme.io', 'a:b:c') })).status).toBe(401);
});

it('asks once about a token, however many calls come at once', async () => {
  const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  const before = asked('checkToken');
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(gateway, 'GET', requests(), { as: linus })));

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(asked('checkToken') - before).toBe(1);
});

describe('a token that ends', () => {
  it('is refused at once when the event says so', async () => {
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(200);
    harness.workspace.tokens.delete(linus.jti);
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(200);

    await publish('token.revoked', { jti: linus.jti });
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(401);
  });

  it('is refused by the next call when this gateway handled the change itself', async () => {
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(200);
    harness.directory.answer = (_req, res) => {
      harness.workspace.tokens.delete(linus.jti);
      res.end('{}');
    };
    expect((await call(gateway, 'DELETE', `/v3/jwt/history/${linus.jti}`, { as: linus })).status).toBe(200);

    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(401);
  });

  it('is refused after its age alone, when no event arrives', async () => {
    const quick = await harness.gateway({ AUTH_CACHE_MS: '50' });
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    expect((await call(quick, 'GET', requests(), { as: linus })).status).toBe(200);
    harness.workspace.tokens.delete(linus.jti);

    await eventually(async () => expect((await call(quick, 'GET', requests(), { as: linus })).status).toBe(401));
  });

  it('is not remembered from an answer that was under way when it ended', async () => {
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    const held = Promise.withResolvers<void>();
    harness.workspace.held = held.promise;
    const before = asked('checkToken');
    const early = call(gateway, 'GET', requests(), { as: linus });
    await eventually(() => asked('checkToken') > before);

    harness.workspace.tokens.delete(linus.jti);
    await publish('token.revoked', { jti: linus.jti });
    held.resolve();
    harness.workspace.held = undefined;
    await early;

    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(401);
  });
});

describe('a role that changes', () => {
  it.each([
    ['teammate.updated', 'agent', 'user', 403],
    ['teammate.joined', 'user', 'agent', 200],
    ['project.deleted', 'agent', 'user', 403],
  ])('counts at once on %s: %s to %s', async (type, from, to, status) => {
    const linus = await harness.workspace.newUser({ projectId: project, role: from });
    await call(gateway, 'GET', requests(), { as: linus });
    harness.workspace.join(project, linus.id, to);
    await publish(type, { teammate: { id_user: linus.id } });

    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(status);
  });

  it('counts for the next call when this gateway handled the change', async () => {
    const ada = await harness.workspace.newUser({ projectId: project, role: 'owner' });
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    await call(gateway, 'GET', requests(), { as: linus });
    harness.directory.answer = (_req, res) => {
      harness.workspace.join(project, linus.id, 'agent', 'disabled');
      res.end('{}');
    };
    await call(gateway, 'DELETE', `/v3/${project}/project_users/x`, { as: ada });

    expect(await call(gateway, 'GET', requests(), { as: linus })).toMatchObject({
      status: 403,
      body: { code: 'not_a_member' },
    });
  });

  it('of a membership that began a moment ago counts, though the caller was refused before', async () => {
    const linus = await harness.workspace.newUser();
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(403);
    harness.workspace.join(project, linus.id, 'agent');
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(200);
  });
});

it("ends a guest's cached token when its exchange made the guest a user", async () => {
  const vera = await harness.workspace.newGuest(project);
  const mine = `/v3/${project}/requests/me`;
  expect((await call(gateway, 'GET', mine, { as: vera })).status).toBe(200);
  const { SignJWT } = await import('jose');
  const token = await new SignJWT({ _id: vera.id, aud: `${publicUrl}/projects/${project}` })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode('whatever: the exchange judges it'));
  harness.directory.answer = (req, res) => {
    expect(req.headers.authorization).toBe(`JWT ${token}`);
    harness.workspace.tokens.delete(vera.jti);
    res.end('{}');
  };
  const exchange = await call(gateway, 'POST', '/v3/auth/signinWithCustomToken', { as: { header: `JWT ${token}` } });

  expect(exchange.status).toBe(200);
  expect((await call(gateway, 'GET', mine, { as: vera })).status).toBe(401);
});

it('refuses an unknown token at every try, and counts the tries of one address until it stops looking', async () => {
  const strict = await harness.gateway({ LIMIT_REFUSED_CREDENTIALS: '5' });
  const before = asked('authenticateBasic');
  const statuses = [];
  for (let attempt = 0; attempt < 8; attempt += 1)
    statuses.push((await call(strict, 'GET', '/v3/users', { as: basic('ada@acme.io', `wrong ${attempt}`) })).status);

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect(asked('authenticateBasic') - before).toBe(5);
});

describe('with the workspace service down', () => {
  it('answers 503 to what is not fresh in memory, and lets nothing through unchecked', async () => {
    const alone = await GatewayHarness.start();
    try {
      const own = await alone.gateway();
      const id = alone.workspace.newProject();
      const linus = await alone.workspace.newUser({ projectId: id, role: 'agent' });
      const alan = await alone.workspace.newUser({ projectId: id, role: 'agent' });
      expect((await call(own, 'GET', `/v3/${id}/requests`, { as: linus })).status).toBe(200);
      await alone.stopIdentity();

      const refused = await call(own, 'GET', `/v3/${id}/requests`, { as: alan });
      expect(refused).toMatchObject({ status: 503, body: { code: 'dependency_down' } });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await call(own, 'GET', `/v3/${id}/requests`, { as: linus })).status).toBe(200);
      own.context.identities.forgetAll();
      expect((await call(own, 'GET', `/v3/${id}/requests`, { as: linus })).status).toBe(503);
      expect(alone.conversations.seen).toHaveLength(2);
      expect(await call(own, 'GET', '/readyz')).toMatchObject({
        status: 503,
        body: { dependencies: { identity: { status: 'down' } } },
      });
      expect((await call(own, 'GET', '/healthz')).status).toBe(200);
    } finally {
      await alone.stop();
    }
  });
});
