import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { userSignedIn } from '@parley/contracts';

import { withTotp } from '../../test/authenticator.ts';
import { type IdentityProvider, oidcClient, startIdentityProvider } from '@parley/testkit/identity-provider';
import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

const callback = 'https://parley.example/v3/auth/oidc/callback';

let folder: string;
let acme: IdentityProvider;
let other: IdentityProvider;
let people: PeopleHarness;
beforeAll(async () => {
  [acme, other] = await Promise.all([startIdentityProvider(callback), startIdentityProvider(callback)]);
  folder = await mkdtemp(join(tmpdir(), 'parley-oidc-'));
  const file = join(folder, 'connections.json');
  const connection = (id: string, { issuer }: IdentityProvider, more = {}) => ({
    ...{ id, name: id.toUpperCase(), issuer, ...oidcClient, ...more },
  });
  const connections = [
    connection('acme', acme, { provision: 'anyone_of_domain', domains: ['acme.io'] }),
    connection('other', other),
    { ...connection('down', other), issuer: 'http://127.0.0.1:1' },
    { ...connection('inside', other), issuer: 'https://10.0.0.1' },
  ];
  await writeFile(file, JSON.stringify(connections));
  people = await startPeopleHarness({ OIDC_CONNECTIONS: file, OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await people?.stop();
  await Promise.all([acme?.stop(), other?.stop(), rm(folder, { recursive: true })]);
});

type Headers = Record<string, string | undefined>;
const cookieOf = (headers: Headers) => headers['set-cookie']?.split(';')[0] ?? '';

async function start(connection: string, wanted?: string) {
  const input = { connection, ...(wanted !== undefined && { return: wanted }) };
  const { status, headers } = await people.open.startOidc(input);
  expect(status).toBe(302);
  return { cookie: cookieOf(headers), location: headers.location ?? '', setCookie: headers['set-cookie'] ?? '' };
}

async function finish(address: string, cookie: string) {
  const query = Object.fromEntries(new URL(address).searchParams);
  const { status, headers } = await people.open.finishOidc({}, { query, headers: { cookie } });
  expect(status).toBe(302);
  const location = new URL(headers.location ?? '', 'https://parley.example');
  return {
    location: headers.location ?? '',
    problem: location.searchParams.get('problem'),
    step: Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
    session: /parley=[\w-]{43}/.test(headers['set-cookie'] ?? '') ? cookieOf(headers) : undefined,
  };
}

/** The whole way of a browser. */
async function signIn(connection: string, provider: IdentityProvider, subject: string, wanted?: string) {
  const { cookie, location } = await start(connection, wanted);
  return finish(await provider.visit(location, subject), cookie);
}

const userOf = async (session: string | undefined) => {
  const { body } = await people.open.renewSession({}, { headers: { cookie: session ?? '' } });
  return 'user' in body ? body.user : undefined;
};
const count = async (table: 'users' | 'oidc_identities') =>
  (await people.db.query<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))[0]?.count;

it('lists the connections, without what they hold', async () => {
  const { body } = await people.open.listConnections();
  expect(body).toEqual(['acme', 'other', 'down', 'inside'].map((id) => ({ id, name: id.toUpperCase() })));
  const unknown = await people.open.startOidc({ connection: 'unknown' });
  expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'connection_not_found' }]);
});

it('signs a new person of the domain in, and the same account the next time', async () => {
  acme.add('ada-1', { email: 'Ada@Acme.io', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' });
  const first = await signIn('acme', acme, 'ada-1', '/console/projects?x=1');
  expect(first.location).toBe('/console/projects?x=1');
  const user = await userOf(first.session);
  expect(user).toMatchObject({ email: 'ada@acme.io', firstname: 'Ada', lastname: 'Lovelace', emailverified: true });
  const events = (await people.outbox(userSignedIn)).filter(({ data }) => data.id_user === user?._id);
  expect(events.map(({ data }) => data.via)).toEqual(['oidc']);

  // The address at the issuer changes; the person does not.
  acme.add('ada-1', { email: 'ada.king@acme.io', email_verified: true });
  const again = await signIn('acme', acme, 'ada-1');
  expect([again.location, (await userOf(again.session))?._id]).toEqual(['/console/', user?._id]);
});

it('makes one account of twenty sign-ins of a new person at once', async () => {
  acme.add('many', { email: 'many@acme.io', email_verified: true });
  const ways = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { cookie, location } = await start('acme');
      return { cookie, address: await acme.visit(location, 'many') };
    }),
  );
  const before = Number(await count('users'));
  const answers = await Promise.all(ways.map(({ address, cookie }) => finish(address, cookie)));
  expect(answers.map(({ problem }) => problem)).toEqual(Array(20).fill(null));
  expect(await count('users')).toBe(before + 1);
});

it('binds the way to the browser that began it, for ten minutes, once, and sends PKCE and a nonce', async () => {
  acme.add('grace', { email: 'grace@acme.io', email_verified: true });
  const { cookie, location, setCookie } = await start('acme');
  expect(setCookie).toMatch(/^__Host-parley-oidc=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const asked = new URL(location).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', code_challenge: expect.any(String) },
    ...{ redirect_uri: callback, nonce: expect.any(String), state: expect.any(String) },
  });

  const address = await acme.visit(location, 'grace');
  const identities = await count('oidc_identities');
  const foreign = await start('acme');
  for (const stranger of ['', foreign.cookie, `${cookie}x`])
    expect(await finish(address, stranger)).toMatchObject({ problem: 'sign_in_code_invalid', session: undefined });
  expect(await count('oidc_identities')).toBe(identities);
  expect((await finish(address, cookie)).session).toBeDefined();
  expect((await finish(address, cookie)).problem).toBe('sign_in_code_invalid');

  const late = await start('acme');
  const lateAddress = await acme.visit(late.location, 'grace');
  await people.db.query("UPDATE oidc_flows SET expires_at = expires_at - interval '10 minutes'");
  expect((await finish(lateAddress, late.cookie)).problem).toBe('sign_in_code_invalid');
});

it.each([
  '//evil.example/console/',
  'https://evil.example/console/',
  '/\\evil.example/console/',
  'javascript:alert(1)',
  '/v3/auth/oidc/acme/start',
  '/console/../v3/users',
  '/console.evil/',
])('leads nowhere else: %s', async (wanted) => {
  acme.add('grace', { email: 'grace@acme.io', email_verified: true });
  expect((await signIn('acme', acme, 'grace', wanted)).location).toBe('/console/');
});

describe('the address that an issuer names', () => {
  it.each([
    ['is not proved', { email: 'new@acme.io', email_verified: false }],
    ['is absent', {}],
    ['says nothing of a proof', { email: 'new@acme.io' }],
    ['is of another domain', { email: 'new@acme.io.evil.example', email_verified: true }],
    ['has letters that look alike', { email: 'nеw@acme.io', email_verified: true }],
    [
      'has a letter that folds to another',
      { email: 'new@acme.io'.replace('k', 'K').replace('e', 'ｅ'), email_verified: true },
    ],
    ['is two', { email: ['a@acme.io', 'b@acme.io'] as unknown as string, email_verified: true }],
  ])('makes and links no account where it %s', async (name, claims) => {
    acme.add(name, claims);
    const [users, identities] = [await count('users'), await count('oidc_identities')];
    expect(await signIn('acme', acme, name)).toMatchObject({ problem: 'not_invited', session: undefined });
    expect([await count('users'), await count('oidc_identities')]).toEqual([users, identities]);
  });

  it('is let in where it was invited, and joins', async () => {
    const owner = await people.signUp('Owner');
    const { owner: actor, projectId } = await people.project(owner);
    other.add('invited', { email: 'invited@y.io', email_verified: true, name: 'Ina Vited' });
    expect((await signIn('other', other, 'invited')).problem).toBe('not_invited');
    const invitation = { id_project: projectId, email: 'Invited@y.io', role: 'agent' as const, user_available: false };
    expect((await people.as(actor).inviteTeammate(invitation)).status).toBe(200);
    const { session } = await signIn('other', other, 'invited');
    const user = await userOf(session);
    const { body } = await people.as({ kind: 'user', id: user?._id ?? '' }).listProjects();
    expect(body.map(({ role }) => role)).toEqual(['agent']);
  });

  it('of an account with a password is linked by that password alone', async () => {
    const eve = await people.signUp('Eve');
    other.add('not-eve', { email: eve.email.toUpperCase(), email_verified: true });
    const asked = await signIn('other', other, 'not-eve');
    expect(asked).toMatchObject({
      session: undefined,
      step: { link: expect.any(String), email: eve.email, name: 'OTHER' },
    });
    const challenge = asked.step.link ?? '';
    const identities = await count('oidc_identities');

    const wrong = await people.open.linkOidc({ challenge, password: 'not the password' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    expect(await count('oidc_identities')).toBe(identities);
    expect((await people.open.signInWithFactor({ challenge, code: '123456' })).body.code).toBe('sign_in_code_invalid');

    const linked = await people.open.linkOidc({ challenge, password: eve.password });
    expect([linked.status, linked.body.user._id]).toEqual([200, eve.user._id]);
    expect((await people.open.linkOidc({ challenge, password: eve.password })).body.code).toBe('sign_in_code_invalid');
    const { session } = await signIn('other', other, 'not-eve');
    expect((await userOf(session))?._id).toBe(eve.user._id);
  });
});

it('asks for the second factor of people who have one', async () => {
  acme.add('careful', { email: 'careful@acme.io', email_verified: true });
  const user = await userOf((await signIn('acme', acme, 'careful')).session);
  const actor = { kind: 'user' as const, id: user?._id ?? '' };
  const app = await withTotp(people, { actor, email: 'careful@acme.io', password: '', user: user as never });
  const asked = await signIn('acme', acme, 'careful');
  expect(asked).toMatchObject({ session: undefined, step: { methods: 'totp,recovery_code' } });
  const { challenge = '' } = asked.step;
  const answer = await people.open.createSessionWithFactor({ challenge, code: app.code() });
  expect([answer.status, answer.body.user._id]).toEqual([200, user?._id]);
});

it('ends with the account', async () => {
  acme.add('leaver', { email: 'leaver@acme.io', email_verified: true });
  const user = await userOf((await signIn('acme', acme, 'leaver')).session);
  expect((await people.as({ kind: 'user', id: user?._id ?? '' }).deleteUser()).status).toBe(200);
  const fresh = await userOf((await signIn('acme', acme, 'leaver')).session);
  expect(fresh?._id).not.toBe(user?._id);
});

describe('an issuer', () => {
  it('may rotate its keys at any time', async () => {
    acme.add('rotated', { email: 'rotated@acme.io', email_verified: true });
    expect((await signIn('acme', acme, 'rotated')).session).toBeDefined();
    acme.rotateKeys();
    expect((await signIn('acme', acme, 'rotated')).session).toBeDefined();
  });

  it.each(['down', 'inside'])('that cannot be reached says so: %s', async (connection) => {
    const { location } = await start(connection);
    expect(location).toContain('problem=issuer_unreachable');
  });

  it('is not mixed up with another: code, state and `iss` fit together or nobody is signed in', async () => {
    acme.add('victim', { email: 'victim@acme.io', email_verified: true });
    other.add('victim', { email: 'victim@acme.io', email_verified: true });
    const one = await start('acme');
    const two = await start('other');
    const [ofOne, ofTwo] = [await acme.visit(one.location, 'victim'), await other.visit(two.location, 'victim')];
    const mixed = new URL(ofOne);
    for (const name of ['code', 'iss']) mixed.searchParams.set(name, new URL(ofTwo).searchParams.get(name) ?? '');
    const identities = await count('oidc_identities');
    expect(await finish(mixed.href, one.cookie)).toMatchObject({ problem: 'sign_in_refused', session: undefined });

    const [three, four] = [await start('acme'), await start('acme')];
    const injected = new URL(await acme.visit(three.location, 'victim'));
    const stolen = new URL(await acme.visit(four.location, 'victim')).searchParams.get('code') ?? '';
    injected.searchParams.set('code', stolen);
    expect((await finish(injected.href, three.cookie)).problem).toBe('sign_in_refused');
    expect(await count('oidc_identities')).toBe(identities);
  });
});
