import { request } from 'node:http';

import { tokenRevoked } from '@parley/contracts';
import { actorTokens } from '@parley/service-kit/security';
import { anonymous } from '@parley/testkit';

import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

async function requestKey(email: string): Promise<string> {
  await people.open.requestPasswordReset({ email });
  return (await people.mailedPath(email))[1] ?? '';
}

it('answers alike for known and unknown addresses and mails only to the known', async () => {
  const ada = await people.signUp('Ada');
  const before = await people.hashes();
  const known = await people.open.requestPasswordReset({ email: 'Ada@X.io' });
  const unknown = await people.open.requestPasswordReset({ email: 'nobody@x.io' });
  // Neither hashes a password, which would be the only work that takes long.
  expect(await people.hashes()).toBe(before);

  expect(known.status).toBe(200);
  expect(unknown).toEqual({
    ...known,
    headers: { ...known.headers, date: unknown.headers.date, 'x-request-id': unknown.headers['x-request-id'] },
  });
  expect((await people.mailedPath(ada.email))[0]).toBe('resetpassword');
  expect(await people.mailsTo('nobody@x.io')).toEqual([]);
});

it('refuses an invalid e-mail address', async () => {
  expect(await people.open.requestPasswordReset({ email: 'not one' })).toMatchObject({
    status: 422,
    body: { errors: [{ param: 'email' }] },
  });
});

it('sets the new password, revokes every token, verifies the address and notifies the owner', async () => {
  const grace = await people.signUp('Grace');
  const { jti } = await people.signIn(grace);
  const key = await requestKey(grace.email);

  expect((await people.open.checkPasswordResetKey({ key })).body).toMatchObject({ user: { _id: grace.user._id } });
  const { status, body } = await people.open.resetPassword({ key, password: 'a new password' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, user: { _id: grace.user._id, emailverified: true } });
  expect(await people.liveTokens(grace.user._id)).toEqual([]);
  const revoked = await people.outbox(tokenRevoked);
  expect(revoked.filter(({ data }) => data.jti === jti)).toHaveLength(1);
  expect((await people.open.signIn(grace)).status).toBe(401);
  expect((await people.open.signIn({ email: grace.email, password: 'a new password' })).status).toBe(200);
  expect((await people.mailsTo(grace.email)).at(-1)?.subject).toBe('Your password was changed');
});

it('lets one of ten resets with one key win, and only its password is valid', async () => {
  const linus = await people.signUp('Linus');
  const key = await requestKey(linus.email);

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, call) => people.open.resetPassword({ key, password: `new password ${call}` })),
  );

  const winner = answers.findIndex(({ status }) => status === 200);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  for (let call = 0; call < 10; call += 1) {
    const { status } = await people.open.signIn({ email: linus.email, password: `new password ${call}` });
    expect(status).toBe(call === winner ? 200 : 401);
  }
});

it('refuses used, replaced, expired and invented keys', async () => {
  const alan = await people.signUp('Alan');
  const replaced = await requestKey(alan.email);
  const expired = await requestKey(alan.email);
  expect((await people.open.checkPasswordResetKey({ key: expired })).status).toBe(200);
  await people.db.query("UPDATE user_codes SET expires_at = expires_at - interval '1 hour'");

  for (const key of [replaced, expired, 'x'.repeat(43), 'x']) {
    const refused = { status: 404, body: { code: 'reset_key_invalid' } };
    expect(await people.open.checkPasswordResetKey({ key })).toMatchObject(refused);
    expect(await people.open.resetPassword({ key, password: 'a new password' })).toMatchObject(refused);
  }
});

it('spends no hash on an invalid key', async () => {
  const before = await people.hashes();
  await people.open.resetPassword({ key: 'x'.repeat(43), password: 'a new password' });

  expect(await people.hashes()).toBe(before);
});

it('keeps the key valid when the new password is refused', async () => {
  const barbara = await people.signUp('Barbara');
  const key = await requestKey(barbara.email);

  expect(await people.open.resetPassword({ key, password: 'Barbara@x.io' })).toMatchObject({
    status: 422,
    body: { errors: [{ param: 'password' }] },
  });
  expect((await people.open.resetPassword({ key, password: 'a good one' })).status).toBe(200);
});

it('links to the dashboard regardless of the host header', async () => {
  const niklaus = await people.signUp('Niklaus');
  const tokens = actorTokens({
    key: new Uint8Array(Buffer.from(people.env.ACTOR_KEY ?? '', 'base64url')),
    service: 'gateway',
  });
  const headers = {
    ...{ host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    ...{ 'content-type': 'application/json', 'parley-actor': await tokens.sign(anonymous, 'workspace') },
  };
  const status = await new Promise((resolve, reject) => {
    request(`${people.addresses.http}/v3/auth/requestresetpsw`, { method: 'PUT', headers })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(JSON.stringify({ email: niklaus.email }));
  });

  expect(status).toBe(200);
  expect((await people.mailedPath(niklaus.email))[0]).toBe('resetpassword');
  expect((await people.mailsTo(niklaus.email)).map(({ text }) => text).join()).not.toContain('evil.example');
});

it('mails one key a minute to an address, and keeps that one valid', async () => {
  const strict = await startPeopleHarness({ AUTH_LIMIT_FACTOR: '1' });
  try {
    const ada = await strict.signUp('Ada');
    const answers = [];
    for (let call = 0; call < 3; call += 1) answers.push(await strict.open.requestPasswordReset({ email: ada.email }));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [, key = ''] = await strict.mailedPath(ada.email);
    const resets = (await strict.mailsTo(ada.email)).filter(({ text }) => text.includes('/resetpassword/'));
    expect(resets).toHaveLength(1);
    expect((await strict.open.checkPasswordResetKey({ key })).status).toBe(200);
  } finally {
    await strict.stop();
  }
});
