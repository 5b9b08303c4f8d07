import type { Actor } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { newId } from '@parley/service-kit/call';
import { anonymous } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

/** Number of active conversations, by user id. */
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

async function staffedProject() {
  const { projectId, ada } = await team.project();
  await team.as(ada).updateOwnTeammate({ user_available: false });
  return { projectId, ada, linus: await team.join(ada, 'Linus'), alan: await team.join(ada, 'Alan') };
}

async function availables(projectId: string, query: Record<string, string> = {}, as: Actor = anonymous) {
  const { status, body } = await team.as(as).listAvailableTeammates({ id_project: projectId, ...query });
  return status === 200 ? body.map(({ firstname }) => firstname).sort() : String(body.code);
}

it('lists available teammates, without disabled or removed ones and visitors', async () => {
  const { projectId, ada, linus, alan } = await staffedProject();
  await team.guest(projectId);
  expect(await availables(projectId)).toEqual(['Alan', 'Linus']);

  await team.as(ada).updateTeammate({ project_user_id: linus.teammateId, status: 'disabled' });
  expect(await availables(projectId)).toEqual(['Alan']);
  await team.as(ada).removeTeammate({ project_user_id: alan.teammateId });
  expect(await availables(projectId)).toEqual([]);
});

it('lists none while the project is closed, unless hours are ignored', async () => {
  const { projectId, ada } = await staffedProject();
  await team.as(ada).updateProject({ activeOperatingHours: true, operatingHours: { tzname: 'UTC' } });

  expect(await availables(projectId)).toEqual([]);
  expect(await availables(projectId, { raw: 'true' })).toEqual(['Alan', 'Linus']);
  expect(await availables(projectId, { raw: '' })).toEqual(['Alan', 'Linus']);
});

it('lists the members of a department’s groups, and none for a disabled group', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const other = await staffedProject();
  const theirs = await team.as(other.ada).createDepartment({ name: 'theirs' });
  const idGroup = newId();
  await team.db.query(
    `INSERT INTO groups (id_project, id, name, created_by, created_at, updated_at) VALUES ($1, $2, 'G', 'x', now(), now())`,
    [projectId, idGroup],
  );
  await team.db.query('INSERT INTO group_members VALUES ($1, $2, $3)', [projectId, idGroup, linus.id]);
  const { body: sales } = await team.as(ada).createDepartment({ name: 'Sales', id_group: idGroup });

  expect(await availables(projectId, { department: sales._id })).toEqual(['Linus']);
  expect(await availables(projectId, { department: 'default' })).toEqual(['Alan', 'Linus']);
  await team.db.query('UPDATE groups SET enabled = false WHERE id = $1', [idGroup]);
  expect(await availables(projectId, { department: sales._id })).toEqual([]);
  for (const department of [newId(), 'x', theirs.body._id, 'x'.repeat(300)]) {
    expect(await availables(projectId, { department })).toBe('department_not_found');
  }
});

it.each([
  { own: 2, project: 5, on: true, busyFrom: 2 },
  { own: 5, project: 2, on: true, busyFrom: 5 },
  { own: -1, project: 3, on: true, busyFrom: 3 },
  { own: 0, project: 5, on: true, busyFrom: 0 },
  { own: null, project: 0, on: true, busyFrom: 0 },
  { own: null, project: null, on: true, busyFrom: undefined },
  { own: 2, project: 5, on: false, busyFrom: 2 },
  { own: -1, project: 3, on: false, busyFrom: undefined },
])('leaves out teammates without free capacity: %j', async ({ own, project, on, busyFrom }) => {
  const { projectId, ada, linus } = await staffedProject();
  const limit = project === null ? {} : { 'settings.max_agent_assigned_chat': project };
  await team.as(ada).patchProject({ 'settings.chat_limit_on': on, ...limit });
  await team.as(linus).updateOwnTeammate({ max_served_chat: own });
  const isFree = async (count: number) => {
    held.set(linus.id, count);
    return (await availables(projectId)).includes('Linus');
  };

  if (busyFrom === undefined) expect(await isFree(1000)).toBe(true);
  else expect([await isFree(busyFrom), busyFrom === 0 || (await isFree(busyFrom - 1))]).toEqual([false, true]);
});

it('shows strangers, visitors and bots first names only, and colleagues the full view', async () => {
  const { projectId, ada, linus } = await staffedProject();
  const { actor: vera } = await team.guest(projectId);
  held.set(linus.id, 2);
  const shown = async (as: Actor) =>
    (await team.as(as).listAvailableTeammates({ id_project: projectId })).body.find(({ id }) => id === linus.id);
  const open = { id: linus.id, pu_id: linus.teammateId, firstname: 'Linus', fullname: 'Linus' };

  for (const stranger of [anonymous, vera, { kind: 'bot', id: newId(), projectId, role: 'agent' } as Actor]) {
    expect(await shown(stranger)).toEqual(open);
  }
  expect(await shown(ada)).toEqual({ ...open, fullname: 'Linus Byron', email: linus.email, assigned_request: 2 });
});

it('answers without the number of conversations while conversations does not answer', async () => {
  const alone = await startTeamHarness();
  const { projectId, ada } = await alone.project();

  const { status, body } = await alone.as(ada).listAvailableTeammates();

  expect([status, body.map(({ id }) => id)]).toEqual([200, [ada.id]]);
  expect(body[0]).not.toHaveProperty('assigned_request');
  expect((await alone.open.getOpenState({ id_project: projectId })).body).toEqual({ isopen: true });
  await alone.stop();
});
