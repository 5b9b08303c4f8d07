import { eventually } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { breachesOf, copyRequest } from '../../test/due-clocks.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { withShiftedClock } from '../../test/shifted-clock.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const stepMs = 5 * minuteMs;
const targets = { default: { first_response: hourMs, next_response: hourMs, resolution: 8 * hourMs } };

async function withPolicy(): Promise<TestProject> {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { status } = await service.as(project.personas.ada).createSlaPolicy({}, { body: { name: 'All', targets } });
  expect(status).toBe(200);
  return project;
}

describe('clocks of one project that are due at once', () => {
  it('are each breached once, and delay no clock of another project', async () => {
    const [big, small] = [await withPolicy(), await withPolicy()];
    const other = await harness.second();
    for (const project of [big, small]) await harness.conversation(project);
    const copies = 510;
    // More than a batch holds; the clock of the other project is due after them all.
    await service.db.transaction(async () => {
      await age(service, big, 3_700);
      await copyRequest(service.db, big.projectId, copies);
      await age(service, small, 3_650);
    });
    await Promise.all([service, other].map((replica) => replica.runJob('runDueClocks')));

    const breaches = await breachesOf(service.db, big.projectId);
    expect(breaches).toHaveLength(copies + 1);
    expect(new Set(breaches.map(({ request }) => request)).size).toBe(copies + 1);
    const [own, ...more] = await breachesOf(service.db, small.projectId);
    expect(more).toEqual([]);
    const before = breaches.filter(({ seq }) => seq < (own?.seq ?? 0));
    expect(before.length).toBeLessThanOrEqual(100);
  });

  it('are breached though one of their batch cannot be changed', async () => {
    const project = await withPolicy();
    const { projectId } = project;
    await harness.conversation(project);
    const bad = (20).toString(16).padStart(24, '0');
    const metric = (word: string) =>
      service.db.query(
        `update service_level set record = jsonb_set(record, '{clocks,0,metric}', $3) where id_project = $1 and request = $2`,
        [projectId, bad, JSON.stringify(word)],
      );
    await service.db.transaction(async () => {
      await age(service, project, 3_700);
      await copyRequest(service.db, projectId, 40);
      // No event can say this.
      await metric('patience');
    });
    await service.runJob('runDueClocks');
    const breached = async () => (await breachesOf(service.db, projectId)).map(({ request }) => request).sort();
    const others = await breached();
    expect(new Set(others).size).toBe(40);
    expect(others).toHaveLength(40);
    expect(others).not.toContain(bad);

    await metric('first_response');
    await service.runJob('runDueClocks');
    expect(await breached()).toEqual([...others, bad].sort());
  });
});

/** Everything that automation writes of a conversation. @returns the times that stand in it */
async function story(project: TestProject, now: number): Promise<string[]> {
  const { ada, linus, vera } = project.personas;
  const { projectId } = project;
  const as = service.as(linus);
  const done = async (call: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await call;
    expect([status, body]).toEqual([200, body]);
  };
  const rule = { name: 'Tags', enabled: true, on: ['message.created'], actions: [{ type: 'add_tags', tags: ['vip'] }] };
  await done(service.as(ada).createRule({}, { body: rule as never }));
  const timer = { since: 'team_message', ms: hourMs };
  const waits = { ...rule, name: 'Waits', on: ['timer'], timer };
  await done(service.as(ada).createRule({}, { body: waits as never }));
  await done(service.as(ada).createSurvey({}, { body: { name: 'After closing', enabled: true } }));
  const request_id = newRequestId(projectId);
  const at = new Date(now + 2 * hourMs).toISOString();
  await done(as.createRequest({ request_id: newRequestId(projectId), first_text: 'Call back', tags: ['phone'] }));
  await done(service.as(vera).sendMessage({ request_id, text: 'Where is my parcel?' }));
  await done(as.sendMessage({ request_id, text: 'On its way.' }));
  await done(as.addNote({ request_id, text: 'Lost?' }));
  await done(as.snoozeRequest({ request_id }, { body: { in: hourMs } }));
  await done(as.scheduleMessage({ request_id }, { body: { text: 'Any news?', at, cancel_on: [] } }));
  const timersOf = () => service.db.query('select from rule_due where id_project = $1', [projectId]);
  await eventually(async () => {
    await service.runJob('runRules');
    expect(await timersOf()).toHaveLength(1);
  });
  // The closing ends the timer.
  const whileOpen = await timesOf(project, now);
  await done(as.wakeRequest({ request_id }));
  await done(as.closeRequest({ request_id }));
  for (const job of ['chooseSurveys', 'askSurveys', 'runDueClocks', 'runDueRules']) await service.runJob(job);
  await done(service.as(vera).rateRequest({ request_id, rating: 4, rating_message: 'Kind' }));
  await service.settled();
  return [...new Set([...whileOpen, ...(await timesOf(project, now))])].sort();
}

/** Every time in every row of a project, as steps of five minutes from the beginning by the database's clock, with its place. */
async function timesOf({ projectId }: TestProject, begun: number): Promise<string[]> {
  const tables = await service.db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id_project'
     where c.relkind in ('r', 'p') and not c.relispartition and (c.relname not like 'copy\\_%' or c.relname = 'copy_lead')`,
  );
  const found = new Set<string>();
  const note = (path: string, ms: number) => {
    // The first hours of a project began before all time.
    if (ms > 0) found.add(`${path}: ${Math.round((ms - begun) / stepMs)}`);
  };
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'number' && value > 1.5e12 && value < 3e12) note(path, value);
    else if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(value)) note(path, Date.parse(value));
    else if (typeof value === 'string' && value.startsWith('{')) walk(path, JSON.parse(value));
    else if (Array.isArray(value)) for (const one of value) walk(path, one);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) walk(`${path}.${name}`, one);
  };
  for (const { name } of tables) {
    const rows = await service.db.query<{ row: object }>(
      `select to_jsonb(t) as row from "${name}" t where id_project = $1`,
      [projectId],
    );
    for (const { row } of rows) walk(name, row);
  }
  return [...found];
}

it.each([
  ['fast', 5 * minuteMs],
  ['slow', -5 * minuteMs],
])('changes no time in any record, though the clock of its process is five minutes %s', async (_, ms) => {
  const tell = async (project: TestProject) => {
    const [{ now } = { now: 0 }] = await service.db.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    return story(project, now);
  };
  const right = await tell(await withPolicy());
  expect(right.length).toBeGreaterThan(100);
  const project = await withPolicy();
  expect(await withShiftedClock(ms, () => tell(project))).toEqual(right);
});
