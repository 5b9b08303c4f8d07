import { departmentCreated, projectCreated, teammateJoined } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

let team: TeamHarness;
beforeAll(async () => {
  team = await startTeamHarness({ MAX_OWNED_PROJECTS: '3' });
});
afterAll(() => team.stop());

it('creates a project with its owner and default department', async () => {
  const ada = await team.person('Ada');

  const { status, body, headers } = await team.as(ada).createProject({ name: ' Acme ', attributes: { plan: 'x' } });

  expect(status).toBe(200);
  expect(headers.etag).toBe('"0"');
  expect(body).toEqual({
    ...{ _id: body.id, id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'Acme', status: 100, __v: 0 },
    ...{ activeOperatingHours: false, settings: {}, widget: {}, attributes: { plan: 'x' } },
    ...{ channels: [{ name: 'chat21' }], ipFilterEnabled: false, ipFilter: [], ipFilterDenyEnabled: false },
    ...{ ipFilterDeny: [], bannedUsers: [], profile: { name: 'Custom', type: 'payment' } },
    ...{ trialExpired: false, trialDaysLeft: 0, isActiveSubscription: true },
    ...{ createdBy: ada.id, createdAt: expect.any(String), updatedAt: expect.any(String) },
  });

  const member = await team.member(body._id, ada);
  expect(member.role).toBe('owner');
  const { body: departments } = await team.as(member).listDepartments();
  expect(departments).toEqual([
    expect.objectContaining({
      name: 'Default Department',
      routing: 'assigned',
      default: true,
      status: 1,
      hasBot: false,
    }),
  ]);
});

it('announces the project, its owner and its department with the change, each once', async () => {
  const { projectId, ada } = await team.project('Announced');

  const created = await team.outbox(projectCreated, projectId);
  const joined = await team.outbox(teammateJoined, projectId);
  const departments = await team.outbox(departmentCreated, projectId);
  expect(created.map(({ data, actor }) => [data.owner, data.project.name, actor])).toEqual([
    [ada.id, 'Announced', `user:${ada.id}`],
  ]);
  expect(joined.map(({ data }) => [data.origin, data.teammate.role, data.teammate.user_available])).toEqual([
    ['project', 'owner', true],
  ]);
  expect(departments.map(({ data }) => [data.origin, data.department.default])).toEqual([['project', true]]);
});

it('refuses projects beyond the limit per owner under concurrent calls', async () => {
  const ada = await team.person('Ada');

  const answers = await Promise.all(Array.from({ length: 6 }, () => team.as(ada).createProject({ name: 'Acme' })));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.code).toBe('limit_reached');
});

it.each([
  ['no name', {}],
  ['an empty name', { name: '  ' }],
  ['a long name', { name: 'x'.repeat(129) }],
  ['a name that cannot be stored', { name: 'a\u0000b' }],
  ['attributes that are no object', { name: 'x', attributes: [] }],
])('refuses %s', async (_, body) => {
  const { status, body: problem } = await team.as(await team.person('Ada')).createProject(body);

  expect([status, problem.code]).toEqual([422, 'validation_failed']);
});

it('lets only ordinary users create projects', async () => {
  const { projectId } = await team.project();
  for (const kind of ['provisioned', 'guest', 'external', 'bot', 'subscription'] as const) {
    const { status, body } = await team
      .as({ kind, id: newId(), projectId, role: 'agent' })
      .createProject({ name: 'x' });
    expect([kind, status, body.code]).toEqual([kind, 403, 'users_only']);
  }
  expect((await team.open.createProject({ name: 'x' })).status).toBe(401);
});

it('lists the projects a person is an active teammate of, newest change first, in pages', async () => {
  const ada = await team.person('Ada');
  for (const name of ['one', 'two', 'three']) await team.as(ada).createProject({ name });
  const { projectId } = await team.project('of a stranger');

  const all = await team.as(ada).listProjects();
  expect(all.body.map(({ id_project, id_user }) => [id_project.name, id_user])).toEqual([
    ['three', ada.id],
    ['two', ada.id],
    ['one', ada.id],
  ]);
  expect(JSON.stringify(all.body)).not.toContain(projectId);

  const first = await team.as(ada).listProjects({ limit: 2 });
  const cursor = /cursor=([^&>]+)/.exec(first.headers.link ?? '')?.[1];
  const second = await team.as(ada).listProjects({ limit: 2, cursor });
  expect([first.body.length, second.body.map(({ id_project }) => id_project.name)]).toEqual([2, ['one']]);
  expect(second.headers.link).toBeUndefined();
});

it('shows admins what agents do not see of a project', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).patchProject({ 'settings.email': { config: { host: 'mail', pass: 'hidden-password' } } });
  const linus = await team.join(ada, 'Linus');

  const { body: seen } = await team.as(linus).getProject();
  expect(seen).toMatchObject({ _id: projectId, settings: {} });
  for (const name of ['ipFilter', 'ipFilterEnabled', 'ipFilterDeny', 'ipFilterDenyEnabled', 'bannedUsers']) {
    expect(seen).not.toHaveProperty(name);
  }
  const { body: whole } = await team.as(ada).getProject();
  expect(whole.settings).toEqual({ email: { config: { host: 'mail' } } });
  expect(whole.bannedUsers).toEqual([]);
});
