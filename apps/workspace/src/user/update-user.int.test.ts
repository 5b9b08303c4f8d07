import { teammateUpdated } from '@parley/contracts';
import { actor } from '@parley/testkit';

import { type PeopleHarness, type Person, startPeopleHarness } from '../../test/people-harness.ts';

let people: PeopleHarness;
let ada: Person;
beforeAll(async () => {
  people = await startPeopleHarness();
  ada = await people.signUp('Ada');
});
afterAll(() => people.stop());

it('stores the writable fields and ignores the others', async () => {
  const profile = {
    ...{ firstname: ' Augusta ', description: 'First\nprogrammer', public_email: 'hello@x.io' },
    ...{ public_website: 'https://x.io/ada', phone: '+393331234567', attributes: { theme: { dark: true } } },
  };
  const { status, body } = await people.as(ada.actor).updateUser({
    ...profile,
    ...{ email: 'mallory@x.io', emailverified: true, status: 0, password: 'of mallory', _id: 'f'.repeat(24), __v: 99 },
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    updatedUser: {
      ...ada.user,
      ...profile,
      ...{ firstname: 'Augusta', updatedAt: body.updatedUser.updatedAt, __v: 1 },
    },
  });
  expect((await people.as(ada.actor).getUser()).body).toEqual(body.updatedUser);
  expect((await people.open.signIn(ada)).status).toBe(200);
});

it('treats null and absence as unchanged', async () => {
  const before = (await people.as(ada.actor).getUser()).body;
  const { body } = await people.as(ada.actor).updateUser({ firstname: null, phone: null, attributes: null });

  expect(body.updatedUser).toEqual(before);
});

it('announces a new name in each project of the person, and nothing else of the profile', async () => {
  const grace = await people.signUp('Grace');
  const [first, second] = [await people.project(grace), await people.project(grace)];
  await people.as(grace.actor).updateUser({ description: 'Admiral' });
  expect(await people.outbox(teammateUpdated)).toEqual([]);

  await people.as(grace.actor).updateUser({ lastname: 'Hopper' });

  const events = await people.outbox(teammateUpdated);
  expect(events.map(({ idproject }) => idproject).sort()).toEqual([first.projectId, second.projectId].sort());
  for (const { data } of events) {
    expect(data.teammate.id_user).toMatchObject({ _id: grace.user._id, lastname: 'Hopper' });
    expect(data.changes).toEqual(['lastname']);
  }
});

it.each([
  ['firstname', ''],
  ['lastname', 'x'.repeat(65)],
  ['description', 'x'.repeat(2001)],
  ['public_website', 'javascript:alert(1)'],
  ['public_website', `https://x.io/${'x'.repeat(300)}`],
  ['phone', '12'],
  ['attributes', 'text'],
  ['attributes', { large: 'x'.repeat(17_000) }],
])('refuses a faulty %s by its name (%#)', async (param, value) => {
  const { status, body } = await people.as(ada.actor).updateUser({ [param]: value });

  expect(status).toBe(422);
  expect(body.errors?.[0]?.param).toBe(param);
});

it('refuses a change with a stale version, and answers 304 for an unchanged record', async () => {
  const { headers, body } = await people.as(ada.actor).getUser();
  const stale = { headers: { 'if-match': `"${body.__v - 1}"` } };

  expect((await people.as(ada.actor).updateUser({ firstname: 'Late' }, stale)).status).toBe(412);
  const again = await people.as(ada.actor).getUser({}, { headers: { 'if-none-match': headers.etag ?? '' } });
  expect(again.status).toBe(304);
});

it.each(['guest', 'external', 'bot', 'subscription', 'provisioned'] as const)(
  'is for users only: not for kind %s',
  async (kind) => {
    const other = people.as(actor({ kind, id: ada.user._id, projectId: undefined, role: undefined }));
    const calls = [other.updateUser({ firstname: 'X' }), other.changePassword({ oldpsw: 'x', newpsw: 'long enough' })];
    calls.push(other.resendVerificationMail() as never, other.deleteUser() as never);

    for (const answer of await Promise.all(calls)) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'users_only' } });
    }
    expect((await other.getUser()).status).toBe(kind === 'provisioned' ? 200 : 403);
  },
);
