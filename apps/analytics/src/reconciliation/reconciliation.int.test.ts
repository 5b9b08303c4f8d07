import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { eventually, type Personas, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { type History, outgoing } from '../../test/history.ts';
import { seeded } from '../../test/random.ts';
import { agents, randomHistory } from '../../test/random-history.ts';
import { Freshness } from '../freshness/freshness.ts';

let service: Analytics;
const histories = new Map<string, History>();
/** Blocks the scans until it is called. */
let hold: Promise<void> | undefined;

const conversations = fakeService(ConversationsServiceService, {
  listProjects: ({ after, limit }) => ({
    ids: [...histories.keys()]
      .sort()
      .filter((id) => id > after)
      .slice(0, limit),
  }),
  async *scanRequests({ idProject }) {
    const asOfMs = Date.now();
    const conversations = [...(histories.get(idProject)?.conversations.values() ?? [])];
    await hold;
    yield { asOfMs, recordJson: '' };
    for (const { request } of conversations) yield { asOfMs, recordJson: JSON.stringify(request) };
  },
  async *scanMessages({ idProject }) {
    const asOfMs = Date.now();
    yield { asOfMs, recordJson: '', request: '', fromRequester: false };
    for (const { request, messages } of histories.get(idProject)?.conversations.values() ?? []) {
      for (const { message, fromRequester } of messages) {
        yield { asOfMs, recordJson: JSON.stringify(message), request: request._id, fromRequester };
      }
    }
  },
  async *scanClocks() {
    yield { asOfMs: Date.now(), recordJson: '', request: '' };
  },
});

beforeAll(async () => {
  service = await startTestAnalytics(undefined, { fakes: { conversations } });
  // Its first round; the next one would be in an hour.
  await service.runJob('compareNightly');
});
afterAll(() => service?.stop());

const window = { start_date: '2026-01-01', end_date: '2026-12-31' };

/** A project with a history that analytics has fully consumed. */
async function project(operations = 150): Promise<Personas> {
  const personas = personasOf();
  // Long enough ago that none of it counts as under way.
  const now = Date.now();
  const history = randomHistory(personas.projectId, operations, seeded(operations), now);
  histories.set(personas.projectId, history);
  for (const event of history.events) event.time = new Date(now - 60_000).toISOString();
  await publish(history);
  return personas;
}

async function publish({ events }: History): Promise<void> {
  for (const event of events) await service.bus.publish([outgoing(event)], () => undefined);
  await service.settled();
}

const countsOf = async (projectId: string, table: string) =>
  (
    await service.db.query<{ count: number }>(`select count(*) as count from ${table} where id_project = $1`, [
      projectId,
    ])
  )[0]?.count ?? 0;

it('finds no difference where there is none', async () => {
  const { grace, projectId } = await project();
  await service.runJob('foldRollups');
  const { status, body } = await service.as(grace).startReconciliation(window);
  expect([status, body.status, body.differencesCount]).toEqual([200, 'done', 0]);
  expect(body.checked.requests).toBe(histories.get(projectId)?.conversations.size);
});

it('goes on counting what retention has deleted, without names, and misses none of it', async () => {
  const { grace, projectId } = await project();
  await service.runJob('foldRollups');
  const history = histories.get(projectId);
  const sender = { name: 'message_names', text: 'update message_fact set sender_name = $2 where id_project = $1' };
  await service.db.query(sender, [projectId, 'Sappho']);
  const figures = async () => [
    (await service.as(grace).getConversationsByDay({})).body,
    (await service.as(grace).getMessagesByDay({})).body,
    (await service.as(grace).getConversationCount({})).body,
  ];
  const before = await figures();
  const known = await countsOf(projectId, 'request_fact');
  const expired = [...(history?.conversations.values() ?? [])];
  const begin = history?.events.length ?? 0;
  for (const conversation of expired) history?.delete(conversation, true);
  for (const event of history?.events.slice(begin) ?? []) {
    await service.bus.publish([outgoing(event)], () => undefined);
  }
  await service.settled();

  expect(expired.length).toBeGreaterThan(5);
  expect(await figures()).toEqual(before);
  expect(await countsOf(projectId, 'request_fact')).toBe(known);
  const named = `message_fact where is_received and sender_name is not null and id_project = $1`;
  expect(await service.db.query(`select from ${named}`, [projectId])).toEqual([]);
  const { body } = await service.as(grace).startReconciliation({ ...window, repair: true });
  expect([body.status, body.differencesCount]).toEqual(['done', 0]);
  expect(await figures()).toEqual(before);
});

it('lists exactly the facts and rollups that were falsified, and repairs them if asked', async () => {
  const { grace, projectId } = await project(300);
  await service.runJob('foldRollups');
  const before = (await service.as(grace).getConversationsByDay({})).body;
  const facts = await service.db.query<{ id: string }>(
    `delete from request_fact where id_project = $1 and id in
       (select id from request_fact where id_project = $1 and is_counted order by id limit 20) returning id`,
    [projectId],
  );
  const messages = await service.db.query<{ id: string }>(
    `delete from message_fact where id_project = $1 and id in
       (select id from message_fact where id_project = $1 order by id limit 20) returning id`,
    [projectId],
  );
  const rollups = await service.db.query(
    `update request_rollup r set total = r.total + 7 from (select * from request_rollup where id_project = $1
       order by span, department, channel, quarter limit 20) f
     where r.id_project = $1 and r.span = f.span and r.department = f.department and r.channel = f.channel
       and r.quarter = f.quarter returning 1`,
    [projectId],
  );

  const found = (await service.as(grace).startReconciliation(window)).body;
  const listed = found.differences.flatMap(({ records }) => records);
  expect(listed.sort()).toEqual([...facts, ...messages].map(({ id }) => id).sort());
  expect(found.differences.filter(({ metric }) => metric.startsWith('rollups.'))).toHaveLength(rollups.length);
  expect(found.differencesCount).toBe(found.differences.length);

  const mended = (await service.as(grace).startReconciliation({ ...window, repair: true })).body;
  expect(mended.repaired).toBe(facts.length + messages.length + rollups.length);
  const again = (await service.as(grace).startReconciliation(window)).body;
  expect([again.status, again.differencesCount]).toEqual(['done', 0]);
  expect((await service.as(grace).getConversationsByDay({})).body).toEqual(before);
});

it('rebuilds the figures of every project by the operations port, once, and goes on where it was cut off', async () => {
  const projects = [await project(100), await project(100)];
  await service.runJob('foldRollups');
  const figures = () => Promise.all(projects.map(({ grace }) => service.as(grace).getConversationsByDay({})));
  const before = (await figures()).map(({ body }) => body);
  await service.db.query('delete from request_fact');
  await service.db.query('delete from request_rollup');
  expect((await figures()).map(({ body }) => body)).not.toEqual(before);

  const since = new Date().toISOString();
  const rebuild = async (after: string) => {
    const body = JSON.stringify({ since, after });
    const response = await fetch(`${service.addresses.ops}/ops/rebuild`, { method: 'POST', body });
    return (await response.json()) as { projects: number; pending: number; failed: number; next?: string };
  };
  const begun = await rebuild('');
  expect(begun).toMatchObject({ projects: histories.size, pending: histories.size, failed: 0 });
  await eventually(async () => expect(await rebuild('')).toMatchObject({ pending: 0 }), { timeoutMs: 30_000 });
  await service.runJob('foldRollups');
  expect((await figures()).map(({ body }) => body)).toEqual(before);

  const runs = () => service.db.query(`select id from reconciliation where is_repair and started_at >= $1`, [since]);
  expect(await runs()).toHaveLength(histories.size);
  await rebuild('');
  expect(await runs()).toHaveLength(histories.size);
  expect(await rebuild([...histories.keys()].sort().at(-1) ?? '')).toMatchObject({ projects: 0, pending: 0 });
});

it('lists exactly the participations that were lost, falsified or made up, and repairs them if asked', async () => {
  const { grace, projectId } = await project(600);
  const figuresOf = async () => {
    const asked = agents.map((participant) => service.as(grace).getDurationByDay({ participant }));
    return (await Promise.all(asked)).map(({ body }) => body);
  };
  const before = await figuresOf();
  const among = `(select created_at, request, participant from participation where id_project = $1
    order by request, participant`;
  const key = '(created_at, request, participant)';
  type Named = { request: string; participant: string };
  const falsify = (text: string) => service.db.query<Named>(`${text} returning request, participant`, [projectId]);
  const wrong = [
    await falsify(`delete from participation where id_project = $1 and ${key} in ${among} limit 7)`),
    await falsify(`update participation set duration_ms = 1 + coalesce(duration_ms, 0)
      where id_project = $1 and ${key} in ${among} limit 7)`),
    await falsify(
      `update participation set department = 'nowhere' where id_project = $1 and ${key} in ${among} offset 9 limit 7)`,
    ),
    await falsify(`insert into participation (id_project, created_at, request, participant, department, channel, status, has_bot)
      values ($1, '2026-01-05T10:00:00Z', 'none', 'ada', '', 'email', 200, false)`),
  ].flat();
  expect(wrong).toHaveLength(22);
  expect(await figuresOf()).not.toEqual(before);

  const found = (await service.as(grace).startReconciliation(window)).body;
  const named = ({ request, participant }: Partial<Named>) => `${request} ${participant}`;
  expect(found.differences.map(({ metric }) => metric)).toEqual(wrong.map(() => 'rollups.participants'));
  expect(found.differences.map((one) => named(one.key as Named)).sort()).toEqual(wrong.map(named).sort());

  const mended = (await service.as(grace).startReconciliation({ ...window, repair: true })).body;
  expect(mended.repaired).toBe(wrong.length);
  const again = (await service.as(grace).startReconciliation(window)).body;
  expect([again.differencesCount, await figuresOf()]).toEqual([0, before]);
});

it('lists superfluous and outdated facts by their day, and repairs them', async () => {
  const { grace, projectId } = await project(200);
  const history = histories.get(projectId);
  const [gone, newer] = [...(history?.conversations.values() ?? [])].filter(
    ({ request }) => !request.preflight && !request.draft && request.status !== 50 && request.participants.length > 0,
  );
  if (!history || !gone || !newer) throw new Error('the history is too short');
  history.conversations.delete(gone.request._id);
  newer.request = { ...newer.request, __v: newer.request.__v + 1, rating: (newer.request.rating ?? 0) + 1 };
  const { body } = await service.as(grace).startReconciliation({ ...window, tz: 'Asia/Kathmandu', repair: true });
  const requests = body.differences.filter(({ metric }) => metric === 'requests.count');
  expect(requests.flatMap(({ records }) => records).sort()).toEqual([gone.request._id, newer.request._id].sort());
  // Participations derive from the facts, and are no difference of their own.
  expect(body.differences.map(({ metric }) => metric)).not.toContain('rollups.participants');
  expect((await service.as(grace).startReconciliation(window)).body.differencesCount).toBe(0);
});

it('reports nothing that changed during the comparison', async () => {
  const { grace, projectId } = await project(200);
  const history = histories.get(projectId);
  if (!history) throw new Error('there is no history');
  let release = () => {};
  hold = new Promise((resolve) => {
    release = resolve;
  });
  const run = service.as(grace).startReconciliation(window);
  await eventually(async () => expect(await countsOf(projectId, 'reconciliation')).toBe(1));
  const published = history.events.length;
  const known = await countsOf(projectId, 'message_fact');
  const changed = [...history.conversations.values()].slice(0, 30);
  for (const conversation of changed) {
    history.change(conversation, { rating: 5 });
    history.addMessage(conversation);
  }
  history.create();
  for (const event of history.events.slice(published)) await service.bus.publish([outgoing(event)], () => undefined);
  // The run waits for these events; here, all are said to have arrived.
  await eventually(async () => expect(await countsOf(projectId, 'message_fact')).toBe(known + changed.length));
  release();
  hold = undefined;
  const { body } = await run;
  expect([body.status, body.differencesCount]).toEqual(['done', 0]);
});

it('starts one run for two concurrent calls, and names it to the other', async () => {
  const { grace } = await project(50);
  const answers = await Promise.all([1, 2].map(() => service.as(grace).startReconciliation(window)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [made, refused] = answers.toSorted((one, other) => one.status - other.status);
  expect(refused?.body).toMatchObject({ code: 'reconcile_running', conflict: made?.body._id });
});

it('compares the complete days of a project once, however often the job begins', async () => {
  const [yesterday, today] = [await project(50), await project(50)];
  const midnight = `(date_trunc('day', now() at time zone 'utc') at time zone 'utc')`;
  for (const [{ projectId }, at] of [
    [yesterday, `${midnight} - interval '1 hour'`],
    [today, `${midnight}`],
  ] as const) {
    await service.db.query(`update request_fact set created_at = ${at} where id_project = $1`, [projectId]);
  }

  // As after restarts.
  for (let start = 0; start < 3; start++) {
    await service.runJob('compareNightly');
    await service.settled();
  }
  const runsOf = (projectId: string) =>
    service.db.query<{ until: Date }>(
      `select until from reconciliation where id_project = $1 and is_nightly and until = ${midnight}`,
      [projectId],
    );
  expect(await runsOf(yesterday.projectId)).toHaveLength(1);
  expect(await runsOf(today.projectId)).toHaveLength(0);
});

it('ends a run whose process has died, so that another one can start', async () => {
  const { grace, projectId } = await project(50);
  const lost = { projectId, isRepair: true, isNightly: false, zone: 'UTC', from: new Date(0), until: new Date() };
  await service.db.query(
    `insert into reconciliation (id_project, id, status, is_repair, is_nightly, zone, "from", until, alive_at)
     values ($1, $2, 'running', true, false, 'UTC', $3, $4, now() - interval '1 minute')`,
    [projectId, '64b0000000000000000000aa', lost.from, lost.until],
  );
  expect((await service.as(grace).startReconciliation(window)).body.code).toBe('reconcile_running');
  await service.runJob('sweepRuns');
  const { body } = await service.as(grace).getReconciliation({ run_id: '64b0000000000000000000aa' });
  expect(body.status).toBe('failed');
  expect((await service.as(grace).startReconciliation(window)).body.status).toBe('done');
});

it('waits for earlier events before it compares, and lets the service stop meanwhile', async () => {
  let asked = 0;
  let current = new Date(0);
  const freshness = new Freshness(async () => {
    asked += 1;
    return current;
  });
  const late = await startTestAnalytics(undefined, { fakes: { conversations }, overrides: { freshness } });
  const { projectId, grace } = personasOf();
  const history = randomHistory(projectId, 50, seeded(9), Date.now());
  histories.set(projectId, history);
  const started = late.as(grace).startReconciliation(window);
  await eventually(() => expect(asked).toBeGreaterThan(0));
  for (const event of history.events) await late.bus.publish([outgoing(event)], () => undefined);
  await late.bus.idle();
  current = new Date(Date.now() + 60_000);
  const { _id } = (await started).body;
  await eventually(async () => {
    const { body } = await late.as(grace).getReconciliation({ run_id: _id });
    expect([body.status, body.differencesCount]).toEqual(['done', 0]);
  });

  current = new Date(0);
  const before = asked;
  const whole = { zone: 'UTC', from: new Date(0), until: new Date() };
  await late.context.reconciliations.start({ projectId, isRepair: false, isNightly: true, ...whole });
  await eventually(() => expect(asked).toBeGreaterThan(before));
  // Otherwise it would have waited for a minute.
  await late.stop();
}, 20_000);

it('allows no more than six runs an hour, and no more than 366 days', async () => {
  const { grace } = await project(10);
  for (let run = 0; run < 6; run++) expect((await service.as(grace).startReconciliation(window)).status).toBe(200);
  const refused = await service.as(grace).startReconciliation(window);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
  const long = await service.as(grace).startReconciliation({ start_date: '2024-01-01', end_date: '2026-01-01' });
  expect([long.status, long.body.errors?.[0]?.location]).toEqual([422, 'body']);
});
