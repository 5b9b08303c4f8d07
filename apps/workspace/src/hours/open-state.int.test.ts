import { newId } from '@parley/service-kit/call';
import { anonymous } from '@parley/testkit';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const days = ['0', '1', '2', '3', '4', '5', '6'];
const always = {
  tzname: 'Europe/Rome',
  ...Object.fromEntries(days.map((day) => [day, [{ start: '00:00', end: '24:00' }]])),
};
const never = { tzname: 'Europe/Rome' };

async function isOpen(projectId: string, timeSlot?: string) {
  const { status, body } = await team.open.getOpenState({ id_project: projectId, ...(timeSlot && { timeSlot }) });
  return status === 200 ? body : [status, body.code];
}

it('is open until hours that are switched on say otherwise', async () => {
  const { projectId, ada } = await team.project();
  const states = [await isOpen(projectId)];
  for (const change of [
    { operatingHours: never },
    { activeOperatingHours: true },
    { operatingHours: JSON.stringify(always) },
    { operatingHours: never },
    { operatingHours: '' },
  ]) {
    expect((await team.as(ada).updateProject(change)).status).toBe(200);
    states.push(await isOpen(projectId));
  }

  expect(states).toEqual([true, true, false, true, false, true].map((isopen) => ({ isopen })));
});

it('answers for time slots, regardless of the project’s hours', async () => {
  const { projectId, ada } = await team.project();
  const slot = (active: boolean, hours: object) => ({ name: 'Sales', active, hours });
  const timeSlots = { a: slot(true, always), b: slot(true, never), c: slot(false, never) };
  const { body } = await team.as(ada).patchProject({ timeSlots, operatingHours: never, activeOperatingHours: true });

  expect(body.timeSlots).toMatchObject({ a: { name: 'Sales', active: true, hours: JSON.stringify(always) } });
  expect(await isOpen(projectId, 'a')).toEqual({ isopen: true });
  expect(await isOpen(projectId, 'b')).toEqual({ isopen: false });
  expect(await isOpen(projectId, 'c')).toEqual({ isopen: true });
  for (const unknown of ['d', '__proto__', 'toString', 'x'.repeat(300)]) {
    expect(await isOpen(projectId, unknown)).toEqual([404, 'time_slot_not_found']);
  }
});

it('keeps faulty hours out, whichever field they come in, and those it has stay', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).updateProject({ operatingHours: never, activeOperatingHours: true });
  const span = (start: string, end: string) => ({ tzname: 'Europe/Rome', 1: [{ start, end }] });

  for (const faulty of [
    {},
    { 1: span('09:00', '13:00')[1] },
    { ...always, tzname: 'Mars/Base' },
    span('09:00', '25:00'),
    span('13:00', '09:00'),
    '{"tzname":',
    7,
    [],
  ]) {
    const change = { operatingHours: faulty };
    const slot = { timeSlots: { a: { name: 'x', active: true, hours: faulty } } };
    for (const body of [change, slot]) {
      const { status, body: problem } = await team.as(ada).updateProject(body);
      expect([JSON.stringify(faulty), status, problem.code]).toEqual([
        JSON.stringify(faulty),
        422,
        'validation_failed',
      ]);
    }
  }
  expect(await isOpen(projectId)).toEqual({ isopen: false });
});

it('treats an imported project with unreadable hours as open', async () => {
  const { projectId } = await team.project();
  await team.db.query(
    `UPDATE projects SET active_operating_hours = true, operating_hours = 'whenever',
       time_slots = '{"a": {"active": true, "hours": "whenever"}, "b": null}' WHERE id_project = $1`,
    [projectId],
  );

  expect(await isOpen(projectId)).toEqual({ isopen: true });
  expect(await isOpen(projectId, 'a')).toEqual({ isopen: true });
  expect(await isOpen(projectId, 'b')).toEqual({ isopen: true });
});

it('answers 404 for projects that are not there', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).deleteProject();

  for (const id of [projectId, newId(), 'x', 'z'.repeat(24), '{"$ne":1}']) {
    expect(await isOpen(id)).toEqual([404, 'project_not_found']);
    expect((await team.as(anonymous).listAvailableTeammates({ id_project: id })).body.code).toBe('project_not_found');
    expect((await team.as(anonymous).getWidgetSettings({ id_project: id })).body.code).toBe('project_not_found');
  }
});

it('reports to routing whether the project is open, and when that changes', async () => {
  const { projectId, ada } = await team.project();
  const ask = () => team.directory.getRoutingContext({ idProject: projectId, idDepartment: '' });
  expect(await ask()).toMatchObject({ open: true, nextChangeAtMs: undefined });

  await team.as(ada).updateProject({ activeOperatingHours: true, operatingHours: never });
  expect(await ask()).toMatchObject({ open: false, nextChangeAtMs: undefined });

  const mornings = Object.fromEntries(days.map((day) => [day, [{ start: '00:00', end: '12:00' }]]));
  await team.as(ada).updateProject({ operatingHours: { tzname: 'UTC', ...mornings } });
  const { open, nextChangeAtMs = 0 } = await ask();
  const next = new Date(nextChangeAtMs);
  expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([open ? 12 : 0, 0]);
  expect(nextChangeAtMs).toBeGreaterThan(Date.now() - 60_000);
});
