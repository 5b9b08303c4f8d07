import { userSignedUp } from '@parley/contracts';
import { anonymous } from '@parley/testkit';

import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

const ada = { email: 'ada@x.io', password: 'analytical engine', firstname: 'Ada', lastname: 'Lovelace' };

describe('open sign-up', () => {
  let people: PeopleHarness;
  beforeAll(async () => {
    people = await startPeopleHarness();
  });
  afterAll(() => people.stop());

  it('creates a user, announces them and mails a code that verifies the address', async () => {
    const { status, body } = await people.open.signUp({ ...ada, email: ' Ada.One@X.io ', phone: '+393331234567' });

    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      msg: expect.any(String),
      user: {
        ...{ _id: body.user.id, id: expect.stringMatching(/^[0-9a-f]{24}$/), email: 'ada.one@x.io' },
        ...{ firstname: 'Ada', lastname: 'Lovelace', phone: '+393331234567', emailverified: false, status: 100 },
        ...{ attributes: {}, createdAt: expect.any(String), updatedAt: body.user.createdAt, __v: 0 },
      },
    });
    const [event] = (await people.outbox(userSignedUp)).filter(({ data }) => data.user._id === body.user._id);
    expect(event).toMatchObject({
      idproject: '0'.repeat(24),
      actor: `user:${body.user._id}`,
      data: { user: body.user, via: 'password' },
    });

    const [verify, email, userId, code] = await people.mailedPath('ada.one@x.io');
    expect([verify, email, userId]).toEqual(['verify', 'email', body.user._id]);
    expect((await people.open.verifyEmail({ id_user: userId, code })).status).toBe(200);
  });

  it('creates one user from twenty concurrent sign-ups of one address, in any case', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, call) =>
        people.open.signUp({ ...ada, email: call % 2 ? 'Race@x.io' : 'race@X.IO', password: `password ${call}` }),
      ),
    );

    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    expect(await people.db.query("SELECT id FROM users WHERE email = 'race@x.io'")).toHaveLength(1);
    const taken = answers.find(({ status }) => status === 409);
    expect(taken?.body).toMatchObject({ code: 'email_taken', success: false });
    expect(taken?.body).not.toHaveProperty('conflict');
    expect(await people.mailsTo('race@x.io')).toHaveLength(1);
  });

  it.each([
    ['email', undefined],
    ['email', 'ada'],
    ['email', 'ada@localhost'],
    ['email', `${'a'.repeat(250)}@x.io`],
    ['email', { $ne: 1 }],
    ['password', undefined],
    ['password', 'seven77'],
    ['password', 'é'.repeat(257)],
    ['password', 'nul\u0000nul\u0000'],
    ['password', 'bad@x.io'],
    ['firstname', undefined],
    ['firstname', '   '],
    ['firstname', 'x'.repeat(65)],
    ['lastname', 7],
    ['phone', '0123456'],
  ])('refuses a faulty %s by its name (%#)', async (param, value) => {
    const { status, body } = await people.open.signUp({ ...ada, email: 'bad@x.io', [param]: value });

    expect(status).toBe(422);
    expect(body.code).toBe('validation_failed');
    expect(new Set(body.errors?.map((fault) => `${fault.location} ${fault.param}`))).toEqual(
      new Set([`body ${param}`]),
    );
    expect(JSON.stringify(body)).not.toContain('seven77');
  });

  it('accepts passwords of 256 characters of any kind, and ignores unknown fields', async () => {
    const password = '🔑'.repeat(256);
    const { body } = await people.open.signUp({
      ...ada,
      ...{ email: 'long@x.io', password, status: 0, emailverified: true, _id: 'f'.repeat(24), credentialsVersion: 9 },
    });

    expect(body.user).toMatchObject({ status: 100, emailverified: false });
    expect(body.user._id).not.toBe('f'.repeat(24));
    expect((await people.open.signIn({ email: 'long@x.io', password })).status).toBe(200);
    expect((await people.open.signIn({ email: 'long@x.io', password: '🔑'.repeat(255) })).status).toBe(401);
  });

  it('ignores an Idempotency-Key: two visitors with equal keys and bodies must not get one account', async () => {
    const headers = { 'idempotency-key': 'same' };
    const first = await people.open.signUp({ ...ada, email: 'twice@x.io' }, { headers });
    const second = await people.open.signUp({ ...ada, email: 'twice@x.io' }, { headers });

    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.headers).not.toHaveProperty('idempotency-replayed');
  });
});

describe('private sign-up', () => {
  let people: PeopleHarness;
  beforeAll(async () => {
    people = await startPeopleHarness({ SIGNUP_PRIVATE: 'true' });
  });
  afterAll(() => people.stop());

  it('answers for a taken address as for a fresh one, and notifies only its owner by mail', async () => {
    const fresh = await people.open.signUp(ada);
    const taken = await people.open.signUp({ ...ada, password: 'of somebody else', lastname: 'Mallory' });

    expect([fresh.status, taken.status]).toEqual([200, 200]);
    expect(Object.keys(taken.body.user)).toEqual(Object.keys(fresh.body.user));
    expect(taken.body.user._id).not.toBe(fresh.body.user._id);
    expect(await people.db.query('SELECT id FROM users')).toEqual([{ id: fresh.body.user._id }]);
    expect((await people.mailsTo('ada@x.io')).map(({ subject }) => subject)).toEqual([
      'Confirm your email address',
      'You already have an account',
    ]);
  });

  it('refuses sign-in until the address is verified, and answers as for a wrong password', async () => {
    await people.open.signUp({ ...ada, email: 'grace@x.io' });
    const credentials = { email: 'grace@x.io', password: ada.password };
    const before = await people.open.signIn(credentials);
    const [, , id_user, code] = await people.mailedPath('grace@x.io');
    await people.as(anonymous).verifyEmail({ id_user, code });

    expect(before).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect((await people.open.signIn(credentials)).status).toBe(200);
  });
});

it('is closed without an invitation when the operator configures it so', async () => {
  const people = await startPeopleHarness({ SIGNUP: 'invited' });
  try {
    expect(await people.open.signUp(ada)).toMatchObject({ status: 403, body: { code: 'signup_closed' } });
    expect(await people.db.query('SELECT id FROM users')).toEqual([]);
  } finally {
    await people.stop();
  }
});
