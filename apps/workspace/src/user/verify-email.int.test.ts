import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

async function mailedCode(email: string): Promise<string> {
  return (await people.mailedPath(email))[3] ?? '';
}

it('verifies the address and changes nothing else', async () => {
  const ada = await people.signUp('Ada');
  const input = { id_user: ada.user._id, code: await mailedCode(ada.email) };

  const { status, body } = await people.open.verifyEmail(input, {
    body: { email: 'mallory@x.io', status: 0, password: 'of mallory', firstname: 'M' },
  });

  expect(status).toBe(200);
  expect(body).toEqual({ ...ada.user, emailverified: true, updatedAt: body.updatedAt, __v: 1 });
  expect((await people.open.signIn(ada)).status).toBe(200);
});

it('accepts a code once', async () => {
  const grace = await people.signUp('Grace');
  const input = { id_user: grace.user._id, code: await mailedCode(grace.email) };

  const answers = await Promise.all(Array.from({ length: 10 }, () => people.open.verifyEmail(input)));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
});

it('answers alike for a wrong, foreign, void or expired code and for an unknown person', async () => {
  const linus = await people.signUp('Linus');
  const alan = await people.signUp('Alan');
  const code = await mailedCode(linus.email);
  const answers = [
    await people.open.verifyEmail({ id_user: linus.user._id, code: 'x'.repeat(43) }),
    await people.open.verifyEmail({ id_user: alan.user._id, code }),
    await people.open.verifyEmail({ id_user: 'f'.repeat(24), code }),
    await people.open.verifyEmail({ id_user: 'no id', code: 'x' }),
    await people.open.verifyEmail({ id_user: '\u0000', code }),
    await people.open.verifyEmail({ id_user: linus.user._id, code: '\u0000' }),
  ];
  await people.as(linus.actor).resendVerificationMail();
  answers.push(await people.open.verifyEmail({ id_user: linus.user._id, code }));
  const fresh = await mailedCode(linus.email);
  await people.db.query("UPDATE user_codes SET expires_at = expires_at - interval '24 hours 1 second'");
  answers.push(await people.open.verifyEmail({ id_user: linus.user._id, code: fresh }));

  expect(fresh).not.toBe(code);
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect({ ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    expect(body).toMatchObject({ code: 'verification_code_invalid', error_code: 10005 });
  }
});

it('sends no mail to a person whose address is verified', async () => {
  const edsger = await people.signUp('Edsger');
  await people.open.verifyEmail({ id_user: edsger.user._id, code: await mailedCode(edsger.email) });

  expect((await people.as(edsger.actor).resendVerificationMail()).status).toBe(200);
  expect(await people.mailsTo(edsger.email)).toHaveLength(1);
});
