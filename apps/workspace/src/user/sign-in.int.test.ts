import * as bcrypt from '@node-rs/bcrypt';
import { userSignedIn } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { claimsOf, type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';
import { newUser } from './user.ts';

let people: PeopleHarness;
let ada: Person;
beforeAll(async () => {
  // Hashes as in production, and as slow.
  people = await startPeopleHarness({ MAX_USER_TOKENS: '60', PASSWORD_MEMORY_KIB: undefined });
  ada = await people.signUp('Ada');
});
afterAll(() => people.stop());

it('returns a token with its user and records the time', async () => {
  const { status, body } = await people.open.signIn({ email: 'ADA@x.io', password: ada.password });

  expect(status).toBe(200);
  const { _id, id, email, firstname, lastname, emailverified } = ada.user;
  expect(body).toEqual({
    ...{ success: true, token: expect.stringMatching(/^JWT [\w-]+\.[\w-]+\.[\w-]+$/), expiresAt: expect.any(String) },
    user: { _id, id, email, firstname, lastname, emailverified },
  });
  const claims = claimsOf(body.token);
  expect(claims).toEqual({
    ...{ iss: 'https://parley.example', aud: 'https://parley.example', sub: 'user', _id, jti: expect.any(String) },
    ...{ iat: expect.any(Number), exp: Math.floor(Date.parse(body.expiresAt) / 1000) },
    ...{ email, firstname, lastname, emailverified },
  });
  expect(await people.liveTokens(_id)).toContain(claims.jti);

  const { body: user } = await people.as(ada.actor).getUser();
  expect(user).toMatchObject({ __v: 1, signedInAt: expect.any(String) });
  expect(await people.outbox(userSignedIn)).toEqual([
    expect.objectContaining({
      actor: `user:${_id}`,
      aggregateversion: 1,
      data: { id_user: _id, via: 'password', jti: claims.jti },
    }),
  ]);
});

it('answers the same after the same work for an unknown address and for a wrong password', async () => {
  const before = await people.hashes();
  const wrong = await people.open.signIn({ email: ada.email, password: 'wrong one' });
  const between = await people.hashes();
  const unknown = await people.open.signIn({ email: 'nobody@x.io', password: 'wrong one' });

  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials', success: false } });
  const same = ({ status, body, headers }: typeof wrong) => ({
    status,
    body: { ...body, requestId: '' },
    headers: { ...headers, 'x-request-id': '', date: '' },
  });
  expect(same(unknown)).toEqual(same(wrong));
  expect([between - before, (await people.hashes()) - between]).toEqual([1, 1]);
});

it.each([
  ['email', undefined],
  ['email', { $gt: '' }],
  ['email', 'nul\u0000@x.io'],
  ['password', undefined],
  ['password', 'x'.repeat(257)],
  ['password', ['a']],
])('refuses an unreadable %s as that, not as wrong (%#)', async (param, value) => {
  const { status, body } = await people.open.signIn({ email: ada.email, password: 'wrong', [param]: value });

  expect(status).toBe(422);
  expect(body.errors?.[0]).toMatchObject({ param, location: 'body' });
});

it('accepts the bcrypt hash of an imported user and replaces it', async () => {
  const at = new Date();
  const person = { email: 'imported@x.io', firstname: 'Im', lastname: 'Ported', emailVerified: true };
  const user = newUser('c'.repeat(24), person, at);
  await people.context.users.insert(user, await bcrypt.hash('from elsewhere', { cost: 4 }), []);

  const signIn = () => people.open.signIn({ email: 'imported@x.io', password: 'from elsewhere' });
  expect((await signIn()).status).toBe(200);

  const [row] = await people.db.query<{ password_hash: string; credentials_version: number }>(
    'SELECT password_hash, credentials_version FROM users WHERE id = $1',
    [user.id],
  );
  expect(row).toEqual({
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    credentials_version: 0,
  });
  expect((await signIn()).status).toBe(200);
});

it('never finds a provisioned user, nor lets their address block the ordinary user', async () => {
  const at = new Date();
  const person = { email: 'shared@x.io', firstname: 'Agent', lastname: 'Made', emailVerified: false };
  const provisioned = { ...newUser('d'.repeat(24), person, at), provisionedBy: 'e'.repeat(24), externalId: '7' };
  await people.context.users.insert(provisioned, undefined, []);

  const email = 'shared@x.io';
  const basic = (password: string) =>
    people.identity.authenticateBasic({ email, password, clientAddress: '203.0.113.7' });
  expect((await people.open.signIn({ email, password: 'any password' })).status).toBe(401);
  await expect(basic('any password')).rejects.toMatchObject({ code: 'unauthorized' });
  await people.open.requestPasswordReset({ email });
  expect(await people.mailsTo(email)).toEqual([]);

  const real = await people.signUp('Shared');
  expect((await basic(real.password)).principal?.id).toBe(real.user._id);
  expect(real.user._id).not.toBe(provisioned.id);
  expect((await people.open.signIn(real)).body.user._id).toBe(real.user._id);
});

describe('fifty sign-ins with the old password while it is changed', () => {
  const newpsw = 'a new password';

  it.each(['Before', 'During'])('leave no token live but that of the change: sign-ins begun %s it', async (when) => {
    const person = await people.signUp(when);
    const own = await people.signIn(person);
    const change = () => people.as(own.actor).changePassword({ oldpsw: person.password, newpsw });
    const signIns = () => Array.from({ length: 50 }, () => people.open.signIn(person));
    const before = await people.hashes();

    const begun = when === 'Before' ? signIns() : [];
    const changing = change();
    // The old password is compared: the change is under way, and nothing delays its new hash.
    if (when === 'During') await eventually(async () => (await people.hashes()) > before);
    const answers = await Promise.all([...begun, ...(when === 'During' ? signIns() : [])]);

    expect((await changing).status).toBe(200);
    expect(answers).toHaveLength(50);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    expect(await people.liveTokens(person.user._id)).toEqual([own.jti]);
  });
});

it('revokes exactly the oldest token beyond the limit of a user', async () => {
  const few = await startPeopleHarness({ MAX_USER_TOKENS: '3' });
  try {
    const person = await few.signUp('Grace');
    const jtis: string[] = [];
    for (let call = 0; call < 4; call += 1) jtis.push((await few.signIn(person)).jti);

    expect(await few.liveTokens(person.user._id)).toEqual(jtis.slice(1));
  } finally {
    await few.stop();
  }
});

describe('limits', () => {
  let strict: PeopleHarness;
  beforeAll(async () => {
    strict = await startPeopleHarness({ AUTH_LIMIT_FACTOR: '1' });
  });
  afterAll(() => strict.stop());

  const from = (address: string) => ({ headers: { 'parley-client-address': address } });

  it.each(['known@x.io', 'unknown@x.io'])(
    'let ten of a hundred wrong passwords for %s reach the comparison',
    async (email) => {
      if (email === 'known@x.io') await strict.signUp('Known');
      const before = await strict.hashes();

      const answers = await Promise.all(
        Array.from({ length: 100 }, () => strict.open.signIn({ email, password: 'wrong one' }, from('203.0.113.7'))),
      );

      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(90);
      expect(refused[0]).toMatchObject({
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
        body: { code: 'rate_limited', limit: 'failed_passwords' },
      });
      expect((await strict.hashes()) - before).toBe(10);
    },
  );

  it('refuse the right password too until the time is over, but from that address only', async () => {
    const right = { email: 'known@x.io', password: 'password of Known' };

    expect((await strict.open.signIn(right, from('203.0.113.7'))).status).toBe(429);
    expect((await strict.open.signIn(right, from('198.51.100.1'))).status).toBe(200);
  });

  it('are cleared by a success', async () => {
    const person = await strict.signUp('Slipping');
    const wrong = { email: person.email, password: 'wrong one' };
    for (let call = 0; call < 9; call += 1) await strict.open.signIn(wrong, from('192.0.2.1'));

    expect((await strict.open.signIn(person, from('192.0.2.1'))).status).toBe(200);
    expect((await strict.open.signIn(wrong, from('192.0.2.1'))).status).toBe(401);
  });
});
