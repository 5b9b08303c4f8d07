import type { Actor } from '@parley/contracts';
import { amountOf, Mover } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let mover: Mover;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  mover = new Mover(service, 'conversations');
});
afterAll(() => mover.close());

const talks = amountOf({ quick: 4, soak: 200 });
const rules = amountOf({ quick: 10, soak: 200 });
/** What calls bring: requests, and messages of each. */
const brought = amountOf({ quick: 4, soak: 200, full: 2_000 });
const messages = amountOf({ quick: 100, soak: 100, full: 500 });
const timeoutMs = amountOf({ quick: 60_000, soak: 900_000, full: 7_200_000 });

async function runJobs(): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const job of ['runDueClocks', 'sendDueMessages', 'runRules', 'runDueRules', 'chooseSurveys', 'askSurveys'])
      await service.runJob(job);
  await harness.queueIdle();
}

/** How many rows automation has in a project. */
async function automationOf({ projectId }: TestProject): Promise<Record<string, number>> {
  const tables = ['rule_run', 'service_level', 'clock', 'survey_ask', 'scheduled_message', 'mention'];
  const counts = tables.map(async (table) => {
    const text = `select count(*)::int as count from ${table} where id_project = $1`;
    return [table, (await service.db.query<{ count: number }>(text, [projectId]))[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** A policy and a survey for every request, and rules that run on whatever happens. */
async function automate(ada: Actor): Promise<void> {
  const targets = { default: { first_response: 60_000, next_response: 60_000, resolution: 60_000 } };
  const made = [
    (await service.as(ada).createSlaPolicy({}, { body: { name: 'All', targets } })).status,
    (await service.as(ada).createSurvey({}, { body: { name: 'All', enabled: true } })).status,
  ];
  const events = ['message.created', 'request.created', 'request.closed', 'request.assigned'];
  for (let nth = 0; nth < rules; nth++) {
    // Each of these is suppressed for every note of another.
    const on = nth < 10 ? [...events, 'request.updated'] : events;
    const body = { name: `Rule ${nth}`, enabled: true, on, actions: [{ type: 'add_note', text: `Rule ${nth}` }] };
    made.push((await service.as(ada).createRule({}, { body })).status);
  }
  expect(made).toEqual(Array(rules + 2).fill(200));
}

const nothing = { rule_run: 0, service_level: 0, clock: 0, survey_ask: 0, scheduled_message: 0, mention: 0 };

it(
  'has no run, service level, survey or scheduled message by what it brings, and all of them by the first message that is written here',
  async () => {
    const add = (one: TestProject) => one.addMember({ actor: one.personas.linus });
    const [from, into] = [await harness.project(add), await harness.project(add)];
    const { ada, linus, vera } = from.personas;
    const here = (actor: Actor) => service.as({ ...actor, projectId: into.projectId });
    into.addMember({ actor: { ...linus, projectId: into.projectId } });
    await harness.syncReadModels(into);
    const requests: string[] = [];
    while (requests.length < talks) {
      const request_id = await harness.conversation(from);
      await service.as(linus).sendMessage({ request_id, text: 'Which one?' });
      await service.as(vera).sendMessage({ request_id, text: 'The red one' });
      await service.as(linus).sendMessage({ request_id, text: 'On its way' });
      if (requests.length % 2 === 1) await service.as(linus).closeRequest({ request_id });
      requests.push(request_id);
    }
    const [open = '', closed = '', other = ''] = requests;
    // None of them is judged where it was: they begin there without any.
    await automate(ada);
    const records = await mover.read(from.projectId);
    // As another system brings them: nobody has written here.
    const foreign = { imported: true, last_requester_at: undefined, last_team_at: undefined };
    for (const record of records.request ?? []) Object.assign(record, foreign);
    for (const record of records.message ?? []) record.imported = true;

    await mover.write(into.projectId, records);
    await runJobs();
    expect(await automationOf(into)).toEqual(nothing);
    // Nor by what people of the team do with it before anybody writes.
    const { body: listed } = await service
      .as(into.personas.ada)
      .listRequests({}, { query: { status: 'all', limit: '200' } });
    expect(listed.count).toBe(talks);
    await here(linus).updateRequest({ request_id: open }, { body: { priority: 'low' } });
    expect((await here(linus).closeRequest({ request_id: other })).status).toBe(200);
    await runJobs();
    expect(await automationOf(into)).toEqual(nothing);

    for (const request_id of [open, closed])
      expect((await here(vera).sendMessage({ request_id, text: 'Has it come?' })).status).toBe(200);
    await runJobs();
    expect((await automationOf(into)).service_level).toBe(2);
    for (const request_id of [open, closed]) {
      const { sla, notes } = await seen(service, into, request_id);
      expect(sla).toMatchObject({ policy: { name: 'All' } });
      expect(new Set(notes.map(({ text }) => text)).size).toBe(rules);
    }
    await here(linus).sendMessage({ request_id: open, text: 'It should have' });
    await here(linus).closeRequest({ request_id: open });
    await runJobs();
    expect((await automationOf(into)).survey_ask).toBe(1);
  },
  timeoutMs,
);

it(
  'has none of them by what calls bring, and all of them by the first message that is written then',
  async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { ada, linus, vera } = project.personas;
    // So that she is known.
    await service.as(ada).closeRequest({ request_id: await harness.conversation(project) });
    await runJobs();
    await automate(ada);
    const requests = Array.from({ length: brought }, () => newRequestId(project.projectId));
    const query = { import: 'true' };
    const createdAt = new Date(Date.now() - 86_400_000).toISOString();
    for (const [nth, request_id] of requests.entries()) {
      const old = { request_id, first_text: 'Old', sender: vera.id, createdAt, participants: [linus.id] };
      const closed = nth % 2 === 1 && { status: 1000, closed_at: createdAt };
      expect((await service.as(ada).createRequest({ ...old, ...closed }, { query })).status).toBe(200);
      const items = Array.from({ length: messages }, (_, place) => ({
        ...{ text: `Message ${place}`, sender: place % 2 === 0 ? vera.id : linus.id, createdAt },
      }));
      expect((await service.as(ada).sendMessages({ request_id, import: 'true', items })).status).toBe(200);
    }
    await runJobs();
    expect(await automationOf(project)).toEqual(nothing);

    const [open = '', closed = ''] = requests;
    for (const request_id of [open, closed])
      expect((await service.as(vera).sendMessage({ request_id, text: 'Has it come?' })).status).toBe(200);
    await runJobs();
    const { service_level, rule_run } = await automationOf(project);
    expect([service_level, Number(rule_run) >= 2 * rules]).toEqual([2, true]);
    await service.as(linus).closeRequest({ request_id: open });
    await runJobs();
    expect((await automationOf(project)).survey_ask).toBe(1);
  },
  timeoutMs,
);
