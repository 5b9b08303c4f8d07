import { type Actor, macroCreated, macroDeleted, macroUpdated } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

type Action = { type: string } & Record<string, unknown>;

/** A request of vera that linus serves. */
async function served(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    setUp(one);
  });
  const request_id = await harness.conversation(project);
  return { project, request_id, ...project.personas };
}

async function macroOf(author: Actor, actions: Action[], more: object = { visibility: 'shared' }): Promise<string> {
  const { status, body } = await service.as(author).createMacro({}, { body: { name: 'Some steps', actions, ...more } });
  expect([status, body]).toEqual([200, expect.objectContaining({ actions })]);
  return body._id;
}

const run = (who: Actor, request_id: string, macro_id: string, headers: Record<string, string> = {}) =>
  service.as(who).runMacro({ request_id, macro_id }, { headers });

/** Every row that has to do with the requests of a project. */
async function rowsOf({ projectId }: TestProject) {
  const tables = ['request', 'request_head', 'message', 'request_history', 'seat', 'clock', 'service_level'];
  const all = [...tables, 'request_reader', 'custom_event'].map((table) =>
    service.db.query(`select t.* from ${table} t where t.id_project = $1 order by t::text`, [projectId]),
  );
  const events = service.db.query('select seq, type from outbox where id_project = $1 order by seq', [projectId]);
  return Promise.all([...all, events]);
}

describe('a macro', () => {
  it('does all its actions in one change', async () => {
    const { project, request_id, linus, ada, grace } = await served((one) => one.addDepartment({ name: 'Support' }));
    const id = await macroOf(ada, [
      { type: 'send_message', text: 'We look into it.' },
      { type: 'add_note', text: 'Ask {{agent.firstname}}', mentions: [grace.id] },
      { type: 'add_tags', tags: ['order', 'late'] },
      { type: 'remove_tags', tags: ['LATE'] },
      { type: 'set_priority', priority: 'urgent' },
      { type: 'set_subject', subject: 'Order of {{lead.fullname}}' },
      { type: 'set_attributes', attributes: { order: 7 } },
      { type: 'add_follower', member: ada.id },
      { type: 'notify', people: ['assignee', ada.id], text: 'See {{request.ticket_id}}' },
      { type: 'emit', name: 'order.asked', attributes: { by: 'macro' } },
      { type: 'snooze', in: 3_600_000 },
    ]);
    const before = await seen(service, project, request_id);

    const { status, body } = await run(linus, request_id, id);

    expect(status).toBe(200);
    expect(body.macro).toEqual({ _id: id, applied: expect.any(Array) });
    expect(body.macro.applied.map(({ changed }) => changed)).toEqual(Array(11).fill(true));
    const now = await seen(service, project, request_id);
    expect(now).toMatchObject({
      __v: before.__v + 1,
      priority: 'urgent',
      subject: 'Order of Vera',
      tags: [{ tag: 'order' }],
      attributes: { order: 7 },
      notes: [{ text: 'Ask Linus', mentions: [grace.id], createdBy: linus.id }],
      snooze: { by: linus.id },
    });
    expect(now.followers.toSorted()).toEqual([ada.teammateId, grace.teammateId].toSorted());
    const events = await eventsOf(service, now._id);
    expect(events.filter(({ type }) => type === 'request.updated').at(-1)?.data.changes).toEqual(
      expect.arrayContaining(['priority', 'subject', 'tags', 'attributes', 'notes', 'followers', 'snooze']),
    );
    const { body: history } = await service.as(linus).listRequestHistory({ request_id });
    expect(history.filter(({ verb }) => verb === 'MACRO_RUN')).toMatchObject([
      { actor: { id: linus.id }, decision: { rule: 'macro', macro: id } },
    ]);
    const [custom] = (await service.as(ada).listEvents({ name: 'order.asked' })).body.events;
    expect(custom).toMatchObject({ createdBy: linus.id, attributes: { by: 'macro', request_id } });
    const { body: messages } = await service.as(linus).listMessages({ request_id });
    expect(messages.at(-1)).toMatchObject({ sender: linus.id, attributes: { automation: { macro: id } } });
  });

  it('moves not one row, event, number or seat where the last of twenty actions is refused', async () => {
    const { project, request_id, linus, ada, alan } = await served((one) =>
      one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const doable: Action[] = [
      { type: 'send_message', text: 'Hello' },
      { type: 'add_note', text: 'Noted' },
      { type: 'notify', people: [ada.id], text: 'Look' },
      { type: 'emit', name: 'tried' },
      { type: 'assign', to: 'nobody' },
      ...Array.from({ length: 14 }, (_, place) => ({ type: 'add_tags', tags: [`tag ${place}`] })),
    ];
    const id = await macroOf(ada, [...doable, { type: 'assign', to: alan.id }]);
    await harness.queueIdle();
    const before = await rowsOf(project);

    const refused = await run(ada, request_id, id);

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'capacity_reached', errors: [{ param: 'actions[19]' }] },
    });
    await harness.queueIdle();
    expect(await rowsOf(project)).toEqual(before);
    // Without the last one all of them are done.
    expect((await run(ada, request_id, await macroOf(ada, doable))).status).toBe(200);
    expect(await rowsOf(project)).not.toEqual(before);
    const { counted, recount } = await seatsOf(service, project.projectId);
    expect([counted, linus.id in counted]).toEqual([recount, false]);
  });

  it('is run once by its key, however often it is called', async () => {
    const { request_id, linus, ada } = await served();
    const id = await macroOf(ada, [
      { type: 'send_message', text: 'Once' },
      { type: 'add_note', text: 'Once' },
    ]);
    const key = { 'Idempotency-Key': 'press the button' };
    const first = await run(linus, request_id, id, key);
    const again = await run(linus, request_id, id, key);

    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const { body: messages } = await service.as(linus).listMessages({ request_id });
    expect(messages.filter(({ text }) => text === 'Once')).toHaveLength(1);
  });

  it('stores texts and images in its order, without a gap', async () => {
    const { request_id, linus, ada, vera } = await served();
    const src = 'https://files.example/one.png';
    const id = await macroOf(ada, [
      { type: 'send_message', text: 'First' },
      { type: 'add_note', text: 'Not for the visitor' },
      { type: 'send_message', message_type: 'image', metadata: { src, width: 10, height: 10 } },
      { type: 'send_message', text: 'Last' },
    ]);
    const { body } = await service.as(vera).listMessages({ request_id });
    const last = body.at(-1)?.seq ?? 0;
    await run(linus, request_id, id);

    const after = (await service.as(vera).listMessages({ request_id, after: last })).body;
    expect(after.map(({ seq, text, type }) => [seq, type, text])).toEqual([
      [last + 1, 'text', 'First'],
      [last + 2, 'image', ''],
      [last + 3, 'text', 'Last'],
    ]);
  });

  it('gives its caller no right that they lack alone, whoever wrote it', async () => {
    const { project, request_id, ada, alan, linus, robby } = await served((one) =>
      one.addMember({ actor: one.personas.alan, available: false }),
    );
    const closing = await macroOf(ada, [{ type: 'add_tags', tags: ['done'] }, { type: 'close' }]);
    const before = await rowsOf(project);
    // Sees the request, but does not serve it.
    expect(await run(alan, request_id, closing)).toMatchObject({
      status: 403,
      body: { code: 'not_a_participant', errors: [{ param: 'actions[1]' }] },
    });
    const limited: Actor = { ...linus, rights: ['requests.read', 'requests.write'] };
    expect(await run(limited, request_id, closing)).toMatchObject({
      status: 403,
      body: { code: 'right_missing', errors: [{ param: 'actions[1]' }] },
    });
    expect(await rowsOf(project)).toEqual(before);
    const own = await macroOf(linus, [{ type: 'add_tags', tags: ['mine'] }], {});
    expect(await run(ada, request_id, own)).toMatchObject({ status: 404, body: { code: 'macro_not_found' } });
    const claiming = await macroOf(ada, [{ type: 'assign', to: 'me' }]);
    expect((await run(robby, request_id, claiming)).body).toMatchObject({ errors: [{ param: 'actions[0].to' }] });
    expect((await run(linus, request_id, closing)).status).toBe(200);
  });

  it('tells those who do not see the request nothing of it', async () => {
    const { project, a, b } = await harness.twoGroups();
    const { ada, linus, alan } = project.personas;
    const request_id = newRequestId(project.projectId);
    await service.as(ada).createRequest({ request_id, first_text: 'Hello', departmentid: b });
    const id = await macroOf(ada, [{ type: 'assign', to: 'unknown' }]);

    expect(await run(linus, request_id, id)).toMatchObject({ status: 404, body: { code: 'request_not_found' } });
    expect(await service.as(linus).previewMacro({ request_id, macro_id: id })).toMatchObject({ status: 404 });
    expect(await run(alan, request_id, id)).toMatchObject({
      status: 422,
      body: { errors: [{ param: 'actions[0].to' }] },
    });
    expect(a).not.toBe(b);
  });

  it('decides each action on what those before it leave', async () => {
    const { project, request_id, ada, linus } = await served();
    const id = await macroOf(ada, [
      { type: 'close' },
      { type: 'reopen' },
      { type: 'assign', to: 'nobody' },
      { type: 'assign', to: linus.id },
      { type: 'send_message', text: 'Bye \\close' },
      { type: 'reopen' },
      { type: 'set_department', department: 'default' },
    ]);
    const { status, body } = await run(ada, request_id, id);

    expect([status, body]).toMatchObject([200, { request: { status: 200, participants: [linus.id] } }]);
    const now = await seen(service, project, request_id);
    const types = (await eventsOf(service, now._id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'request.closed')).toHaveLength(2);
    expect(types.slice(-1)).toEqual(['request.updated']);
    const { counted, recount } = await seatsOf(service, project.projectId);
    expect(counted).toEqual(recount);
  });

  it('changes nothing in a preview, which shows its texts and what would be refused', async () => {
    const { project, request_id, linus, alan, ada } = await served((one) =>
      one.addMember({ actor: one.personas.alan, available: false, limit: 0 }),
    );
    const id = await macroOf(ada, [
      { type: 'send_message', text: 'Dear {{lead.fullname}}, {{lead.attributes.plan|customer}}' },
      { type: 'set_priority', priority: 'normal' },
      { type: 'assign', to: alan.id },
      { type: 'close' },
    ]);
    await harness.queueIdle();
    const before = await rowsOf(project);
    const { status, body } = await service.as(linus).previewMacro({ request_id, macro_id: id });

    expect([status, body]).toEqual([
      200,
      {
        texts: ['Dear Vera, customer'],
        outcome: [
          { type: 'send_message', ok: true, changed: true },
          { type: 'set_priority', ok: true, changed: false },
          { type: 'assign', ok: false, code: 'capacity_reached' },
        ],
      },
    ]);
    expect(await rowsOf(project)).toEqual(before);
  });

  it('lets no program say that it wrote a message', async () => {
    const { request_id, linus } = await served();
    const { body } = await service
      .as(linus)
      .sendMessage({ request_id, text: 'Hello', attributes: { automation: { macro: 'x' }, own: 1 } });
    expect(body.attributes).toEqual({ own: 1 });
  });
});

describe('macros', () => {
  it('are made, changed and deleted, those of the team by admins, and announced if they are shared', async () => {
    const { project, ada, linus, alan } = await served((one) => one.addMember({ actor: one.personas.alan }));
    const actions = [{ type: 'close' }];
    const own = await macroOf(linus, actions, { position: 2 });
    const shared = await macroOf(ada, actions, { visibility: 'shared', position: 1, departments: ['d'] });
    const listed = async (who: Actor) => (await service.as(who).listMacros({})).body.macros.map(({ _id }) => _id);
    expect([await listed(linus), await listed(alan), await listed(ada)]).toEqual([[shared, own], [shared], [shared]]);

    const as = service.as(linus);
    expect(await as.createMacro({}, { body: { name: 'x', actions, visibility: 'shared' } })).toMatchObject({
      status: 403,
    });
    expect(await as.updateMacro({ macro_id: own }, { body: { visibility: 'shared' } })).toMatchObject({ status: 403 });
    expect(await as.updateMacro({ macro_id: shared }, { body: { name: 'y' } })).toMatchObject({ status: 403 });
    expect(await as.deleteMacro({ macro_id: shared })).toMatchObject({ status: 403 });
    expect(await service.as(alan).getMacro({ macro_id: own })).toMatchObject({ status: 404 });
    expect((await as.updateMacro({ macro_id: own }, { body: { name: 'Mine' } })).body).toMatchObject({
      ...{ name: 'Mine', __v: 1, actions, visibility: 'personal' },
    });
    expect(
      await as.updateMacro({ macro_id: own }, { body: { name: 'Z' }, headers: { 'If-Match': '"0"' } }),
    ).toMatchObject({
      status: 412,
    });
    await service.as(ada).updateMacro({ macro_id: shared }, { body: { name: 'Ours' } });
    await service.as(ada).deleteMacro({ macro_id: shared });
    await as.deleteMacro({ macro_id: own });

    expect(await listed(linus)).toEqual([]);
    const { projectId } = project;
    const names = [macroCreated, macroUpdated, macroDeleted].map(async (event) =>
      (await service.outbox(event, projectId)).map(({ data }) => data.macro._id),
    );
    expect(await Promise.all(names)).toEqual([[shared], [shared], [shared]]);
  });

  it.each<[string, object, string]>([
    ['no actions', { actions: [] }, 'actions'],
    ['an unknown action', { actions: [{ type: 'fly' }] }, 'actions[0].type'],
    ['an action without what it needs', { actions: [{ type: 'close' }, { type: 'add_tags' }] }, 'actions[1].tags'],
    ['a member of another action', { actions: [{ type: 'close', text: 'x' }] }, 'actions[0].text'],
    ['a message without content', { actions: [{ type: 'send_message' }] }, 'actions[0].text'],
    [
      'an image without address',
      { actions: [{ type: 'send_message', message_type: 'image' }] },
      'actions[0].metadata.src',
    ],
    ['a blank note', { actions: [{ type: 'add_note', text: ' ' }] }, 'actions[0].text'],
    ['two ends of a snooze', { actions: [{ type: 'snooze', in: 60_000, opening: 1 }] }, 'actions[0].until'],
    ['21 actions', { actions: Array(21).fill({ type: 'close' }) }, 'actions'],
  ])('with %s are refused', async (_, more, param) => {
    const { linus } = await served();
    const { status, body } = await service.as(linus).createMacro({}, { body: { name: 'x', ...more } });
    expect([status, (body as unknown as { errors: { param: string }[] }).errors[0]?.param]).toEqual([422, param]);
  });
});

describe('a bulk macro', () => {
  it('is done whole on each request, or not at all, and names those it left', async () => {
    const project = await harness.project((one) => {
      one.addMember({ actor: one.personas.linus, available: false });
      one.addMember({ actor: one.personas.alan, available: false });
    });
    const { ada, linus, alan } = project.personas;
    const make = async (count: number, participants: string[]) => {
      const ids = Array.from({ length: count }, () => newRequestId(project.projectId));
      for (const request_id of ids)
        await service.as(ada).createRequest({ request_id, first_text: 'Hello', participants });
      return ids;
    };
    const open = await make(20, [linus.id]);
    const closed = await make(4, [linus.id]);
    for (const request_id of closed) await service.as(linus).closeRequest({ request_id });
    const unseen = await make(6, [alan.id]);
    const macro = await macroOf(ada, [
      { type: 'add_tags', tags: ['swept'] },
      { type: 'assign', to: linus.id },
    ]);
    const request_ids = [...open.slice(0, 7), ...closed, ...unseen, ...open.slice(7)];
    const sweep = { request_ids, operation: 'macro', args: { macro } };

    const before = await rowsOf(project);
    const tried = await service.as(linus).bulkRequests({ ...sweep, dry_run: true });
    expect(await rowsOf(project)).toEqual(before);
    const { body } = await service.as(linus).bulkRequests(sweep);

    const told = (body.results as object[]).map((result) => ({ ...result, __v: undefined }));
    expect((tried.body.results as object[]).map((result) => ({ ...result, __v: undefined }))).toEqual(told);
    expect(told).toEqual(
      request_ids.map((request_id) => {
        if (closed.includes(request_id))
          return { request_id, status: 409, code: 'request_closed', param: 'actions[1]' };
        return unseen.includes(request_id)
          ? { request_id, status: 404, code: 'request_not_found' }
          : { request_id, status: 200 };
      }),
    );
    for (const request_id of request_ids) {
      const { tags } = await seen(service, project, request_id);
      expect([request_id, tags.length]).toEqual([request_id, open.includes(request_id) ? 1 : 0]);
    }
  });

  it('may be actions that are no macro, and the policy of service levels', async () => {
    const { project, request_id, ada } = await served();
    const actions = [{ type: 'set_priority', priority: 'low' }, { type: 'close' }];
    const { body } = await service
      .as(ada)
      .bulkRequests({ request_ids: [request_id], operation: 'actions', args: { actions } });
    expect(body.results).toEqual([{ request_id, status: 200, __v: expect.any(Number) }]);
    expect(await seen(service, project, request_id)).toMatchObject({ priority: 'low', status: 1000 });
    const pinned = await service
      .as(ada)
      .bulkRequests({ request_ids: [request_id], operation: 'sla', args: { policy: null } });
    expect(pinned.body.results).toMatchObject([{ status: 409, code: 'request_closed' }]);
  });
});
