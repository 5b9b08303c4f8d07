import { groupCreated, groupDeleted, groupUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

async function staffedProject() {
  const { projectId, ada } = await team.project();
  return { projectId, ada, linus: await team.join(ada, 'Linus'), alan: await team.join(ada, 'Alan') };
}

it('creates a group of teammates without duplicates, and announces it', async () => {
  const { projectId, ada, linus, alan } = await staffedProject();

  const { status, body } = await team.as(ada).createGroup({
    ...{ name: ' Night shift ', members: [alan.id, linus.id, alan.id], attributes: { a: 1 }, enabled: false },
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ _id: expect.any(String), id: body._id, id_project: projectId, name: 'Night shift', enabled: true },
    ...{ members: [linus.id, alan.id].sort(), trashed: false, attributes: { a: 1 }, createdBy: ada.id },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String), __v: 0 },
  });
  expect((await team.as(linus).getGroup({ group_id: body._id })).body).toEqual(body);
  expect((await team.outbox(groupCreated, projectId)).map(({ data }) => data.group)).toEqual([body]);
});

it('refuses members who are not active teammates, and names them', async () => {
  const { projectId, ada, linus, alan } = await staffedProject();
  const vera = await team.guest(projectId);
  const { ada: stranger } = await team.project();
  await team.as(ada).removeTeammate({ project_user_id: alan.teammateId });
  const { body: group } = await team.as(ada).createGroup({ name: 'G', members: [linus.id] });
  const strangers = [alan.id, vera.actor.id, stranger.id, 'x'];

  for (const attempt of [
    await team.as(ada).createGroup({ name: 'H', members: [linus.id, ...strangers] }),
    await team.as(ada).updateGroup({ group_id: group._id, members: [linus.id, ...strangers] }),
  ]) {
    expect(attempt).toMatchObject({ status: 422, body: { code: 'not_a_teammate' } });
    expect('ids' in attempt.body && [...(attempt.body.ids as string[])].sort()).toEqual([...strangers].sort());
  }
  expect((await team.as(ada).getGroup({ group_id: group._id })).body).toEqual(group);
});

it.each([{}, { name: '' }, { name: 'x'.repeat(129) }, { name: 'x', members: 'x' }, { name: 'x', members: [7] }])(
  'refuses %j',
  async (body) => {
    const { ada } = await team.project();
    expect((await team.as(ada).createGroup(body)).status).toBe(422);
  },
);

it('changes what is sent and announces the changes, and nothing without a change', async () => {
  const { projectId, ada, linus, alan } = await staffedProject();
  const { body: made } = await team.as(ada).createGroup({ name: 'G', members: [linus.id], attributes: { a: 1 } });
  const group_id = made._id;

  await team.as(ada).updateGroup({ group_id, members: [linus.id], name: null, trashed: false });
  await team.as(ada).updateGroup({ group_id, members: [alan.id, linus.id] });
  const { body } = await team.as(ada).updateGroup({ group_id, name: 'H', members: [alan.id] });

  expect(body).toMatchObject({ name: 'H', members: [alan.id], attributes: { a: 1 }, __v: 2 });
  const updated = await team.outbox(groupUpdated, projectId);
  expect(updated.map(({ data, aggregateversion }) => [data.changes, aggregateversion])).toEqual([
    [['members'], 1],
    [['name', 'members'], 2],
  ]);
  const stale = await team.as(ada).updateGroup({ group_id, name: 'I' }, { headers: { 'if-match': '"1"' } });
  expect(stale.status).toBe(412);
});

it('lists living groups, and those of a member', async () => {
  const { ada, linus, alan } = await staffedProject();
  const [one, two, gone] = await Promise.all([
    team.as(ada).createGroup({ name: 'one', members: [linus.id] }),
    team.as(ada).createGroup({ name: 'two', members: [linus.id, alan.id] }),
    team.as(ada).createGroup({ name: 'gone', members: [alan.id] }),
  ]);
  await team.as(ada).deleteGroup({ group_id: gone.body._id });
  const names = async (query: Record<string, unknown>) =>
    (await team.as(linus).listGroups({ sortField: 'name', direction: '1', ...query })).body.map(({ name }) => name);

  expect(await names({})).toEqual(['one', 'two']);
  expect(await names({ member: alan.id })).toEqual(['two']);
  expect(await names({ member: 'x' })).toEqual([]);
  const first = await team.as(linus).listGroups({ sortField: 'name', direction: '1', limit: 1 });
  expect(first.body).toEqual([one.body]);
  const cursor = /cursor=([^&>]+)/.exec(first.headers.link ?? '')?.[1];
  expect((await team.as(linus).listGroups({ cursor, limit: 1 })).body).toEqual([two.body]);
});

it('lets admins write, and no lower role', async () => {
  const { ada, linus } = await staffedProject();
  const { body: group } = await team.as(ada).createGroup({ name: 'G' });
  const group_id = group._id;

  for (const attempt of [
    await team.as(linus).createGroup({ name: 'H' }),
    await team.as(linus).updateGroup({ group_id, members: [linus.id] }),
    await team.as(linus).enableGroup({ group_id }),
    await team.as(linus).disableGroup({ group_id }),
    await team.as(linus).deleteGroup({ group_id }),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([403, 'role_too_low']);
  }
});

it('switches a group off and on, and keeps one on that a department uses', async () => {
  const { projectId, ada } = await staffedProject();
  const { body: group } = await team.as(ada).createGroup({ name: 'G' });
  const group_id = group._id;

  expect((await team.as(ada).disableGroup({ group_id })).body).toMatchObject({ enabled: false, __v: 1 });
  expect((await team.as(ada).disableGroup({ group_id })).body).toMatchObject({ enabled: false, __v: 1 });
  expect((await team.as(ada).enableGroup({ group_id })).body).toMatchObject({ enabled: true, __v: 2 });
  const { body: department } = await team.as(ada).createDepartment({ name: 'D', groups: [{ group_id }] });
  for (const attempt of [await team.as(ada).disableGroup({ group_id }), await team.as(ada).deleteGroup({ group_id })]) {
    expect(attempt).toMatchObject({ status: 409, body: { code: 'group_in_use', conflict: department._id } });
  }
  expect((await team.as(ada).getGroup({ group_id })).body).toMatchObject({ enabled: true, trashed: false, __v: 2 });
  expect(await team.outbox(groupDeleted, projectId)).toEqual([]);
});

it('removes a group, restores it, and erases it when forced to', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const { body: group } = await team.as(ada).createGroup({ name: 'G', members: [linus.id] });
  const group_id = group._id;

  const removed = await team.as(ada).deleteGroup({ group_id });
  expect(removed.body).toMatchObject({ _id: group_id, trashed: true, enabled: false, __v: 1 });
  for (const attempt of [
    await team.as(ada).getGroup({ group_id }),
    await team.as(ada).updateGroup({ group_id, name: 'H' }),
    await team.as(ada).enableGroup({ group_id }),
    await team.as(ada).deleteGroup({ group_id, force: 'true' }),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([404, 'group_not_found']);
  }
  expect((await team.as(ada).updateGroup({ group_id, trashed: true })).status).toBe(422);
  const restored = await team.as(ada).updateGroup({ group_id, trashed: false });
  expect(restored.body).toMatchObject({ trashed: false, enabled: true, members: [linus.id], __v: 2 });

  await team.as(ada).deleteGroup({ group_id, force: 'true' });
  expect((await team.as(ada).updateGroup({ group_id, trashed: false })).status).toBe(404);
  expect(await team.db.query('SELECT 1 FROM group_members WHERE id_group = $1', [group_id])).toEqual([]);
  expect((await team.outbox(groupDeleted, projectId)).map(({ aggregateversion }) => aggregateversion)).toEqual([1, 3]);
});

it('removes a removed teammate from every group, even one they are added to concurrently', async () => {
  for (let round = 0; round < 8; round++) {
    const { ada, linus } = await staffedProject();
    const { body: group } = await team.as(ada).createGroup({ name: 'G', members: round % 2 ? [linus.id] : [] });
    const group_id = group._id;

    const [removed, added] = await Promise.all([
      team.as(ada).removeTeammate({ project_user_id: linus.teammateId }),
      team.as(ada).updateGroup({ group_id, members: [linus.id], attributes: { round } }),
    ]);

    expect(removed.status).toBe(200);
    expect([200, 422]).toContain(added.status);
    expect((await team.as(ada).getGroup({ group_id })).body.members).toEqual([]);
  }
});

it('never leaves a department with a group that was removed at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const { projectId, ada } = await team.project();
    const { body: group } = await team.as(ada).createGroup({ name: 'G' });
    const { body: department } = await team.as(ada).createDepartment({ name: 'D' });

    const answers = await Promise.all([
      team.as(ada).deleteGroup({ group_id: group._id }),
      round % 2
        ? team.as(ada).updateDepartment({ department_id: department._id, id_group: group._id })
        : team.as(ada).createDepartment({ name: 'E', groups: [{ group_id: group._id }] }),
    ]);

    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual(answers.map(({ status }) => status));
    const { groups } = await team.directory.getRoutingContext({ idProject: projectId, idDepartment: department._id });
    const { body: kept } = await team.as(ada).listAllDepartments();
    const used = kept.some(({ id_group, groups }) => id_group !== undefined || groups.length > 0);
    expect(used).toBe(answers[0]?.status === 409);
    expect(groups.every(({ id }) => id === group._id)).toBe(true);
  }
});

it.each(['x', 'z'.repeat(24), 'a'.repeat(25), '\u0000', '{"$ne":1}', newId()])(
  'answers 404 for %j as an id',
  async (id) => {
    const { ada } = await team.project();
    const group_id = id;
    const answers = [
      await team.as(ada).getGroup({ group_id }),
      await team.as(ada).updateGroup({ group_id, name: 'x' }),
      await team.as(ada).enableGroup({ group_id }),
      await team.as(ada).disableGroup({ group_id }),
      await team.as(ada).deleteGroup({ group_id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([404, 'group_not_found']));
    expect((await team.as(ada).listGroups()).body).toEqual([]);
  },
);

it('answers 404 for a group of another project, which stays as it is', async () => {
  const [mine, theirs] = [await staffedProject(), await staffedProject()];
  const { body: group } = await team.as(theirs.ada).createGroup({ name: 'G', members: [theirs.linus.id] });
  const group_id = group._id;

  const answers = [
    await team.as(mine.ada).getGroup({ group_id }),
    await team.as(mine.ada).updateGroup({ group_id, members: [] }),
    await team.as(mine.ada).disableGroup({ group_id }),
    await team.as(mine.ada).deleteGroup({ group_id, force: 'true' }),
  ];

  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(404));
  expect((await team.as(theirs.ada).getGroup({ group_id })).body).toEqual(group);
});
