import { userSignedIn } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type PeopleHarness, startPeopleHarness } from '../../test/people-harness.ts';
import { createSignInCode } from './create-sign-in-code.grpc.ts';

let people: PeopleHarness;
beforeAll(async () => {
  people = await startPeopleHarness();
});
afterAll(() => people.stop());

const signIn = (code: string) => people.open.createSession({ code });
const codeOf = async (idUser: string) => (await people.allInOne.createSignInCode({ idUser })).code;

it('signs in once of twenty at the same time', async () => {
  const { user } = await people.signUp('Ada');
  const code = await codeOf(user._id);
  expect(code).toMatch(/^[\w-]{43}$/);
  const stored = await people.db.query('SELECT to_json(user_codes)::text AS everything FROM user_codes');
  expect(JSON.stringify(stored)).not.toContain(code);

  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(code)));

  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  expect(good[0]).toMatchObject({ body: { user: { _id: user._id } }, headers: { 'set-cookie': expect.any(String) } });
  expect(answers.filter(({ body }) => body.code === 'sign_in_code_invalid')).toHaveLength(19);
  const events = (await people.outbox(userSignedIn)).filter(({ data }) => data.id_user === user._id);
  expect(events.map(({ data }) => data.via)).toEqual(['code']);
  expect((await people.as({ kind: 'user', id: user._id }).listTokens()).body).toEqual([
    expect.objectContaining({ method: 'session' }),
  ]);
});

it('signs no one in an hour later, nor when a newer one has taken its place', async () => {
  const { user } = await people.signUp('Grace');
  const first = await codeOf(user._id);
  const second = await codeOf(user._id);
  expect((await signIn(first)).body.code).toBe('sign_in_code_invalid');

  await people.db.query("UPDATE user_codes SET expires_at = expires_at - interval '1 hour' WHERE user_id = $1", [
    user._id,
  ]);
  expect((await signIn(second)).body.code).toBe('sign_in_code_invalid');
  expect((await signIn(await codeOf(user._id))).status).toBe(200);
});

it('is made for a living user alone, and by no one but the process that starts everything', async () => {
  const grace = await people.signUp('Gone');
  const code = await codeOf(grace.user._id);
  await people.as(grace.actor).deleteUser();
  await expect(codeOf(grace.user._id)).rejects.toMatchObject({ kind: 'not_found' });
  expect((await signIn(code)).status).toBe(401);
  await expect(codeOf(newId())).rejects.toMatchObject({ kind: 'not_found' });
  const { user } = await people.signUp('Someone');
  await expect(people.identity.createSignInCode({ idUser: user._id })).rejects.toThrow('PERMISSION_DENIED');
});

it('is not made in production', async () => {
  const { user } = await people.signUp('Careful');
  const { context } = people;
  const inProduction = { ...context, config: { ...context.config, NODE_ENV: 'production' as const } };
  await expect(createSignInCode(inProduction, { idUser: user._id })).rejects.toMatchObject({ kind: 'forbidden' });
  expect(
    await people.db.query('SELECT 1 FROM user_codes WHERE purpose = $1 AND user_id = $2', ['sign_in', user._id]),
  ).toEqual([]);
});
