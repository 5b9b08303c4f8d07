import { tokenRevoked } from '@parley/contracts';

import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

const newpsw = 'a new password';

it('revokes every token but the one used, voids reset keys and notifies the owner', async () => {
  const ada = await people.signUp('Ada');
  const [other, own] = [await people.signIn(ada), await people.signIn(ada)];
  await people.open.requestPasswordReset({ email: ada.email });
  const [, key = ''] = await people.mailedPath(ada.email);

  const { status, body } = await people.as(own.actor).changePassword({ oldpsw: ada.password, newpsw });

  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, message: expect.any(String) });
  expect(await people.liveTokens(ada.user._id)).toEqual([own.jti]);
  const revoked = (await people.outbox(tokenRevoked)).filter(({ data }) => data.id_user === ada.user._id);
  expect(revoked.map(({ data }) => data.jti)).toEqual([other.jti]);
  expect((await people.open.checkPasswordResetKey({ key })).status).toBe(404);
  expect((await people.open.signIn(ada)).status).toBe(401);
  expect((await people.open.signIn({ email: ada.email, password: newpsw })).status).toBe(200);
  expect((await people.mailsTo(ada.email)).at(-1)?.subject).toBe('Your password was changed');
});

it('revokes all tokens when the call used Basic', async () => {
  const grace = await people.signUp('Grace');
  await people.signIn(grace);

  expect((await people.as(grace.actor).changePassword({ oldpsw: grace.password, newpsw })).status).toBe(200);
  expect(await people.liveTokens(grace.user._id)).toEqual([]);
});

it('refuses a wrong old password, the same one again, and the address as a password', async () => {
  const linus = await people.signUp('Linus');
  const change = people.as(linus.actor).changePassword;

  expect(await change({ oldpsw: 'wrong one', newpsw })).toMatchObject({
    status: 401,
    body: { code: 'wrong_password' },
  });
  expect(await change({ oldpsw: linus.password, newpsw: linus.password })).toMatchObject({
    status: 403,
    body: { code: 'password_unchanged' },
  });
  expect(await change({ oldpsw: linus.password, newpsw: 'LINUS@x.io' })).toMatchObject({
    status: 422,
    body: { errors: [{ param: 'newpsw' }] },
  });
  expect(await change({ oldpsw: linus.password, newpsw: 'short' })).toMatchObject({
    status: 422,
    body: { errors: [{ param: 'newpsw' }] },
  });
  expect((await people.open.signIn(linus)).status).toBe(200);
});

it('lets one of ten concurrent changes win', async () => {
  const alan = await people.signUp('Alan');

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, call) =>
      people.as(alan.actor).changePassword({ oldpsw: alan.password, newpsw: `new password ${call}` }),
    ),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await people.open.signIn({ email: alan.email, password: `new password ${winner}` })).status).toBe(200);
});

it('counts wrong old passwords like failed sign-ins', async () => {
  const strict = await startPeopleHarness({ AUTH_LIMIT_FACTOR: '1' });
  try {
    const ada = await strict.signUp('Ada');
    const wrong = { oldpsw: 'wrong one', newpsw };
    const statuses = [];
    for (let call = 0; call < 11; call += 1) {
      statuses.push((await strict.as(ada.actor).changePassword(wrong)).status);
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await strict.open.signIn(ada)).status).toBe(429);
  } finally {
    await strict.stop();
  }
});
