import { oidcClient } from '@parley/testkit/identity-provider';
import { UnsecuredJWT } from 'jose';

import { type Companies, startCompanies } from '../../test/company-harness.ts';

type Company = Awaited<ReturnType<Companies['company']>>;

let world: Companies;
let own: Company;
let attacker: Company;
beforeAll(async () => {
  world = await startCompanies();
  [own, attacker] = [await world.company(world.acme), await world.company(world.evil)];
  // The issuer of the attacker vouches for whatever they like.
  for (const provider of [world.acme, world.evil])
    provider.add('target', { email: `target@${own.domain}`, email_verified: true });
});
afterAll(() => world?.stop());

/** No account, link or membership comes of `attack`, and no session. */
async function makesNothing(attack: () => Promise<{ problem: string | null; session?: string | undefined }>) {
  const before = await world.counts();
  const { problem, session } = await attack();
  expect([problem !== null, session]).toEqual([true, undefined]);
  expect(await world.counts()).toEqual(before);
  return problem;
}

/** A way that a browser has begun, and the address to which the issuer has led it. */
async function way({ connection: { reference } } = own, provider = world.acme) {
  const { cookie, location } = await world.start(reference);
  return { cookie, location, address: new URL(await provider.visit(location, 'target')), reference };
}

describe('an answer of an issuer is refused', () => {
  const change = async (alter: (params: URLSearchParams, other: URLSearchParams) => void) => {
    const [one, other] = [await way(), await way()];
    alter(one.address.searchParams, other.address.searchParams);
    return makesNothing(() => world.finish(one.address.href, one.cookie, one.reference));
  };
  const value = (params: URLSearchParams, name: string) => params.get(name) ?? '';

  it.each<[string, (params: URLSearchParams, other: URLSearchParams) => void]>([
    ['with the code of another way (injection)', (params, other) => params.set('code', value(other, 'code'))],
    ['with the state of another way', (params, other) => params.set('state', value(other, 'state'))],
    ['without a state', (params) => params.delete('state')],
    ['with a state that is longer', (params) => params.set('state', `${value(params, 'state')}x`)],
    ['with two states', (params, other) => params.append('state', value(other, 'state'))],
    ['without a code', (params) => params.delete('code')],
    ['with two codes', (params, other) => params.append('code', value(other, 'code'))],
    ['with a code that is longer', (params) => params.set('code', `${value(params, 'code')}x`)],
    ['without `iss`', (params) => params.delete('iss')],
    ['with the `iss` of another issuer (mix-up)', (params) => params.set('iss', world.evil.issuer)],
    ['with an `iss` that only begins alike', (params) => params.set('iss', `${world.acme.issuer}/`)],
    ['with an `iss` in another case', (params) => params.set('iss', value(params, 'iss').toUpperCase())],
    ['that is an error', (params) => params.set('error', 'access_denied')],
    ['with a token beside the code', (params) => params.set('id_token', 'e30.e30.')],
  ])('%s', async (name, alter) => {
    const problem = await change(alter);
    // What comes beside the code of an honest answer counts for nothing: such a way is refused or ends as ever.
    if (!name.startsWith('with a token')) expect(['sign_in_refused', 'sign_in_code_invalid']).toContain(problem);
  });

  it.each<[string, (cookie: string, other: string) => string]>([
    ['of no browser', () => ''],
    ['of another browser (login CSRF)', (_cookie, other) => other],
    ['with a longer cookie', (cookie) => `${cookie}x`],
    ['with a cookie under the name without a prefix', (cookie) => cookie.replace('__Host-', '')],
  ])('in the browser %s', async (_name, cookieOf) => {
    const [one, other] = [await way(), await way()];
    const cookie = cookieOf(one.cookie, other.cookie);
    expect(await makesNothing(() => world.finish(one.address.href, cookie, one.reference))).toBe(
      'sign_in_code_invalid',
    );
  });

  it('at the address of another connection (mix-up)', async () => {
    const honest = await way();
    await makesNothing(() => world.finish(honest.address.href, honest.cookie, attacker.connection.reference));
    const begun = await way(attacker, world.evil);
    await makesNothing(() => world.finish(begun.address.href, begun.cookie, own.connection.reference));
    const mixed = new URL(begun.address);
    for (const name of ['code', 'iss']) mixed.searchParams.set(name, honest.address.searchParams.get(name) ?? '');
    await makesNothing(() => world.finish(mixed.href, begun.cookie, begun.reference));
  });

  it('ten minutes after the way was begun', async () => {
    const late = await way();
    await world.people.db.query("UPDATE oidc_flows SET expires_at = expires_at - interval '10 minutes'");
    await makesNothing(() => world.finish(late.address.href, late.cookie, late.reference));
  });
});

describe('a token of an issuer is refused', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const acme = (claims: object, more = {}) => world.acme.sign(claims as never, more);

  async function given(forge: (claims: Record<string, unknown>) => Promise<string> | string) {
    const { cookie, location, address, reference } = await way();
    const token = await forge({
      ...{ iss: world.acme.issuer, aud: oidcClient.client_id, sub: 'target', exp: now() + 60, iat: now() },
      ...{ nonce: new URL(location).searchParams.get('nonce'), email: `target@${own.domain}`, email_verified: true },
    });
    world.acme.before((req, res) => {
      if (req.method !== 'POST') return false;
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(JSON.stringify({ access_token: 'any', token_type: 'bearer', id_token: token }));
      return true;
    });
    return makesNothing(() => world.finish(address.href, cookie, reference)).finally(() =>
      world.acme.before(undefined),
    );
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each<[string, (claims: Record<string, unknown>) => Promise<string> | string]>([
    ['without a signature', (claims) => new UnsecuredJWT(claims as never).encode()],
    ['with `alg` in another case', (claims) => `${part({ alg: 'NONE' })}.${part(claims)}.`],
    ['signed with the secret of the client', (claims) => `${part({ alg: 'HS256' })}.${part(claims)}.AAAA`],
    ['under a key of its header (`jku`)', (claims) => world.evil.sign(claims, { jku: `${world.evil.issuer}/jwks` })],
    [
      'under a key in its header (`jwk`)',
      (claims) => world.evil.sign(claims, { jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } }),
    ],
    [
      'under a certificate of its header (`x5u`)',
      (claims) => world.evil.sign(claims, { x5u: `${world.evil.issuer}/x5u` }),
    ],
    ['under the key of another issuer', (claims) => world.evil.sign(claims)],
    ['with a `kid` that is a path', (claims) => acme(claims, { kid: '../../etc/passwd' })],
    ['of another issuer', (claims) => acme({ ...claims, iss: world.evil.issuer })],
    ['of no issuer', (claims) => acme({ ...claims, iss: undefined })],
    ['for another client', (claims) => acme({ ...claims, aud: 'another' })],
    [
      'for several clients, and not by this one',
      (claims) => acme({ ...claims, aud: [oidcClient.client_id, 'x'], azp: 'x' }),
    ],
    ['for nobody', (claims) => acme({ ...claims, aud: [] })],
    ['with another nonce', (claims) => acme({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims) => acme({ ...claims, nonce: undefined })],
    ['without a subject', (claims) => acme({ ...claims, sub: undefined })],
    ['of two minutes ago', (claims) => acme({ ...claims, exp: now() - 120 })],
    ['without an end', (claims) => acme({ ...claims, exp: undefined })],
    ['of tomorrow', (claims) => acme({ ...claims, nbf: now() + 86_400 })],
    ['that is none', () => 'no token'],
    ['that is empty', () => ''],
  ])('%s', async (_name, forge) => {
    expect(await given(forge)).toBe('sign_in_refused');
  });
});

it.each([
  ...['https://evil.example/', '//evil.example/', '/\\evil.example/', '\\\\evil.example', 'javascript:alert(1)'],
  ...[
    '/console/../../evil',
    '/console.evil/',
    '/consolex',
    '/v3/auth/oidc',
    '/console/%2e%2e/v3',
    '/console//evil.example',
  ],
  ...['/console/\n//evil.example', '/console/\r\nset-cookie: a=b', 'data:text/html,x', ' /console/', '/CONSOLE/', ''],
  ...[
    'https:/evil.example',
    '///evil.example',
    '/console/\\..\\..\\evil',
    '/console/?next=//evil.example',
    '@evil.example',
  ],
])('leads nowhere but to the console: %j', async (wanted) => {
  const { status, headers } = await world.people.open.startOidc({
    connection: own.connection.reference,
    return: wanted,
  });
  const allowed = [302, 422];
  expect(allowed).toContain(status);
  if (status === 422) return;
  world.acme.add('honest', { email: `honest@${own.domain}`, email_verified: true });
  const address = new URL(await world.acme.visit(headers.location ?? '', 'honest'));
  const cookie = headers['set-cookie']?.split(';')[0] ?? '';
  const answer = await world.people.open.finishProjectOidc(
    { connection: own.connection.reference },
    { query: Object.fromEntries(address.searchParams), headers: { cookie } },
  );
  const led = new URL(answer.headers.location ?? '', 'https://parley.example');
  expect([answer.status, led.origin, led.pathname.startsWith('/console/')]).toEqual([
    302,
    'https://parley.example',
    true,
  ]);
  expect(led.pathname).not.toContain('..');
});

it('spends each code and state once, of fifty answers at once', async () => {
  world.acme.add('target', { email: `target@${own.domain}`, email_verified: true });
  const honest = await way();
  const before = await world.counts();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.finish(honest.address.href, honest.cookie, honest.reference)),
  );
  expect(answers.filter(({ session }) => session !== undefined)).toHaveLength(1);
  expect((await world.finish(honest.address.href, honest.cookie, honest.reference)).problem).toBe(
    'sign_in_code_invalid',
  );
  const after = await world.counts();
  expect(Number(after?.users) - Number(before?.users)).toBe(1);
});

it('uses another nonce, state and verifier for each way, and shows the verifier to no browser', async () => {
  const seen = { state: new Set<string>(), nonce: new Set<string>(), code_challenge: new Set<string>() };
  for (let round = 0; round < 200; round += 1) {
    const { location } = await world.start(own.connection.reference);
    const { searchParams } = new URL(location);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(location).not.toContain('code_verifier');
    for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name].add(searchParams.get(name) ?? '');
  }
  expect(Object.values(seen).map(({ size }) => size)).toEqual([200, 200, 200]);
});
