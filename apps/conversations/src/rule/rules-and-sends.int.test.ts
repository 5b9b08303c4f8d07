import { currentCall } from '@parley/service-kit/call';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { runRules } from '../../test/rule-rounds.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

type Call = ReturnType<typeof currentCall>;

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** How often statements are asked by calls or jobs of this kind, by name. */
async function statementsOf(
  isMeant: (call: Call, name: string) => boolean,
  run: () => Promise<void>,
): Promise<Map<string, number>> {
  const { db } = service;
  const query = db.query;
  const asked = new Map<string, number>();
  db.query = (statement, values) => {
    const name = typeof statement === 'object' ? (statement.name ?? statement.text) : statement;
    if (isMeant(currentCall(), name)) asked.set(name, (asked.get(name) ?? 0) + 1);
    return query.call(db, statement, values) as never;
  };
  try {
    await run();
  } finally {
    db.query = query;
  }
  return asked;
}

/** A conversation from its first message to its closing. */
async function talk({ projectId, personas: { vera, linus } }: TestProject): Promise<string[]> {
  const request_id = newRequestId(projectId);
  const isOfRequest = ({ path }: Call) => path?.includes(request_id) === true;
  const asked = await statementsOf(isOfRequest, async () => {
    for (const text of ['Where is my parcel?', 'Hello?'])
      expect((await service.as(vera).sendMessage({ request_id, text })).status).toBe(200);
    expect((await service.as(linus).sendMessage({ request_id, text: 'On its way.' })).status).toBe(200);
    expect((await service.as(linus).closeRequest({ request_id })).status).toBe(200);
    // The closing frees a seat; the pass that this starts is no part of the call.
    await service.context.queue.idle();
  });
  return [...asked.keys()].sort();
}

async function make({ personas: { ada } }: TestProject, rule: object): Promise<void> {
  const body = { name: 'A rule', enabled: true, on: ['message.created'], actions: [{ type: 'add_note', text: 'Ran' }] };
  const { status } = await service.as(ada).createRule({}, { body: { ...body, ...rule } as never });
  expect(status).toBe(200);
}

/** So many rules that are alike but for what they ask for, the first of them made as all others are. */
async function makeMany(project: TestProject, rule: { on?: string[]; field: string }, count: number): Promise<void> {
  const { field, ...more } = rule;
  await make(project, { ...more, filters: [{ field, operator: 'contains', value: 'no. 1' }] });
  await service.db.query(
    `insert into rule (id_project, id, position, enabled, record, since)
      select id_project, lpad(to_hex(n), 24, '0'), n, enabled, jsonb_set(record, '{filters,0,value}', to_jsonb('no. ' || n)), since
      from rule, generate_series(2, $2::int) n where id_project = $1`,
    [project.projectId, count],
  );
}

it('cost a send no statement, however many of them do not match', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  // The first one fetches what is then known.
  await talk(project);
  const without = await talk(project);
  expect(without.length).toBeGreaterThan(3);
  expect(without).not.toContain('queue_pauses');
  await makeMany(project, { on: ['message.created', 'request.created', 'request.closed'], field: 'subject' }, 100);
  await service.runJob('runRules');
  expect(await talk(project)).toEqual(without);
  await service.runJob('runRules');
  const runs = await service.db.query('select from rule_run where id_project = $1', [project.projectId]);
  expect(runs).toEqual([]);
  const evaluated = 'select from rule where id_project = $1 and evaluated = 0';
  expect(await service.db.query(evaluated, [project.projectId])).toEqual([]);
});

/** Of a second, by the contract. */
const events = 200;
const requests = 20;
/** A second of messages; rules see all of them at one moment. @returns how often the rules asked each statement until they had run */
async function secondOf(project: TestProject): Promise<Map<string, number>> {
  const { vera } = project.personas;
  const ids = Array.from({ length: requests }, () => newRequestId(project.projectId));
  for (const request_id of ids) await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  await runRules([service], 10);
  let areSent = false;
  // What is read for several at once is of none of them.
  const isOfRules = ({ operation }: Call, name: string) =>
    areSent && (operation === 'runRules' || name === 'requests_by_key');
  return statementsOf(isOfRules, async () => {
    await service.db.transaction(async () => {
      // Rules read up to the oldest transaction that may still have an event.
      await service.db.query(`select pg_current_xact_id(), nextval('outbox_seq')`);
      await service.db.outside(async () => {
        const body = Array.from({ length: events / requests }, (_, nth) => ({ text: `On Monday? ${nth}` }));
        const sent = ids.map((request_id) => service.as(vera).sendMessages({ request_id }, { body }));
        for (const { status } of await Promise.all(sent)) expect(status).toBe(200);
      });
      areSent = true;
    });
    await runRules([service], 10);
  });
}

const sum = (asked: Map<string, number>): number => [...asked.values()].reduce((all, count) => all + count, 0);

it.each([
  ['their events', 'message.text', 0],
  // Those of several requests are read together.
  ['their requests', 'subject', events / 2],
])('ask next to nothing of a second of events, a hundred of which none matches %s', async (_what, field, reads) => {
  const project = await harness.project();
  await makeMany(project, { field }, 100);

  const asked = await secondOf(project);

  const { requests_by_key: read = 0 } = Object.fromEntries(asked);
  expect(read).toBeLessThanOrEqual(reads);
  expect(sum(asked) - read).toBeLessThanOrEqual(events / 4);
  const evaluated = await service.db.query<{ count: number }>(
    'select evaluated::int as count from rule where id_project = $1',
    [project.projectId],
  );
  expect(evaluated.map(({ count }) => count)).toEqual(Array(100).fill(events + requests));
});

it('run the last of a hundred once for each event of a second, in their order, and ask no more than if it were alone', async () => {
  const matching = { name: 'Monday', filters: [{ field: 'message.text', operator: 'contains', value: 'Monday' }] };
  const [alone, among] = [await harness.project(), await harness.project()];
  await makeMany(among, { field: 'message.text' }, 99);
  for (const project of [alone, among]) await make(project, matching);

  const asked = [await secondOf(alone), await secondOf(among)];

  for (const { projectId } of [alone, among]) {
    const runs = await service.db.query<{ request: string; seq: number; result: string; rule: string }>(
      `select u.request, o.seq::int as seq, u.result, u.record->'rule'->>'name' as rule from rule_run u
        join outbox o on o.id_project = u.id_project and o.id = u.event where u.id_project = $1 order by u.created_at`,
      [projectId],
    );
    expect(runs.map(({ rule, result }) => [rule, result])).toEqual(Array(events).fill(['Monday', 'applied']));
    const byRequest = Map.groupBy(runs, ({ request }) => request);
    expect(byRequest.size).toBe(requests);
    for (const ran of byRequest.values()) {
      const order = ran.map(({ seq }) => seq);
      expect(order).toEqual([...new Set(order)].toSorted((one, other) => one - other));
    }
  }
  const [few, many] = asked.map((one) => Math.ceil(sum(one) / events));
  expect([many, asked[0] && [...asked[0].keys()].sort()]).toEqual([few, asked[1] && [...asked[1].keys()].sort()]);
}, 60_000);
