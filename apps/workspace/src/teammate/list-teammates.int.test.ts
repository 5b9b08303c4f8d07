import { teammateJoined } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { fakeService } from '@parley/testkit/fakes';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

const held = new Map<string, number>();
const conversations = fakeService(ConversationsServiceService, {
  countActiveByTeammate: ({ userIds }) => ({
    held: userIds.flatMap((idUser) => (held.has(idUser) ? [{ idUser, held: held.get(idUser) ?? 0 }] : [])),
  }),
});

let team: TeamHarness;
beforeAll(async () => {
  team = await startTeamHarness({}, { fakes: { conversations } });
});
afterAll(() => team.stop());

it.each([
  { own: 2, project: 5, on: true, busyFrom: 2 },
  { own: 5, project: 2, on: true, busyFrom: 5 },
  { own: -1, project: 3, on: true, busyFrom: 3 },
  { own: -1, project: 3, on: false, busyFrom: undefined },
  { own: 0, project: 5, on: false, busyFrom: 0 },
  { own: null, project: 0, on: true, busyFrom: 0 },
])('applies one rule for who is busy everywhere: %j', async ({ own, project, on, busyFrom }) => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const project_user_id = linus.teammateId;
  await team.as(ada).patchProject({ 'settings.chat_limit_on': on, 'settings.max_agent_assigned_chat': project });

  for (const count of [busyFrom === undefined ? 1000 : busyFrom - 1, busyFrom ?? 1001]) {
    if (count < 0) continue;
    held.set(linus.id, count);
    const records = [
      (await team.as(ada).updateTeammate({ project_user_id, max_served_chat: own })).body,
      (await team.as(ada).listTeammates({ role: 'agent' })).body[0],
      (await team.as(ada).getTeammate({ project_user_id })).body,
      (await team.as(ada).getTeammateByUser({ user_id: linus.id })).body[0],
      (await team.as(linus).getOwnTeammate()).body[0],
      (await team.as(linus).updateOwnTeammate({ number_assigned_requests: 77, isBusy: 'x' })).body,
    ];
    const { body: available } = await team.as(linus).listAvailableTeammates({ raw: 'true' });
    expect(available.some(({ id }) => id === linus.id)).toBe(busyFrom === undefined || count < busyFrom);
    expect(records.map((record) => [record?.number_assigned_requests, record?.isBusy])).toEqual(
      Array(6).fill([count, busyFrom !== undefined && count >= busyFrom]),
    );
  }
});

it('filters a team by role, status and presence, and shows removed ones when asked to', async () => {
  const { ada } = await team.project();
  const [grace, linus, alan] = [
    await team.join(ada, 'Grace', 'admin'),
    await team.join(ada, 'Linus'),
    await team.join(ada, 'Alan'),
  ];
  await team.as(ada).updateTeammate({ project_user_id: linus.teammateId, status: 'disabled' });
  await team.as(ada).removeTeammate({ project_user_id: alan.teammateId });
  const ids = async (query: Record<string, unknown>) =>
    (await team.as(ada).listTeammates({ sortField: 'createdAt', direction: '1', ...query })).body.map(({ _id }) => _id);

  expect(await ids({})).toEqual([ada, grace, linus].map(({ teammateId }) => teammateId));
  expect(await ids({ role: 'admin, owner' })).toEqual([ada, grace].map(({ teammateId }) => teammateId));
  expect(await ids({ status: 'disabled' })).toEqual([linus.teammateId]);
  expect(await ids({ presencestatus: 'offline', status: 'active' })).toEqual(
    [ada, grace].map(({ teammateId }) => teammateId),
  );
  expect(await ids({ trashed: 'true', status: 'disabled' })).toEqual([linus, alan].map(({ teammateId }) => teammateId));
  expect(await ids({ role: 'superadmin' })).toEqual([]);
  expect((await team.as(ada).listTeammates({ sortField: 'email' })).status).toBe(422);
});

it('finds a teammate by address, and answers the same for strangers and unknown addresses', async () => {
  const { ada } = await team.project();
  const [linus, alan] = [await team.join(ada, 'Linus'), await team.join(ada, 'Alan')];
  await team.as(ada).removeTeammate({ project_user_id: alan.teammateId });
  const { ada: stranger } = await team.project();

  expect((await team.as(linus).searchTeammate({ email: ` ${ada.email?.toUpperCase()}` })).body).toEqual({
    _id: ada.id,
  });
  const refused = await Promise.all(
    [stranger.email, 'nobody@x.io', 'x', alan.email].map((email) => team.as(linus).searchTeammate({ email })),
  );
  for (const { status, body } of refused) expect([status, body.code]).toEqual([404, 'teammate_not_found']);
  expect((await team.as(linus).searchTeammate()).status).toBe(422);
});

it('creates a record for a visitor and announces it once', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus');

  const { status, body } = await team.as(linus).createVisitor({
    ...{ firstname: 'Vera', email: 'Vera@x.io', attributes: { a: 1 }, tags: ['vip'], role: 'owner', uuid_user: 'x' },
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ _id: expect.any(String), id: body._id, id_project: projectId, role: 'guest', roleType: 2 },
    ...{ uuid_user: expect.stringMatching(/^[0-9a-f-]{36}$/), profile: { firstname: 'Vera', email: 'vera@x.io' } },
    ...{ user_available: false, isAuthenticated: false, isBusy: false, presence: { status: 'offline' } },
    ...{ attributes: { a: 1 }, settings: {}, tags: [{ tag: 'vip' }], status: 'active', trashed: false },
    ...{ createdBy: linus.id, createdAt: expect.any(String), updatedAt: expect.any(String), __v: 0 },
  });
  const joined = (await team.outbox(teammateJoined)).filter(({ data }) => data.teammate._id === body._id);
  expect(joined.map(({ data, actor }) => [data.origin, actor])).toEqual([['created', `user:${linus.id}`]]);
  expect((await team.as(ada).listTeammates({ role: 'guest' })).body.map(({ _id }) => _id)).toEqual([body._id]);
  expect((await team.as(linus).createVisitor({ firstname: 'x'.repeat(65) })).status).toBe(422);
});

it('lists a team unpaged, in the requested order, and visitors in pages', async () => {
  const { projectId, ada } = await team.project();
  const [grace, linus] = [await team.join(ada, 'Grace', 'admin'), await team.join(ada, 'Linus')];
  for (let n = 0; n < 5; n++) await team.guest(projectId);

  const { body } = await team.as(linus).listTeammates({ sortField: 'createdAt', direction: '1' });
  expect(body.map(({ _id }) => _id)).toEqual([ada, grace, linus].map(({ teammateId }) => teammateId));
  expect(body[0]).toEqual({
    ...{ _id: ada.teammateId, id: ada.teammateId, id_project: projectId },
    id_user: { _id: ada.id, id: ada.id, email: ada.email, firstname: 'Ada', lastname: 'Byron' },
    ...{ role: 'owner', roleType: 1, user_available: true, presence: { status: 'offline' }, isAuthenticated: true },
    ...{
      number_assigned_requests: 0,
      isBusy: false,
      attributes: {},
      settings: {},
      tags: [],
      status: 'active',
      trashed: false,
    },
    ...{ createdBy: ada.id, createdAt: expect.any(String), updatedAt: expect.any(String), __v: 0 },
  });
  expect((await team.as(linus).listTeammates({ role: 'admin,owner' })).body.map(({ role }) => role).sort()).toEqual([
    'admin',
    'owner',
  ]);

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await team.as(linus).listTeammates({ role: 'guest', limit: 2, cursor });
    seen.push(...page.body.map(({ _id }) => _id));
    cursor = /cursor=([^&>]+)/.exec(page.headers.link ?? '')?.[1];
  } while (cursor);
  expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
});

it('shows the own record in an array of one, with the person as an id', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');

  const { body } = await team.as(linus).getOwnTeammate();

  expect(body).toEqual([expect.objectContaining({ _id: linus.teammateId, id_user: linus.id })]);
});
