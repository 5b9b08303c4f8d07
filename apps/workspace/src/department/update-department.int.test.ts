import { botDeleted, departmentDeleted, departmentUpdated } from '@parley/contracts';
import { type Bot, BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';
import { fakeService } from '@parley/testkit/fakes';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

const known = new Map<string, Bot>();
const bots = fakeService(BotsServiceService, {
  getBots: ({ idProject, ids }) => ({ bots: ids.flatMap((id) => known.get(`${idProject}/${id}`) ?? []) }),
});

let team: TeamHarness;
beforeAll(async () => {
  team = await startTeamHarness({}, { fakes: { bots } });
});
afterAll(() => team.stop());

function bot(projectId: string, facts: { trashed?: boolean } = {}): string {
  const id = newId();
  known.set(`${projectId}/${id}`, { id, name: 'Robbie', trashed: false, recordJson: '{}', version: 0, ...facts });
  return id;
}

async function staffedProject() {
  const { projectId, ada } = await team.project();
  const { body: department } = await team.as(ada).createDepartment({ name: 'Sales' });
  return { projectId, ada, department, department_id: department._id };
}

it('changes what is sent, clears what is null, and keeps the rest', async () => {
  const { projectId, ada, department, department_id } = await staffedProject();
  const { body: group } = await team.as(ada).createGroup({ name: 'G' });
  const id_bot = bot(projectId);
  const full = {
    ...{ description: 'd', routing: 'assigned', status: 0, online_msg: 'on', offline_msg: 'off', bot_only: true },
    ...{ id_bot, id_group: group._id, groups: [{ group_id: group._id, percentage: 40 }], tags: ['x'] },
  };

  const changed = await team
    .as(ada)
    .updateDepartment({ department_id, ...full, hasBot: false, __v: 7, id_project: projectId });

  expect(changed.body).toEqual({
    ...{ ...department, ...full, hasBot: true, tags: [{ tag: 'x' }], updatedAt: expect.any(String), __v: 1 },
    groups: [{ _id: expect.any(String), group_id: group._id, percentage: 40 }],
  });
  const again = await team.as(ada).patchDepartment({ department_id, ...full, name: null });
  expect(again.body).toEqual(changed.body);
  const cleared = await team.as(ada).patchDepartment({
    ...{
      department_id,
      id_bot: null,
      id_group: null,
      groups: null,
      description: null,
      online_msg: null,
      offline_msg: '',
    },
  });
  const { description: _d, online_msg: _on, offline_msg: _off, id_bot: _b, id_group: _g, ...kept } = changed.body;
  expect(cleared.body).toEqual({ ...kept, hasBot: false, groups: [], updatedAt: expect.any(String), __v: 2 });
  const updated = await team.outbox(departmentUpdated, projectId);
  expect(updated.map(({ data }) => data.changes)).toEqual([
    [
      ...['description', 'routing', 'id_bot', 'bot_only', 'id_group', 'groups'],
      ...['online_msg', 'offline_msg', 'status', 'tags'],
    ],
    ['description', 'id_bot', 'id_group', 'groups', 'online_msg', 'offline_msg'],
  ]);
});

it('refuses bots and groups that do not live in the project', async () => {
  const { projectId, ada, department, department_id } = await staffedProject();
  const other = await team.project();
  const theirs = (await team.as(other.ada).createGroup({ name: 'G' })).body._id;
  const gone = (await team.as(ada).createGroup({ name: 'G' })).body._id;
  await team.as(ada).deleteGroup({ group_id: gone });

  for (const [param, faulty] of [
    ['id_bot', { id_bot: 'x' }],
    ['id_bot', { id_bot: bot(other.projectId) }],
    ['id_bot', { id_bot: bot(projectId, { trashed: true }) }],
    ['id_group', { id_group: theirs }],
    ['id_group', { id_group: gone }],
    ['groups.0.group_id', { groups: [{ group_id: theirs }] }],
  ] as const) {
    for (const attempt of [
      await team.as(ada).updateDepartment({ department_id, ...faulty }),
      await team.as(ada).createDepartment({ name: 'x', ...faulty }),
    ]) {
      expect([attempt.status, attempt.body.errors?.map((fault) => fault.param)]).toEqual([422, [param]]);
    }
  }
  expect((await team.as(ada).getDepartment({ department_id })).body).toEqual(department);
});

it('cannot check a bot while the bots service does not answer, but reads succeed', async () => {
  const alone = await startTeamHarness();
  const { ada } = await alone.project();

  const { status, body } = await alone.as(ada).createDepartment({ name: 'x', id_bot: newId() });

  expect([status, body.code]).toEqual([503, 'dependency_down']);
  expect((await alone.as(ada).listDepartments()).body).toHaveLength(1);
  await alone.stop();
});

it('loses a bot that is deleted, and nothing else', async () => {
  const { projectId, ada, department_id } = await staffedProject();
  const id_bot = bot(projectId);
  await team.as(ada).updateDepartment({ department_id, id_bot });
  const { body: before } = await team.as(ada).getDepartment({ department_id });
  const record = {
    _id: id_bot,
    id: id_bot,
    __v: 1,
    id_project: projectId,
    name: 'Robbie',
    type: 'internal',
    trashed: true,
  };
  const written = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };

  const event = botDeleted({ bot: { ...record, ...written }, wasTrashed: true });
  const aggregate = { noun: 'bot', id: id_bot, version: 1 };
  await team.db.transaction(() => appendToOutbox(team.db, [{ event, aggregate, projectId, actor: 'system' }]));
  await team.settled();

  const { id_bot: _gone, ...kept } = before as typeof before & { id_bot: string };
  expect((await team.as(ada).getDepartment({ department_id })).body).toEqual({
    ...{ ...kept, hasBot: false, updatedAt: expect.any(String), __v: 2 },
  });
  expect((await team.outbox(departmentUpdated, projectId)).at(-1)?.data.changes).toEqual(['id_bot']);
});

it('has exactly one default department under concurrent changes', async () => {
  const { projectId, ada } = await team.project();
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) => team.as(ada).createDepartment({ name: `d${n}` })),
  );
  const marks: number[] = [];
  const watch = async () => {
    const { body } = await team.as(ada).listAllDepartments();
    marks.push(body.filter((department) => department.default).length);
  };

  const answers = await Promise.all(
    made.flatMap(({ body }) => [
      team
        .as(ada)
        .updateDepartment({ department_id: body._id, default: true })
        .then(({ status }) => status),
      watch().then(() => 200),
    ]),
  );

  expect(answers).toEqual(Array(20).fill(200));
  await watch();
  expect(marks).toEqual(Array(11).fill(1));
  const updated = await team.outbox(departmentUpdated, projectId);
  expect(updated.map(({ data }) => data.department.default)).toEqual(Array.from({ length: 20 }, (_, n) => n % 2 === 1));
});

it('keeps its default department: it can be neither unset nor deleted', async () => {
  const { ada } = await staffedProject();
  const department_id = 'default';

  for (const attempt of [
    await team.as(ada).updateDepartment({ department_id, default: false }),
    await team.as(ada).patchDepartment({ department_id, name: 'x', default: false }),
    await team.as(ada).deleteDepartment({ department_id }),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([409, 'default_department']);
  }
  expect((await team.as(ada).getDepartment({ department_id })).body).toMatchObject({ default: true, __v: 0 });
});

it('deletes a department and announces it', async () => {
  const { projectId, ada, department, department_id } = await staffedProject();

  const stale = await team.as(ada).deleteDepartment({ department_id }, { headers: { 'if-match': '"7"' } });
  expect(stale.status).toBe(412);
  const { status, body } = await team.as(ada).deleteDepartment({ department_id });

  expect([status, body._id, body.name]).toEqual([200, department_id, department.name]);
  const deleted = await team.outbox(departmentDeleted, projectId);
  expect(deleted.map(({ data, aggregateversion }) => [data.department._id, aggregateversion])).toEqual([
    [department_id, 1],
  ]);
  expect((await team.as(ada).deleteDepartment({ department_id })).status).toBe(404);
});

it('has no candidates for a department with a disabled group, without an error', async () => {
  const { projectId, ada, department_id } = await staffedProject();
  const { body: group } = await team.as(ada).createGroup({ name: 'G', members: [ada.id] });
  await team.as(ada).disableGroup({ group_id: group._id });
  await team.as(ada).updateDepartment({ department_id, id_group: group._id });

  const { body } = await team.as(ada).listAvailableTeammates({ department: department_id, raw: 'true' });
  expect(body).toEqual([]);
  const { groups } = await team.directory.getRoutingContext({ idProject: projectId, idDepartment: department_id });
  expect(groups).toMatchObject([{ id: group._id, enabled: false, memberIds: [] }]);
});

it.each(['x', 'z'.repeat(24), 'a'.repeat(25), '\u0000', '{"$ne":1}', newId()])(
  'answers 404 for %j as an id',
  async (id) => {
    const { ada } = await team.project();
    const answers = [
      await team.as(ada).getDepartment({ department_id: id }),
      await team.as(ada).updateDepartment({ department_id: id, name: 'x' }),
      await team.as(ada).patchDepartment({ department_id: id, name: 'x' }),
      await team.as(ada).deleteDepartment({ department_id: id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([404, 'department_not_found']),
    );
    expect((await team.as(ada).listAllDepartments()).body).toHaveLength(1);
  },
);

it('answers 404 for a department of another project, which stays as it is', async () => {
  const [mine, theirs] = [await staffedProject(), await staffedProject()];
  const { department_id } = theirs;

  const answers = [
    await team.as(mine.ada).getDepartment({ department_id }),
    await team.as(mine.ada).updateDepartment({ department_id, default: true }),
    await team.as(mine.ada).deleteDepartment({ department_id }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect((await team.as(theirs.ada).getDepartment({ department_id })).body).toEqual(theirs.department);
});

it('lets admins change or delete one, and no lower role', async () => {
  const { ada, department_id } = await staffedProject();
  const linus = await team.join(ada, 'Linus');

  for (const attempt of [
    await team.as(linus).updateDepartment({ department_id, name: 'x' }),
    await team.as(linus).deleteDepartment({ department_id }),
  ]) {
    expect([attempt.status, attempt.body.code]).toEqual([403, 'role_too_low']);
  }
});
