import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { amountOf, eventually } from '@parley/testkit';

import { SocketClient } from './client.ts';
import { openErasures } from './erasures.ts';
import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
let shop: Awaited<ReturnType<typeof newShop>>;
let foreign: Awaited<ReturnType<typeof newShop>>;
beforeAll(async () => {
  mesh = await sharedMesh();
  [shop, foreign] = [await newShop(), await newShop()];
}, 60_000);

async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const path = `/${project._id}/requests/${newRequestId(project._id)}`;
  await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
  return { ada: ada.customer, adaToken: ada.token, vera: vera.token, projectId: String(project._id), path };
}

async function newToken(facts: object = {}) {
  const wanted = { name: 'Export', role: 'owner', expires_in: 3_600, ...facts };
  const { status, body } = await shop.ada.call('POST', `/${shop.projectId}/api_tokens`, wanted);
  expect(status).toBe(200);
  return { id: String(body._id), secret: String(body.token) };
}

const requests = () => `/${shop.projectId}/requests`;
async function outcome(authorization: string, path = requests(), method = 'GET', body?: unknown) {
  const answer = await new Customer(mesh.url, authorization).call(method, path, body);
  return answer.status === 200 ? 200 : answer.body.code;
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A token of the right form and checksum. */
function madeUp(): string {
  const body = `pat_${Array.from({ length: 33 }, () => digits[randomInt(62)]).join('')}`;
  let rest = crc32(body);
  let checksum = '';
  for (let place = 0; place < 6; place += 1) {
    checksum = `${digits[rest % 62]}${checksum}`;
    rest = Math.floor(rest / 62);
  }
  return body + checksum;
}

it('is known by its own text alone: none of those that differ in one character passes', async () => {
  const { secret } = await newToken();
  const single = [...secret].flatMap((own, at) =>
    [...digits].filter((letter) => letter !== own).map((letter) => secret.slice(0, at) + letter + secret.slice(at + 1)),
  );
  const stride = amountOf({ quick: 5, soak: 1 });
  const altered = [
    ...single.filter((_, index) => index % stride === 0),
    ...[
      secret.slice(1),
      `${secret}0`,
      secret.toLowerCase(),
      secret.toUpperCase(),
      `${secret} ${secret}`,
      `${secret},x`,
    ],
    // The checksum is right: only the store knows that there is no such token.
    ...Array.from({ length: 200 }, madeUp),
  ];
  for (let first = 0; first < altered.length; first += 50) {
    const some = altered.slice(first, first + 50);
    const outcomes = await Promise.all(some.map((text) => outcome(`Bearer ${text}`)));
    expect(outcomes.filter((code) => code !== 'unauthorized' && code !== 'rate_limited')).toEqual([]);
  }
  expect(await outcome(`Bearer ${secret}`)).toBe(200);
}, 60_000);

it.each<[string, (secret: string) => string]>([
  ['as a password', (secret) => `Basic ${Buffer.from(`ada@example.com:${secret}`).toString('base64')}`],
  ['as a name', (secret) => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`],
  ['as a token with claims', (secret) => `JWT ${Buffer.from('{"alg":"none"}').toString('base64url')}.${secret}.`],
  ['beside another scheme', (secret) => `Bearer x Bearer ${secret}`],
])('is not taken %s', async (_name, header) => {
  const { secret } = await newToken();
  expect(await outcome(header(secret))).not.toBe(200);
});

it('opens no other project, nor what people alone may do, whatever its role', async () => {
  const { id, secret } = await newToken();
  const bearer = `Bearer ${secret}`;
  const attacks: [string, string, string, unknown?][] = [
    ['not_a_member', 'GET', `/${foreign.projectId}/requests`],
    ['not_a_member', 'GET', foreign.path],
    ['not_a_member', 'POST', `${foreign.path}/messages`, { text: 'Intruder' }],
    ['not_a_member', 'PUT', `/projects/${foreign.projectId}`, { name: 'Taken' }],
    ['users_only', 'POST', `/${shop.projectId}/api_tokens`, { name: 'More', role: 'owner', expires_in: 3_600 }],
    ['users_only', 'POST', `/${shop.projectId}/api_tokens/${id}/rotate`, { expires_in: 366 * 86_400 }],
    ['users_only', 'GET', '/users'],
    ['users_only', 'PUT', '/users', { firstname: 'Taken' }],
    ['users_only', 'PUT', '/users/changepsw', { oldpsw: 'x', newpsw: 'a new password' }],
    ['users_only', 'GET', '/users/factors'],
    ['users_only', 'POST', '/projects', { name: 'Mine' }],
    ['users_only', 'DELETE', '/users'],
  ];
  const outcomes = [];
  for (const [, method, path, body] of attacks) outcomes.push(await outcome(bearer, path, method, body));
  expect(outcomes).toEqual(attacks.map(([code]) => code));
  // Paths that name both projects, or the foreign one in disguise.
  for (const path of [
    `/${shop.projectId}/requests/${foreign.path.split('/').at(-1)}`,
    `/${shop.projectId}/../${foreign.projectId}/requests`,
    `/${shop.projectId}%2f..%2f${foreign.projectId}/requests`,
    `/${foreign.projectId}%00${shop.projectId}/requests`,
    `//${foreign.projectId}/requests`,
  ])
    expect({ path, code: await outcome(bearer, path) }).not.toEqual({ path, code: 200 });
});

it('with limited rights does nothing else, in whatever way it is asked', async () => {
  const { secret } = await newToken({ role: 'agent', rights: ['requests.read'] });
  const bearer = `Bearer ${secret}`;
  expect(await outcome(bearer)).toBe(200);
  const writes: [string, string, unknown?][] = [
    ['POST', `${shop.path}/messages`, { text: 'No' }],
    ['PUT', `${shop.path}/close`],
    ['PATCH', shop.path, { subject: 'No' }],
    ['POST', `/${shop.projectId}/requests/bulk`, { operation: 'close', request_ids: [shop.path.split('/').at(-1)] }],
    ['POST', `${shop.path}/notes`, { text: 'No' }],
    ['POST', `/${shop.projectId}/leads`, { fullname: 'No' }],
  ];
  for (const [method, path, body] of writes) {
    const { status, body: answered } = await new Customer(mesh.url, bearer).call(method, path, body);
    const refused = status >= 400 || answered.results?.every(({ status: one }: { status: number }) => one === 403);
    expect({ path, refused }).toEqual({ path, refused: true });
  }
  for (const headers of [
    { 'x-http-method-override': 'PUT' },
    { 'parley-actor': 'x' },
    { 'x-forwarded-user': 'ada' },
    { 'x-original-url': `${shop.path}/close` },
  ]) {
    const { body } = await new Customer(mesh.url, bearer).call('POST', `${shop.path}/close`, {}, headers as never);
    expect(body.code).not.toBeUndefined();
  }
  expect((await shop.ada.call('GET', shop.path)).body.status).toBeLessThan(1000);
});

it.each(['revoked', 'expired', 'rotated a day ago', 'of a removed maker'])(
  'replayed when it is %s is refused, in calls, sockets and tools',
  async (end) => {
    const erasures = await openErasures(mesh);
    const { ada, projectId, path } = await newShop();
    const grace = await newUser(mesh.url, 'Grace');
    const invite = { email: grace.email, role: 'admin' };
    const { body: teammate } = await ada.call('POST', `/${projectId}/project_users/invite`, invite);
    const wanted = { name: 'Export', role: 'admin', expires_in: 3_600 };
    const { body: made } = await grace.customer.call('POST', `/${projectId}/api_tokens`, wanted);
    const bearer = `Bearer ${made.token}`;
    const tools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const ask = () => outcome(bearer, `/${projectId}/requests`);
    expect(await ask()).toBe(200);

    if (end === 'revoked') await ada.call('DELETE', `/${projectId}/api_tokens/${made._id}`);
    else if (end === 'of a removed maker') await ada.call('DELETE', `/${projectId}/project_users/${teammate._id}`);
    else {
      if (end.startsWith('rotated'))
        await grace.customer.call('POST', `/${projectId}/api_tokens/${made._id}/rotate`, { expires_in: 86_400 });
      const secrets =
        end === 'expired' ? '' : ' and expires_at < (select expires_at from api_tokens where id = id_token)';
      const past = `expires_at = now() - interval '1 second'`;
      await erasures
        .db('workspace')
        .query(`update api_token_secrets set ${past} where id_token = $1${secrets}`, [made._id]);
      if (end === 'expired')
        await erasures.db('workspace').query(`update api_tokens set ${past} where id = $1`, [made._id]);
    }
    // The gateway may know it for five seconds more where only the clock ends it.
    await eventually(async () => expect(await ask()).toBe('unauthorized'), { timeoutMs: 20_000 });
    const outcomes = await Promise.all([
      ...Array.from({ length: 30 }, ask),
      outcome(bearer, path),
      outcome(bearer, `${path}/messages`, 'POST', { text: 'Late' }),
      outcome(bearer, `/${projectId}/mcp`, 'POST', tools),
    ]);
    expect(new Set(outcomes)).toEqual(new Set(['unauthorized']));
    const socket = new SocketClient(mesh.url, made.token, [`${path}/messages`]);
    socket.connect();
    await eventually(() => expect(socket.codes.length).toBeGreaterThan(0));
    expect(socket.known.messages.size).toBe(0);
    socket.stop();
    const { body: texts } = await ada.call('GET', `${path}/messages`);
    expect(texts.map(({ text }: { text: string }) => text)).not.toContain('Late');
    await erasures.close();
  },
  60_000,
);

it('is never shown again, in no list, log of activities, event or error', async () => {
  const { secret } = await newToken();
  await outcome(`Bearer ${secret}x`);
  await mesh.settled();
  const bare = secret.slice('pat_'.length, -6);
  const shown = await Promise.all(
    [`/${shop.projectId}/api_tokens`, `/${shop.projectId}/activities`].map((path) => shop.ada.call('GET', path)),
  );
  expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(bare);
  const erasures = await openErasures(mesh);
  expect(await erasures.traces([bare])).toEqual([]);
  await erasures.close();
}, 60_000);
