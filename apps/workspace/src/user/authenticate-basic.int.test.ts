import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

const basic = (email: string, password: string, clientAddress = '203.0.113.7') =>
  people.identity.authenticateBasic({ email, password, clientAddress });

const refused = { kind: 'unauthorized', code: 'unauthorized' };

it('accepts the address in any case and a password with colons', async () => {
  const ada = await people.signUp('Ada', { password: 'a:b:c :de' });

  expect(await basic('ADA@X.io', 'a:b:c :de')).toEqual({
    principal: { kind: 'user', id: ada.user._id, displayName: 'Ada Byron', email: 'ada@x.io' },
    credentialsVersion: 0,
  });
});

it('costs one hash for a hundred calls, at once or in a row', async () => {
  const grace = await people.signUp('Grace');
  const before = await people.hashes();

  await Promise.all(Array.from({ length: 50 }, () => basic(grace.email, grace.password)));
  for (let call = 0; call < 50; call += 1) await basic(grace.email, grace.password);

  expect((await people.hashes()) - before).toBe(1);
});

it('refuses the old password on the very next call after a change', async () => {
  const linus = await people.signUp('Linus');
  await basic(linus.email, linus.password);
  await people.as(linus.actor).changePassword({ oldpsw: linus.password, newpsw: 'a new password' });

  await expect(basic(linus.email, linus.password)).rejects.toMatchObject(refused);
  expect(await basic(linus.email, 'a new password')).toMatchObject({ credentialsVersion: 1 });
});

it('refuses a deleted user whose password was cached', async () => {
  const alan = await people.signUp('Alan');
  await basic(alan.email, alan.password);
  await people.as(alan.actor).deleteUser();

  await expect(basic(alan.email, alan.password)).rejects.toMatchObject(refused);
});

it('refuses unknown addresses and what cannot be one after the same work as a wrong password', async () => {
  const before = await people.hashes();
  await expect(basic('nobody@x.io', 'wrong one')).rejects.toMatchObject(refused);
  await expect(basic('ada@x.io', 'wrong one')).rejects.toMatchObject(refused);
  expect((await people.hashes()) - before).toBe(2);

  for (const email of ['', 'nul\u0000@x.io', 'x'.repeat(300)]) {
    await expect(basic(email, 'wrong one')).rejects.toMatchObject(refused);
  }
});

it('creates no token and no event', async () => {
  const barbara = await people.signUp('Barbara');
  const events = () => people.db.query<{ count: number }>('SELECT count(*) AS count FROM outbox');
  const before = await events();
  await basic(barbara.email, barbara.password);

  expect(await people.liveTokens(barbara.user._id)).toEqual([]);
  expect(await events()).toEqual(before);
});

it('counts failures together with failed sign-ins', async () => {
  const strict = await startPeopleHarness({ AUTH_LIMIT_FACTOR: '1' });
  try {
    const ada = await strict.signUp('Ada');
    const from = { headers: { 'parley-client-address': '203.0.113.7' } };
    const wrong = { email: ada.email, password: 'wrong one' };
    for (let call = 0; call < 5; call += 1) await strict.open.signIn(wrong, from);
    for (let call = 0; call < 5; call += 1) {
      const attempt = strict.identity.authenticateBasic({ ...wrong, clientAddress: '203.0.113.7' });
      await expect(attempt).rejects.toMatchObject(refused);
    }

    const late = strict.identity.authenticateBasic({ ...ada, clientAddress: '203.0.113.7' });
    await expect(late).rejects.toMatchObject({ kind: 'rate_limited', details: { limit: 'failed_passwords' } });
    expect((await strict.open.signIn(ada, from)).status).toBe(429);
  } finally {
    await strict.stop();
  }
});
