import { departmentCreated, departmentUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { anonymous, nextQueryOf } from '@parley/testkit';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

it('creates a department with defaults and announces it', async () => {
  const { projectId, ada } = await team.project();

  const { status, body } = await team.as(ada).createDepartment({ name: ' Sales ', online_msg: 'hi', tags: ['x'] });

  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ _id: expect.any(String), id: expect.any(String), id_project: projectId, name: 'Sales', online_msg: 'hi' },
    ...{ routing: 'pooled', groups: [], default: false, status: 1, hasBot: false, tags: [{ tag: 'x' }] },
    ...{ createdBy: ada.id, createdAt: expect.any(String), updatedAt: expect.any(String), __v: 0 },
  });
  const created = await team.outbox(departmentCreated, projectId);
  expect(created.map(({ data }) => [data.department.name, data.origin])).toEqual([
    ['Default Department', 'project'],
    ['Sales', undefined],
  ]);
});

it('keeps exactly one default department under concurrent creations', async () => {
  const { projectId, ada } = await team.project();

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => team.as(ada).createDepartment({ name: `d${n}`, default: true })),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { body } = await team.as(ada).listAllDepartments();
  expect(body.filter((department) => department.default)).toHaveLength(1);
  const updated = await team.outbox(departmentUpdated, projectId);
  expect(updated.map(({ data }) => data.changes)).toEqual(Array(10).fill(['default']));
});

it('shows strangers and visitors visible departments only, and of those only what is public', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).createDepartment({ name: 'hidden', status: 0 });
  await team.as(ada).createDepartment({ name: 'Arrivals', description: 'd' });
  const { actor: vera } = await team.guest(projectId);

  for (const stranger of [anonymous, vera]) {
    const { body } = await team.as(stranger).listDepartments({ id_project: projectId, sort: 'name' });
    expect(body.map(({ name }) => name)).toEqual(['Arrivals', 'Default Department']);
    expect(Object.keys(body[0] ?? {}).sort()).toEqual(
      ['_id', 'id', 'id_project', 'name', 'description', 'default', 'status', 'hasBot'].sort(),
    );
  }
  expect((await team.as(ada).listDepartments()).body[0]).toHaveProperty('routing');
  expect((await team.as(ada).listAllDepartments({ sort: 'x' })).body.map(({ name }) => name)).toEqual([
    'Arrivals',
    'Default Department',
    'hidden',
  ]);
});

it('finds a department by id or as the default one, hidden ones for agents only', async () => {
  const { projectId, ada } = await team.project();
  const { body: hidden } = await team.as(ada).createDepartment({ name: 'hidden', status: -1 });
  const linus = await team.join(ada, 'Linus');

  const byDefault = await team.as(anonymous).getDepartment({ id_project: projectId, department_id: 'default' });
  expect(byDefault.body.name).toBe('Default Department');
  expect((await team.as(linus).getDepartment({ department_id: hidden._id })).body.name).toBe('hidden');
  const refused = await team.as(anonymous).getDepartment({ id_project: projectId, department_id: hidden._id });
  expect([refused.status, refused.body.code]).toEqual([404, 'department_not_found']);
});

it('pages by cursor in the requested order', async () => {
  const { ada } = await team.project();
  for (const name of ['Dogs', 'Ants', 'Bees']) await team.as(ada).createDepartment({ name });
  const names: string[][] = [];

  let query: Record<string, string> = { sort: 'name', limit: '2' };
  for (let more = true; more; more = 'cursor' in query) {
    const page = await team.as(ada).listAllDepartments({}, { query });
    names.push(page.body.map(({ name }) => name));
    query = nextQueryOf(page);
  }

  expect(names).toEqual([
    ['Ants', 'Bees'],
    ['Default Department', 'Dogs'],
  ]);
  const second = await team.as(ada).listDepartments({ limit: 2, page: 1 });
  expect(second.body.map(({ name }) => name)).toEqual(['Ants', 'Bees']);
});

it('answers 404 for projects and departments that are not there', async () => {
  const { projectId, ada } = await team.project();
  const other = await team.project();
  const { body: theirs } = await team.as(other.ada).createDepartment({ name: 'theirs' });

  expect((await team.as(anonymous).listDepartments({ id_project: newId() })).body.code).toBe('project_not_found');
  for (const department_id of ['x', '\u0000', newId(), theirs._id]) {
    expect((await team.as(ada).getDepartment({ department_id })).status).toBe(404);
  }
  expect((await team.as(ada).listAllDepartments()).body.every(({ id_project }) => id_project === projectId)).toBe(true);
});

it.each([
  {},
  { name: 'x', routing: 'random' },
  { name: 'x', status: 2 },
  { name: 'x', groups: [{ group_id: 'x', percentage: 101 }] },
  { name: 'x', id_group: newId() },
])('refuses %j', async (body) => {
  const { ada } = await team.project();

  expect((await team.as(ada).createDepartment(body)).status).toBe(422);
});

it('lets admins create departments, and no lower role', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');

  expect((await team.as(linus).createDepartment({ name: 'x' })).body.code).toBe('role_too_low');
});
