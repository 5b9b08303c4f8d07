import { teammateAvailabilityChanged, teammateUpdated } from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

async function staffedProject() {
  const { projectId, ada } = await team.project();
  const [grace, linus] = [await team.join(ada, 'Grace', 'admin'), await team.join(ada, 'Linus')];
  return { projectId, ada, grace, linus };
}

const idOf = (actor: { teammateId?: string }) => ({ project_user_id: actor.teammateId });

it('ignores role and status in the own record, never as an error', async () => {
  const { linus } = await staffedProject();

  const { status, body } = await team
    .as(linus)
    .updateOwnTeammate({ role: 'owner', status: 'disabled', profileStatus: 'hi' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ role: 'agent', status: 'active', profileStatus: 'hi', id_user: linus.id });
});

it('lets agents change only themselves', async () => {
  const { ada, linus } = await staffedProject();

  for (const attempt of [
    await team.as(linus).updateTeammate({ ...idOf(linus), role: 'owner' }),
    await team.as(linus).removeTeammate(idOf(ada)),
    await team.as(linus).inviteTeammate({ email: 'x@x.io' }),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([403, 'role_too_low']);
  }
});

it('lets an admin neither appoint nor change owners, but all other roles', async () => {
  const { ada, grace, linus } = await staffedProject();

  for (const attempt of [
    await team.as(grace).updateTeammate({ ...idOf(grace), role: 'owner' }),
    await team.as(grace).updateTeammate({ ...idOf(linus), role: 'owner' }),
    await team.as(grace).updateTeammate({ ...idOf(ada), role: 'agent' }),
    await team.as(grace).updateTeammate({ ...idOf(ada), status: 'disabled' }),
    await team.as(grace).removeTeammate(idOf(ada)),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([403, 'owner_required']);
  }
  expect((await team.as(grace).updateTeammate({ ...idOf(linus), role: 'admin' })).body.role).toBe('admin');
  expect((await team.as(grace).updateTeammate({ ...idOf(ada), user_available: false })).body.user_available).toBe(
    false,
  );
});

it.each(['Owner', 'superadmin', '', ['owner'], 'guest'])('refuses %j as a role', async (role) => {
  const { ada, linus } = await staffedProject();

  const { status } = await team.as(ada).updateTeammate({ ...idOf(linus), role });

  expect(status).toBe(422);
});

it('gives a visitor only the roles of visitors', async () => {
  const { projectId, ada } = await staffedProject();
  const vera = await team.guest(projectId);
  const { body: found } = await team.as(ada).getTeammateByUser({ user_id: vera.actor.id });
  const project_user_id = found[0]?._id;

  expect((await team.as(ada).updateTeammate({ project_user_id, role: 'agent' })).status).toBe(422);
  expect((await team.as(ada).updateTeammate({ project_user_id, role: 'user' })).body).toMatchObject({
    ...{ role: 'user', isAuthenticated: true },
  });
});

it('never leaves a project without an active owner', async () => {
  const { projectId, ada } = await team.project();

  for (const attempt of [
    await team.as(ada).updateTeammate({ ...idOf(ada), role: 'admin' }),
    await team.as(ada).updateTeammate({ ...idOf(ada), status: 'disabled' }),
    await team.as(ada).removeTeammate(idOf(ada)),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([409, 'last_owner']);
  }

  for (let round = 0; round < 10; round++) {
    const { ada, ...here } = await team.project();
    const grace = await team.join(ada, 'Grace', 'owner');
    const answers = await Promise.all([
      team.as(ada).removeTeammate(idOf(grace)),
      team.as(grace).removeTeammate(idOf(ada)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await owners(here.projectId)).toBe(1);
  }
  expect(await owners(projectId)).toBe(1);
});

async function owners(projectId: string): Promise<number | undefined> {
  const [row] = await team.db.query<{ count: number }>(
    `SELECT count(*) AS count FROM teammates WHERE id_project = $1 AND role = 'owner' AND status = 'active' AND NOT trashed`,
    [projectId],
  );
  return row?.count;
}

it('announces availability by its own event with its author, and nothing without a change', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const ofLinus = async () => await team.outbox(teammateAvailabilityChanged, projectId);

  await team.as(linus).updateOwnTeammate({ user_available: false });
  await team.as(linus).updateOwnTeammate({ user_available: false });
  await team.as(ada).updateTeammate({ ...idOf(linus), user_available: true, attributes: { updateType: 'self' } });

  const events = await ofLinus();
  expect(events.map(({ data, aggregateversion }) => [data.user_available, data.updateType, aggregateversion])).toEqual([
    [false, 'self', 1],
    [true, 'other', 2],
  ]);
  expect(events[0]?.data).toMatchObject({
    ...{ previous: { user_available: true }, source: 'updateOwnTeammate' },
    teammate: { _id: linus.teammateId, id_user: { _id: linus.id, email: linus.email }, __v: 1 },
  });
  const updated = await team.outbox(teammateUpdated, projectId);
  const changes = updated.map(({ data, aggregateversion }) => [data.changes, data.source, aggregateversion]);
  expect(changes).toEqual([[['attributes'], 'updateTeammate', 2]]);
});

it('keeps an unavailable teammate unavailable when other fields change', async () => {
  const { ada, linus } = await staffedProject();
  await team.as(linus).updateOwnTeammate({ user_available: false });

  await team.as(linus).updateOwnTeammate({ attributes: { a: 1 } });
  await team.as(ada).updateTeammate({ ...idOf(linus), max_served_chat: 3 });

  const { body } = await team.as(linus).getOwnTeammate();
  expect(body).toEqual([expect.objectContaining({ user_available: false, max_served_chat: 3, __v: 3 })]);
});

it.each([
  [{ max_served_chat: 4 }, 4],
  [{ max_assigned_chat: 5 }, 5],
  [{ max_served_chat: 6, max_assigned_chat: 6 }, 6],
  [{ max_served_chat: -1 }, undefined],
  [{ max_served_chat: null }, undefined],
])('keeps one limit under two names: %j', async (sent, kept) => {
  const { linus } = await staffedProject();
  await team.as(linus).updateOwnTeammate({ max_served_chat: 9 });

  const { body } = await team.as(linus).updateOwnTeammate(sent);

  expect([body.max_served_chat, body.max_assigned_chat]).toEqual([kept, kept]);
});

it.each([
  { max_served_chat: 1, max_assigned_chat: 2 },
  { max_served_chat: -2 },
  { max_served_chat: 1001 },
  { user_available: 'yes' },
  { profileStatus: 'x'.repeat(65) },
  { attributes: { a: 'x'.repeat(17_000) } },
  { tags: Array(51).fill('x') },
  { 'settings.x': 'x'.repeat(17_000) },
])('refuses a faulty update', async (sent) => {
  const { linus } = await staffedProject();

  expect((await team.as(linus).updateOwnTeammate(sent)).status).toBe(422);
});

it('sets settings whole or one by one, and tags by their text', async () => {
  const { linus } = await staffedProject();

  await team.as(linus).updateOwnTeammate({ settings: { a: 1, b: 2 } });
  const { body } = await team
    .as(linus)
    .updateOwnTeammate({ 'settings.b': 3, tags: ['vip', { tag: 'x', color: '#fff' }] });

  expect(body.settings).toEqual({ a: 1, b: 3 });
  expect(body.tags).toEqual([{ tag: 'vip' }, { tag: 'x', color: '#fff' }]);
});

it('refuses a stale If-Match and stores nothing', async () => {
  const { linus } = await staffedProject();
  await team.as(linus).updateOwnTeammate({ profileStatus: 'one' });

  const { status, body } = await team
    .as(linus)
    .updateOwnTeammate({ profileStatus: 'two' }, { headers: { 'if-match': '"0"' } });

  expect([status, body.code]).toEqual([412, 'version_mismatch']);
  expect((await team.as(linus).getOwnTeammate()).body[0]?.profileStatus).toBe('one');
});

it.each(['x', 'z'.repeat(24), 'a'.repeat(25), '\u0000', '{"$ne":1}'])('answers 404 for %j as an id', async (id) => {
  const { ada } = await staffedProject();

  const answers = [
    await team.as(ada).getTeammate({ project_user_id: id }),
    await team.as(ada).getTeammateByUser({ user_id: id }),
    await team.as(ada).updateTeammate({ project_user_id: id, role: 'agent' }),
    await team.as(ada).removeTeammate({ project_user_id: id }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

it('answers 404 for a record of another project, which stays as it is', async () => {
  const [mine, theirs] = [await staffedProject(), await staffedProject()];
  const before = (await team.as(theirs.ada).getTeammate(idOf(theirs.linus))).body;

  const answers = [
    await team.as(mine.ada).getTeammate(idOf(theirs.linus)),
    await team.as(mine.ada).getTeammateByUser({ user_id: theirs.linus.id }),
    await team.as(mine.ada).updateTeammate({ ...idOf(theirs.linus), role: 'admin' }),
    await team.as(mine.ada).removeTeammate(idOf(theirs.linus)),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await team.as(theirs.ada).getTeammate(idOf(theirs.linus))).body).toEqual(before);
});
