import { requestAssigned } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { Mover } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import type { TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let mover: Mover;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
beforeEach(() => {
  mover = new Mover(service, 'conversations');
});
afterEach(() => mover.close());

const say = (text: string) => ({ type: 'send_message', text });

/** A project that goes out, and one without records of its own that it comes into: keys begin with the project. */
async function projects() {
  const add = (one: TestProject) => one.addMember({ actor: one.personas.linus });
  const [from, into] = [await harness.project(add), await harness.project(add)];
  return { from, into, ada: service.as(from.personas.ada), owner: service.as(into.personas.ada) };
}

async function runRules(): Promise<void> {
  for (let round = 0; round < 3; round++) await service.runJob('runRules');
  await harness.queueIdle();
}

it('moves macros, rules, views and surveys with their places and who sees them', async () => {
  const { from, into, ada } = await projects();
  const made = [
    await ada.createMacro({}, { body: { name: 'Mine', actions: [say('One')] } }),
    await ada.createMacro({}, { body: { name: 'Ours', visibility: 'shared', actions: [say('Two')], position: 3 } }),
    await ada.createRule({}, { body: { name: 'On', enabled: true, on: ['message.created'], actions: [say('Hi')] } }),
    await ada.createRule({}, { body: { name: 'Off', on: ['request.closed'], actions: [say('Bye')] } }),
    await ada.createView({}, { body: { name: 'Open', query: { status: '100' }, visibility: 'shared' } }),
    await ada.createSurvey({}, { body: { name: 'After closing', enabled: true, delay: 60_000 } }),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const first = await mover.read(from.projectId);
  expect([first.macro, first.rule, first.view, first.survey].map((records) => records?.length)).toEqual([2, 2, 1, 1]);

  await mover.write(into.projectId, first);
  expect(await mover.read(into.projectId)).toEqual(first);
});

it('moves merges, links, legal holds and scheduled messages, and sends nothing before the project opens', async () => {
  const { from, into } = await projects();
  const [target, source, other] = [
    await harness.conversation(from),
    await harness.conversation(from),
    await harness.conversation(from),
  ];
  const { linus, ada } = from.personas;
  into.addMember({ actor: { ...linus, projectId: into.projectId } });
  await harness.syncReadModels(into);
  expect((await service.as(ada).mergeRequest({ request_id: target }, { body: { source } })).status).toBe(200);
  expect((await service.as(ada).linkRequest({ request_id: target, other_id: other })).status).toBe(200);
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const message = { text: 'Any news?', at: at(120_000), cancel_on: [] };
  expect((await service.as(linus).scheduleMessage({ request_id: target }, { body: message as never })).status).toBe(
    200,
  );
  const hold = { kind: 'request', record: target, reason: 'Claim 2031/17' } as const;
  expect((await service.as(ada).createHold({}, { body: hold })).status).toBe(200);
  const records = await mover.read(from.projectId);
  expect([records.link?.length, records.scheduled?.length, records.hold?.length]).toEqual([2, 1, 1]);
  const due = { ...records, scheduled: (records.scheduled ?? []).map((one) => ({ ...one, at: at(-1_000) })) };

  await mover.begin(into.projectId);
  for (const [kind, own] of Object.entries(due)) {
    if (kind !== 'scheduled' && kind !== 'clock') await mover.load(into.projectId, kind, own);
  }
  await service.runJob('sendDueMessages');
  const owner = service.as(into.personas.ada);
  const texts = async () =>
    (await owner.listMessages({ request_id: target })).body.map(({ text }: { text: string }) => text);
  expect(await texts()).not.toContain('Any news?');

  await mover.write(into.projectId, records);
  expect(await mover.read(into.projectId)).toEqual(records);
  expect((await owner.deleteRequest({ request_id: target })).body).toMatchObject({ code: 'on_hold' });
  const { body: related } = await owner.listRelatedRequests({ request_id: target });
  expect([related.merged, related.links].map((list) => list.map(({ request_id }) => request_id))).toEqual([
    [source],
    [other],
  ]);
  await service.db.query('update scheduled_message set at = now() where id_project = $1', [into.projectId]);
  await service.runJob('sendDueMessages');
  const { body } = await owner.listScheduledMessages({ request_id: target });
  expect(body.scheduled.map(({ state, text }) => [state, text])).toEqual([['sent', 'Any news?']]);
  expect((await texts()).filter((text: string) => text === 'Any news?')).toHaveLength(1);
});

it('moves the surveys that were asked, and asks about nothing that was closed before the opening', async () => {
  const { from, into, ada, owner } = await projects();
  const { linus, vera } = from.personas;
  const settle = async () => {
    for (const job of ['chooseSurveys', 'askSurveys']) await service.runJob(job);
  };
  const closed = async (priority = 'normal') => {
    const request_id = await harness.conversation(from);
    await service.as(linus).sendMessage({ request_id, text: 'On its way.' });
    await service.as(linus).updateRequest({ request_id }, { body: { priority } as never });
    expect((await service.as(linus).closeRequest({ request_id })).status).toBe(200);
    return request_id;
  };
  const urgent = { filters: [{ field: 'priority', operator: '=', value: 'urgent' }], delay: 3_600_000 };
  const surveys = [
    { name: 'At once', enabled: true, position: 1, cooldown: 3_600_000 },
    { name: 'Later', enabled: true, ...urgent },
  ];
  for (const body of surveys) expect((await ada.createSurvey({}, { body: body as never })).status).toBe(200);
  const asked = await closed();
  await settle();
  await service.as(vera).rateRequest({ request_id: asked, rating: 4, rating_message: 'Kind' });
  const pending = await closed('urgent');
  await settle();
  const pendingIn = ({ projectId }: TestProject) =>
    service.db.query('select from survey_ask where id_project = $1 and due_at is not null', [projectId]);
  expect(await pendingIn(from)).toHaveLength(1);
  const records = await mover.read(from.projectId);
  expect([records.survey?.length, records.survey_ask?.length]).toEqual([2, 1]);
  expect(JSON.stringify(records.survey_ask)).not.toMatch(/token|[0-9a-f]{64}/);

  await mover.write(into.projectId, records);
  expect(await mover.read(into.projectId)).toEqual(records);
  const { body: comments } = await owner.listRatingComments({});
  expect(comments.comments).toMatchObject([{ request_id: asked, rating: 4, rating_message: 'Kind' }]);
  await settle();
  expect((await mover.read(into.projectId)).survey_ask).toEqual(records.survey_ask);
  expect(await pendingIn(into)).toEqual([]);

  // The cooldown of the lead goes on.
  const place = { request_id: pending };
  expect((await owner.reopenRequest(place)).status).toBe(200);
  await owner.updateRequest(place, { body: { priority: 'normal' } });
  expect((await owner.closeRequest(place)).status).toBe(200);
  await settle();
  const { body: history } = await owner.listRequestHistory(place);
  const said = history.map(({ verb }) => verb).filter((verb) => verb.startsWith('SURVEY_'));
  expect(said).toEqual(['SURVEY_SKIPPED']);
});

it('runs enabled rules on what happens after the opening, also to requests of another system, and their timers on open requests', async () => {
  const { from, into, ada, owner } = await projects();
  const request_id = await harness.conversation(from);
  const rules = [
    { name: 'Greets', enabled: true, on: ['message.created'], actions: [say('Here we are again')] },
    { name: 'Waits', enabled: true, on: ['timer'], timer: { since: 'created', ms: 3_600_000 }, actions: [say('Late')] },
  ];
  for (const body of rules) expect((await ada.createRule({}, { body: body as never })).status).toBe(200);
  const records = await mover.read(from.projectId);
  // As one that comes from another system.
  Object.assign(records.request?.[0] ?? {}, { imported: true });
  const due = () => service.db.query('select rule from rule_due where id_project = $1', [into.projectId]);
  await mover.begin(into.projectId);
  for (const [kind, own] of Object.entries(records)) await mover.load(into.projectId, kind, own);
  await runRules();
  expect(await due()).toEqual([]);

  await mover.write(into.projectId, records);
  await runRules();
  expect(await due()).toHaveLength(1);
  const texts = async () => (await owner.listMessages({ request_id })).body.map(({ text }: { text: string }) => text);
  const before = await texts();
  expect(before).not.toContain('Here we are again');
  expect((await owner.sendMessage({ request_id, text: 'From here on' })).status).toBe(200);
  await runRules();
  expect(await texts()).toEqual([...before, 'From here on', 'Here we are again']);
});

it('stores a batch once, however often it comes and though it comes twice at once, and refuses another one in its place', async () => {
  const { from, into } = await projects();
  for (let nth = 0; nth < 3; nth++) await harness.conversation(from);
  const { request = [] } = await mover.read(from.projectId);
  await mover.begin(into.projectId);
  const load = (batch = {}) => mover.load(into.projectId, 'request', request, batch);
  const answers = await Promise.all([load(), load(), load()]);
  expect(answers).toEqual(Array(3).fill(expect.objectContaining({ stored: 3, unchanged: 0, rejected: [] })));
  expect(await load({ n: 2 })).toMatchObject({ stored: 0, unchanged: 3 });
  await expect(load({ sha256: 'of another archive' })).rejects.toMatchObject({ code: 'import_changed' });
  expect((await mover.calls.count({ idProject: into.projectId })).counts).toMatchObject({ request: 3 });
  const answerTo = async (batch: object) => {
    const call = { idProject: into.projectId, import: mover.import, kind: 'request', n: 1, sha256: 'request 1' };
    return (await mover.calls.answer({ ...call, ...batch })).answer;
  };
  expect(await answerTo({})).toEqual(answers[0]);
  for (const other of [{ n: 3 }, { sha256: 'of another archive' }, { import: newId() }])
    expect([other, await answerTo(other)]).toEqual([other, undefined]);
});

it('knows which copies it has until the project opens, and those that have changed as others', async () => {
  const { into } = await projects();
  await mover.begin(into.projectId);
  const call = { idProject: into.projectId, import: mover.import };
  const batch = { kind: 'copies of contacts', n: 1, sha256: 'first' };
  const copies = [{ kind: 'lead', id: newId(), version: 1, recordJson: '{"lead_id":"grace","status":100}' }];
  const isKnown = async (sha256: string) =>
    (await mover.calls.answer({ ...call, ...batch, sha256 })).answer !== undefined;
  await mover.calls.keep({ ...call, ...batch, copies });
  expect([await isKnown('first'), await isKnown('second')]).toEqual([true, false]);
  await mover.calls.keep({ ...call, ...batch, sha256: 'second', copies });
  expect([await isKnown('first'), await isKnown('second')]).toEqual([false, true]);
  await mover.calls.activate(call);
  expect(await isKnown('second')).toBe(false);
  expect(await mover.calls.begin(call)).toEqual({ state: 'active', opened: true, linked: [] });
});

it('serves its queue once, oldest first, however often it is activated', async () => {
  const from = await harness.project();
  for (let nth = 0; nth < 8; nth++) await harness.conversation(from);
  const into = await harness.project((one) => {
    for (let nth = 0; nth < 2; nth++) one.addMember({ limit: 2 });
  });
  const { request = [], ...others } = await mover.read(from.projectId);
  // The last one in the archive has waited longest.
  const since = request.map(({ _waitingSince }) => _waitingSince).reverse();
  const waiting = request.map((record, nth) => ({ ...record, _waitingSince: since[nth] }));
  const call = { idProject: into.projectId, import: mover.import };
  await mover.begin(into.projectId);
  for (const [kind, own] of Object.entries({ request: waiting, ...others }))
    await mover.load(into.projectId, kind, own);
  await mover.calls.finish(call);
  await harness.queueIdle();
  const statuses = async () => {
    const text = 'select status from request where id_project = $1 order by waiting_since, id';
    return (await service.db.query<{ status: number }>(text, [into.projectId])).map(({ status }) => status);
  };
  expect(await statuses()).toEqual(Array(8).fill(100));

  await Promise.all(Array.from({ length: 10 }, () => mover.calls.activate(call)));
  await harness.queueIdle();
  expect(await statuses()).toEqual([...Array(4).fill(200), ...Array(4).fill(100)]);
  expect(await service.outbox(requestAssigned, into.projectId)).toHaveLength(4);
});

it('leaves what waits in another system out of its queue until the requester writes here', async () => {
  const from = await harness.project();
  const requestIds = [await harness.conversation(from), await harness.conversation(from)];
  const into = await harness.project((one) => one.addMember());
  const { request = [], ...others } = await mover.read(from.projectId);
  const foreign = request.map(({ last_requester_at: _here, ...one }) => ({ ...one, imported: true }));
  await mover.write(into.projectId, { request: foreign, ...others });
  await harness.queueIdle();
  await service.runJob('sweepQueue');
  const statuses = async () => {
    const text = 'select request_id as id, status from request where id_project = $1';
    const rows = await service.db.query<{ id: string; status: number }>(text, [into.projectId]);
    return requestIds.map((id) => rows.find((row) => row.id === id)?.status);
  };
  expect(await statuses()).toEqual([100, 100]);

  const vera = service.as({ ...from.personas.vera, projectId: into.projectId });
  expect((await vera.sendMessage({ request_id: requestIds[1] ?? '', text: 'Is it there?' })).status).toBe(200);
  await harness.queueIdle();
  expect(await statuses()).toEqual([100, 200]);
});

it('refuses scheduled messages and clocks of requests that are not stored', async () => {
  const { into } = await projects();
  const request = newId();
  const at = new Date().toISOString();
  const scheduled = {
    ...{ _id: newId(), request, at, state: 'pending', author: {}, content: { text: 'Any news?' } },
    ...{ maxLateMs: 60_000, createdAt: at, updatedAt: at },
  };
  await mover.begin(into.projectId);
  const missing = [{ line: 0, id: request, code: 'parent_missing', param: 'request' }];
  expect(await mover.load(into.projectId, 'scheduled', [scheduled])).toMatchObject({ stored: 0, rejected: missing });
  expect(await mover.load(into.projectId, 'clock', [{ request, wakeAt: at }])).toMatchObject({ rejected: missing });
  expect(await mover.read(into.projectId)).toEqual({});
});

it('leaves nothing of an import that is discarded, and takes nothing more of it', async () => {
  const { from, into } = await projects();
  await harness.conversation(from);
  const records = await mover.read(from.projectId);
  const call = { idProject: into.projectId, import: mover.import };
  await mover.begin(into.projectId);
  for (const [kind, own] of Object.entries(records)) await mover.load(into.projectId, kind, own);
  while (!(await mover.calls.discard(call)).done);
  expect(await mover.read(into.projectId)).toEqual({});
  await expect(mover.load(into.projectId, 'request', records.request ?? [])).rejects.toMatchObject({
    code: 'import_closed',
  });

  await mover.write(into.projectId, records);
  expect(await mover.read(into.projectId)).toEqual(records);
  await expect(mover.calls.discard(call)).rejects.toMatchObject({ code: 'import_closed' });
});
