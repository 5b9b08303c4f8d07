import { type Actor, holidayCreated, holidayDeleted, holidayUpdated, maxHolidays } from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const zone = 'Pacific/Kiritimati';
/** The local date where the day begins first. */
const today = () => new Date().toLocaleDateString('sv', { timeZone: zone });
const days = ['0', '1', '2', '3', '4', '5', '6'];
const always = {
  tzname: zone,
  ...Object.fromEntries(days.map((day) => [day, [{ start: '00:00', end: '24:00' }]])),
};

/** A project that is open all the time by its hours. */
async function openProject(change: object = {}) {
  const { projectId, ada } = await team.project();
  await team.as(ada).updateProject({ operatingHours: always, activeOperatingHours: true, ...change });
  return { projectId, ada };
}

async function made(ada: Actor, body: { name: string; from: string } & Record<string, unknown>) {
  const { status, body: holiday } = await team.as(ada).createHoliday(body);
  if (status !== 200) throw new Error(`createHoliday answered ${status} ${JSON.stringify(holiday)}`);
  return holiday;
}

const stateOf = async (projectId: string, timeSlot?: string) =>
  (await team.open.getOpenState({ id_project: projectId, ...(timeSlot && { timeSlot }) })).body;
const routingOf = (projectId: string) => team.directory.getRoutingContext({ idProject: projectId, idDepartment: '' });

it('is made, listed, changed and deleted, each with an event', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const christmas = await made(ada, { name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true });
  expect(christmas).toMatchObject({
    ...{ name: 'Christmas', from: '2026-12-25', to: '2026-12-26', yearly: true, spans: [], applies: [] },
    ...{ id_project: projectId, createdBy: ada.id, __v: 0 },
  });
  const inventory = await made(ada, { name: 'Inventory', from: '2027-01-04' });
  expect(inventory).toMatchObject({ to: '2027-01-04', yearly: false });

  const listed = async (query: { year?: string } = {}) =>
    (await team.as(linus).listHolidays(query)).body.map(({ name }: { name: string }) => name);
  expect(await listed()).toEqual(['Christmas', 'Inventory']);
  expect([await listed({ year: '2026' }), await listed({ year: '2027' })]).toEqual([
    ['Christmas'],
    ['Christmas', 'Inventory'],
  ]);
  expect((await team.as(linus).getHoliday({ holiday_id: inventory._id })).body).toEqual(inventory);

  // One of a single day that moves stays one.
  const spans = [{ start: '09:00', end: '12:00' }];
  const of = { holiday_id: inventory._id };
  const { body: moved } = await team.as(ada).updateHoliday({ ...of, from: '2027-01-05', spans });
  expect(moved).toMatchObject({ name: 'Inventory', from: '2027-01-05', to: '2027-01-05', spans, __v: 1 });
  expect((await team.as(ada).updateHoliday({ ...of, from: '2027-01-05' })).body).toEqual(moved);
  await team.as(ada).deleteHoliday(of);
  expect(await listed()).toEqual(['Christmas']);
  expect((await team.as(ada).getHoliday(of)).status).toBe(404);

  expect((await team.outbox(holidayCreated, projectId)).map(({ data }) => data)).toEqual([
    { holiday: christmas },
    { holiday: inventory },
  ]);
  expect((await team.outbox(holidayUpdated, projectId)).map(({ data }) => data)).toEqual([
    { holiday: moved, changes: ['from', 'to', 'spans'] },
  ]);
  expect((await team.outbox(holidayDeleted, projectId)).map(({ data }) => data.holiday)).toMatchObject([
    { _id: inventory._id, __v: 2 },
  ]);
});

it('is written by admins alone, and refused where its days cannot be', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const { status, body } = await team.as(linus).createHoliday({ name: 'Christmas', from: '2026-12-25' });
  expect([status, body.code]).toEqual([403, 'role_too_low']);

  const overlap = [
    { start: '09:00', end: '12:00' },
    { start: '11:00', end: '13:00' },
  ];
  const faulty: [string, object][] = [
    ['from', { from: '2026-02-29' }],
    ['from', { from: '25/12/2026' }],
    ['to', { from: '2026-12-25', to: '2026-12-24' }],
    ['to', { from: '2026-01-01', to: '2027-01-02' }],
    ['spans', { from: '2026-12-25', spans: overlap }],
    ['spans', { from: '2026-12-25', spans: [{ start: '12:00', end: '09:00' }] }],
    ['spans[0].end', { from: '2026-12-25', spans: [{ start: '12:00', end: '25:00' }] }],
    ['applies[0]', { from: '2026-12-25', applies: [''] }],
    ['name', { from: '2026-12-25', name: ' ' }],
  ];
  for (const [param, wrong] of faulty) {
    const answer = await team.as(ada).createHoliday({ name: 'Christmas', ...wrong } as never);
    const { errors = [] } = answer.body as unknown as { errors?: { param: string }[] };
    expect([wrong, answer.status, errors.map((one) => one.param)]).toEqual([wrong, 422, [param]]);
  }
  // A year with its leap day is the longest.
  await made(ada, { name: 'Sabbatical', from: '2028-01-01', to: '2028-12-31' });
});

it('ends at five hundred', async () => {
  const { projectId, ada } = await team.project();
  await team.db.query(
    `insert into holidays (id_project, id, name, from_day, to_day, yearly, spans, applies, created_by, created_at, updated_at)
      select $1, lpad(to_hex(n), 24, '0'), 'Day ' || n, '2026-01-01', '2026-01-01', false, '[]', '{}', $2, now(), now()
      from generate_series(1, ${maxHolidays - 1}) n`,
    [projectId, ada.id],
  );
  await made(ada, { name: 'The last', from: '2026-12-25' });
  const { status, body } = await team.as(ada).createHoliday({ name: 'One more', from: '2026-12-25' });
  expect([status, body.code]).toEqual([422, 'limit_reached']);
});

it('of another project does not exist', async () => {
  const { ada } = await team.project();
  const { ada: grace } = await team.project();
  const { _id: holiday_id } = await made(ada, { name: 'Christmas', from: '2026-12-25' });
  const as = team.as(grace);
  const answers = [
    await as.getHoliday({ holiday_id }),
    await as.updateHoliday({ holiday_id, name: 'Mine' }),
    await as.deleteHoliday({ holiday_id }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'holiday_not_found']));
  expect((await team.as(ada).getHoliday({ holiday_id })).body).toMatchObject({ name: 'Christmas', __v: 0 });
});

it('closes the project on its day, by the date of its zone, and says which it is', async () => {
  const { projectId, ada } = await openProject();
  const tomorrow = new Date(Date.parse(today()) + 86_400_000).toISOString().slice(0, 10);
  await made(ada, { name: 'Later', from: tomorrow });
  expect(await stateOf(projectId)).toEqual({ isopen: true });

  const { _id: holiday_id } = await made(ada, { name: 'Founders’ day', from: today() });
  expect(await stateOf(projectId)).toEqual({ isopen: false, holiday: 'Founders’ day' });
  // Routing and the widget agree, whatever they remember, and so does the list of those who can answer.
  expect((await routingOf(projectId)).open).toBe(false);
  const { body: widget } = await team.open.getWidgetSettings({ id_project: projectId });
  expect(widget.open).toMatchObject({ isopen: false });
  expect((await team.open.listAvailableTeammates({ id_project: projectId })).body).toEqual([]);

  await team.as(ada).deleteHoliday({ holiday_id });
  expect(await stateOf(projectId)).toEqual({ isopen: true });
  const { open, nextChangeAtMs } = await routingOf(projectId);
  expect([open, nextChangeAtMs && new Date(nextChangeAtMs).toLocaleString('sv', { timeZone: zone })]).toEqual([
    true,
    `${tomorrow} 00:00:00`,
  ]);
});

it('has hours of its own, and gives way to one of the same day that was made later', async () => {
  const { projectId, ada } = await openProject();
  await made(ada, { name: 'Closed', from: today() });
  await made(ada, { name: 'Open after all', from: today(), spans: [{ start: '00:00', end: '24:00' }] });
  expect(await stateOf(projectId)).toEqual({ isopen: true });
});

it('is of the schedules that it names', async () => {
  const { projectId, ada } = await openProject({
    timeSlots: { night: { name: 'Night', active: true, hours: always } },
  });
  const { _id: holiday_id } = await made(ada, { name: 'Night off', from: today(), applies: ['night'] });
  expect([await stateOf(projectId), await stateOf(projectId, 'night')]).toEqual([
    { isopen: true },
    { isopen: false, holiday: 'Night off' },
  ]);
  await team.as(ada).updateHoliday({ holiday_id, applies: ['project'] });
  expect([(await stateOf(projectId)).isopen, (await stateOf(projectId, 'night')).isopen]).toEqual([false, true]);
});

it('closes nothing that has no hours', async () => {
  const { projectId, ada } = await openProject({ activeOperatingHours: false });
  await made(ada, { name: 'Founders’ day', from: today() });
  expect(await stateOf(projectId)).toEqual({ isopen: true });
});
