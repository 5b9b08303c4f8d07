import { messageCreated, requestCreated } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('opens a request with the first message and answers both', async () => {
  const { project, request_id, vera, linus } = await harness.openedRequest();

  const { status, body } = await service.as(vera).sendMessage({ request_id, text: 'Are you there?' });

  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      seq: 2,
      status: 200,
      sender: vera.id,
      senderFullname: 'Vera',
      recipient: request_id,
      request: { request_id },
    },
  });
  expect(body).not.toHaveProperty('audience');
  expect(await seen(service, project, request_id)).toMatchObject({
    first_text: 'Hello',
    ticket_id: '1',
    participants: [linus.id],
    participatingAgents: [{ firstname: 'Linus' }],
    status: 200,
    __v: 0,
    lead: { fullname: 'Vera', lead_id: vera.id },
    requester: { uuid_user: vera.id },
    snapshot: { availableAgentsCount: 1, department: { name: 'Support' }, lead: { fullname: 'Vera' } },
  });
});

it('announces the first message before the request and freezes both', async () => {
  const { project, request_id, vera, linus } = await harness.openedRequest();

  const { _id } = await seen(service, project, request_id);
  const events = await eventsOf(service, _id);

  expect(events.map(({ type }) => type)).toEqual([
    'message.created',
    'request.created',
    'request.participant_joined',
    'request.assigned',
  ]);
  expect(events[0]?.data).toMatchObject({
    isFirst: true,
    fromRequester: true,
    message: { audience: 'all', sender: vera.id },
  });
  expect(events[3]?.data).toMatchObject({
    assigneeId: linus.id,
    assigneeName: 'Linus Pauling',
    assignmentType: 'auto',
    decision: { rule: 'least_loaded_longest_idle', roster: 'fresh', winner: linus.id },
  });
  for (const { data } of events) {
    expect(data).toMatchObject({ request: { status: 200, participants: [linus.id], __v: 0 } });
    expect(data.request).not.toHaveProperty('snapshot.agents');
  }
});

it('stores one message for one Idempotency-Key', async () => {
  const { project, vera } = await harness.openedRequest();
  const request_id = newRequestId(project.projectId);
  const headers = { 'Idempotency-Key': 'once' };
  const send = (text: string) => service.as(vera).sendMessage({ request_id, text }, { headers });

  const [first, again, other] = [await send('Hello'), await send('Hello'), await send('Bye')];

  expect(again.body._id).toBe(first.body._id);
  expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  expect((await service.as(vera).listMessages({ request_id })).body).toHaveLength(1);
  const second = await service
    .as(vera)
    .sendMessage({ request_id, text: 'Next' }, { headers: { 'Idempotency-Key': 'two' } });
  expect(second.body.seq).toBe(2);
});

describe('content', () => {
  it('of a first message without text names the request by its type', async () => {
    const { project, vera } = await harness.openedRequest();
    const send = (body: object) =>
      service.as(vera).sendMessage({ request_id: newRequestId(project.projectId), ...body });

    const image = await send({ type: 'image', metadata: { src: 'https://x.example/a.png', width: '10', height: 5 } });
    expect(image.body).toMatchObject({
      text: '',
      metadata: { width: 10, height: 5 },
      request: { first_text: 'Image' },
    });
    const attached = await send({ attributes: { attachment: { type: 'template' } } });
    expect(attached).toMatchObject({ status: 200, body: { attributes: { attachment: { type: 'template' } } } });
  });

  it('is stored as typed', async () => {
    const { vera, request_id } = await harness.openedRequest();
    const text = `$\{LABEL} {{secret}} \\close <script>`;
    const attributes = { templateProcessor: true, deep: { list: [1, 'a', null] }, clienttimestamp: 5 };
    const { body } = await service.as(vera).sendMessage({ request_id, text, attributes });
    expect(body).toMatchObject({ text, attributes, request: { status: 200 } });
  });

  it('becomes attributes of the request without the control keys', async () => {
    const { project, vera } = await harness.openedRequest();
    const request_id = newRequestId(project.projectId);
    await service.as(vera).sendMessage({ request_id, text: 'x', attributes: { shop: 'eu', clienttimestamp: 5 } });
    expect((await seen(service, project, request_id)).attributes).toEqual({ shop: 'eu' });
  });

  it('in the micro-language is read at storing', async () => {
    const { linus, request_id } = await harness.openedRequest();
    const attributes = { microlanguage: true, mine: 1 };
    const { body } = await service.as(linus).sendMessage({ request_id, text: 'Choose\n* Yes', attributes });
    expect(body).toMatchObject({
      text: 'Choose',
      attributes: { mine: 1, _raw_message: 'Choose\n* Yes', attachment: { buttons: [{ type: 'text', value: 'Yes' }] } },
    });
  });
});

it.each([
  { subtype: 'info' },
  { subtype: 'info/x' },
  { info: true },
  { hidden: true },
  { subtype: 'private' },
  { subtype: 'private/x' },
  { private: true },
])('keeps %j from the end user and shows it to the team', async (attributes) => {
  const { linus, vera, request_id } = await harness.openedRequest();
  const { body } = await service.as(linus).sendMessage({ request_id, text: 'between us', attributes });

  expect((await service.as(vera).listMessages({ request_id })).body).toHaveLength(1);
  expect((await service.as(vera).getMessage({ request_id, message_id: body._id })).status).toBe(404);
  expect((await service.as(linus).listMessages({ request_id })).body).toHaveLength(2);
});

describe('commands', () => {
  it.each(['\\close', '\\agent', 'x\\close'])('%s of a guest changes nothing', async (text) => {
    const { project, vera, request_id } = await harness.openedRequest();
    const before = await seen(service, project, request_id);
    const { body } = await service.as(vera).sendMessage({ request_id, text });
    expect(body).toMatchObject({ text, request: { status: 200 } });
    expect((await seen(service, project, request_id)).__v).toBe(before.__v);
  });

  it('of a bot close or hand off before the answer, and leave no visible empty message', async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { vera, linus } = project.personas;
    const bot = await harness.addBot(project);
    Object.assign(project.departments[0] ?? {}, { id_bot: bot });
    const robby = { ...project.personas.robby, id: bot };
    const request_id = newRequestId(project.projectId);
    const opened = await service.as(vera).sendMessage({ request_id, text: 'Hello' });
    expect(opened.body.request).toMatchObject({ participants: [`bot_${bot}`], hasBot: true });

    const handed = await service.as(robby).sendMessage({ request_id, text: '\\agent' });
    expect(handed.body).toMatchObject({
      text: '\\agent',
      attributes: { subtype: 'info' },
      request: { participants: [linus.id], hasBot: false },
    });
    const visible = (await service.as(vera).listMessages({ request_id })).body;
    expect(visible.map(({ text }) => text)).toEqual([
      'Hello',
      'Robby left the conversation',
      'Linus Pauling joined the conversation',
    ]);

    const bye = await service.as(robby).sendMessage({ request_id, text: 'Bye \\close' });
    expect(bye.body).toMatchObject({ text: 'Bye', request: { status: 1000, closed_by: `bot_${bot}` } });
  });

  it('of an agent close only what they serve', async () => {
    const { project, linus, request_id } = await harness.openedRequest();
    const alan = project.addMember({ actor: project.personas.alan });
    await harness.syncReadModels(project);
    expect((await service.as(alan).sendMessage({ request_id, text: '\\close' })).body.code).toBe('not_a_participant');
    expect((await service.as(linus).sendMessage({ request_id, text: '\\close' })).body.request).toMatchObject({
      status: 1000,
    });
  });
});

it('answers a repeated external id with the first message, fifty at once', async () => {
  const { vera, request_id } = await harness.openedRequest();
  const send = () => service.as(vera).sendMessage({ request_id, text: 'once', external_id: 'wa-1' });

  const answers = await Promise.all(Array.from({ length: 50 }, send));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  expect((await service.as(vera).listMessages({ request_id })).body).toHaveLength(2);
});

it('answers no visitor with a message that they may not read, whatever its external id', async () => {
  const { vera, linus, request_id } = await harness.openedRequest();
  const secret = { text: 'Not for Vera', attributes: { private: true }, external_id: 'note-1' };
  expect((await service.as(linus).sendMessage({ request_id, ...secret })).status).toBe(200);

  const single = await service.as(vera).sendMessage({ request_id, text: 'x', external_id: 'note-1' });
  const several = await service.as(vera).sendMessages({ request_id }, { body: [{ text: 'x', external_id: 'note-1' }] });

  for (const { status, body } of [single, several]) {
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'external_id_taken' });
    expect(JSON.stringify(body)).not.toContain('Not for Vera');
  }
  expect((await service.as(linus).sendMessage({ request_id, ...secret })).status).toBe(200);
});

it('takes the same external id on another request, channel or project', async () => {
  const { vera, request_id, project } = await harness.openedRequest();
  const elsewhere = await harness.openedRequest();
  const send = async (to: string, more: object = {}, who = vera) =>
    (await service.as(who).sendMessage({ request_id: to, text: 'once', external_id: 'wa-2', ...more })).body;

  const first = await send(request_id);
  const others = [
    await send(newRequestId(project.projectId)),
    await send(request_id, { channel: { name: 'whatsapp' } }),
    await send(elsewhere.request_id, {}, elsewhere.vera),
  ];

  expect(new Set([first, ...others].map(({ _id }) => _id)).size).toBe(4);
  expect((await send(request_id))._id).toBe(first._id);
  expect((await send(request_id, { channel: { name: 'whatsapp' } }))._id).toBe(others[1]?._id);
});

it.each([
  ['plainly', () => ({})],
  ['each with an Idempotency-Key', () => ({ 'Idempotency-Key': crypto.randomUUID() })],
])('hands a request to people when its bot answers itself, %s', async (_how, headersOf) => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const bot = await harness.addBot(project);
  Object.assign(project.departments[0] ?? {}, { id_bot: bot });
  const robby = { ...project.personas.robby, id: bot };
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  const say = () =>
    service
      .as(robby)
      .sendMessage({ request_id, text: 'Still there?' }, { headers: headersOf() as Record<string, string> });

  for (let count = 0; count < 30; count++) expect((await say()).status).toBe(200);

  expect(await say()).toMatchObject({ status: 429, body: { code: 'bot_budget_exhausted' } });
  expect(await say()).toMatchObject({ status: 429 });
  const request = await seen(service, project, request_id);
  expect(request).toMatchObject({ participants: [project.personas.linus.id], hasBot: false });
  const routed = (await eventsOf(service, request._id)).filter(({ type }) => type === 'request.routed');
  expect(routed).toHaveLength(1);
});

describe('a widget that starts silently', () => {
  it('waits for the first visible message, which names and routes the request', async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { vera, linus } = project.personas;
    const request_id = newRequestId(project.projectId);
    const hidden = { text: 'start', attributes: { subtype: 'info' } };

    const started = await service.as(vera).sendMessage({ request_id, ...hidden });
    expect(started.body.request).toMatchObject({ preflight: true, status: 50, participants: [] });
    const again = await service.as(vera).sendMessage({ request_id, ...hidden });
    expect(again.body.request).toMatchObject({ preflight: true, status: 50 });
    const spoken = await service.as(vera).sendMessage({ request_id, text: 'Help me' });

    expect(spoken.body).toMatchObject({
      seq: 3,
      request: { preflight: false, status: 200, first_text: 'Help me', participants: [linus.id] },
    });
  });
});

it('counts the wait of the requester until a human answers, regardless of messages in between', async () => {
  const { project, vera, linus, request_id } = await harness.openedRequest();
  const robby = project.personas.robby;
  await service.as(robby).sendMessage({ request_id, text: 'I am a bot' });
  const afterBot = await seen(service, project, request_id);
  expect(afterBot.first_response_at).toBeDefined();
  expect(afterBot.waiting_time).toBeUndefined();

  await Promise.all(Array.from({ length: 20 }, () => service.as(linus).sendMessage({ request_id, text: 'Hi' })));
  const answered = await seen(service, project, request_id);
  expect(answered.waiting_time).toBeGreaterThanOrEqual(0);
  await service.as(vera).sendMessage({ request_id, text: 'Thanks' });
  await service.as(linus).sendMessage({ request_id, text: 'Bye' });

  const later = await seen(service, project, request_id);
  expect(later).toMatchObject({ waiting_time: answered.waiting_time, first_response_at: afterBot.first_response_at });
  const { _id } = later;
  const updates = (await eventsOf(service, _id)).filter(({ type }) => type === 'request.updated');
  expect(updates.map(({ data }) => data.changes)).toEqual([['first_response_at'], ['waiting_time']]);
});

it('records events that fit their schema', async () => {
  const { projectId } = (await harness.openedRequest()).project;
  expect(await service.outbox(messageCreated, projectId)).not.toEqual([]);
  expect(await service.outbox(requestCreated, projectId)).toHaveLength(1);
});
