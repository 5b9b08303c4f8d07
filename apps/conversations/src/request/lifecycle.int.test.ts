import { requestClosed } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

async function served(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    setUp(one);
  });
  const { vera } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  return { project, request_id, ...project.personas };
}

const keysOf = async (project: TestProject, request_id: string) =>
  (await service.as(project.personas.ada).listMessages({ request_id })).body.flatMap(({ attributes }) => {
    const label = attributes.messagelabel as { key: string; parameters: object } | undefined;
    if (label) expect(label.parameters).toEqual(expect.any(Object));
    return label ? [label.key] : [];
  });

it('closes once, however often and by whichever actor', async () => {
  const { project, request_id, linus, grace, vera } = await served();

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? other : service)
        .as(index % 3 ? linus : grace)
        .closeRequest({ request_id }, { body: { force: true } }),
    ),
  );
  const last = await service.as(vera).closeOwnRequest({ request_id });

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set([...answers, last].map(({ body }) => body.closed_at)).size).toBe(1);
  const { _id, ...request } = await seen(service, project, request_id);
  expect(request).toMatchObject({ status: 1000, participants: [linus.id], duration: expect.any(Number) });
  expect(request.transcript).toContain('Vera: Hello');
  expect((await eventsOf(service, _id)).filter(({ type }) => type === 'request.closed')).toHaveLength(1);
  expect(await keysOf(project, request_id)).toEqual(['CHAT_CLOSED']);
  expect((await seatsOf(service, project.projectId)).counted).toEqual({});
});

it('publishes the newest messages with the closing', async () => {
  const { request_id, linus } = await served();
  await service.as(linus).closeRequest({ request_id });
  const closing = (await service.outbox(requestClosed, linus.projectId)).find(
    ({ data }) => data.request.request_id === request_id,
  );
  expect(closing?.data).toMatchObject({
    closed_by: linus.id,
    messagesCount: 2,
    messagesTruncated: false,
    messages: [{ text: 'Hello' }, { text: 'The conversation was closed' }],
  });
});

it('is closed only by its participants, a bot, an admin or its requester', async () => {
  const { project, request_id, alan, vera, robby } = await served((one) =>
    one.addMember({ actor: one.personas.alan, available: false }),
  );
  expect((await service.as(alan).closeRequest({ request_id })).body.code).toBe('not_a_participant');
  expect((await service.as({ ...vera, id: 'another' }).closeOwnRequest({ request_id })).status).toBe(404);
  expect((await service.as(robby).closeRequest({ request_id })).body).toMatchObject({ closed_by: `bot_${robby.id}` });
  expect((await seen(service, project, request_id)).status).toBe(1000);
});

describe('reopening', () => {
  it('brings back the agent who served it, and takes their seat', async () => {
    const { project, request_id, linus, grace } = await served();
    await service.as(linus).closeRequest({ request_id });

    const { body } = await service.as(grace).reopenRequest({ request_id });

    expect(body).toMatchObject({ status: 200, participants: [linus.id] });
    for (const gone of ['closed_at', 'closed_by', 'duration', 'transcript']) expect(body).not.toHaveProperty(gone);
    const { counted, recount } = await seatsOf(service, project.projectId);
    expect(counted).toEqual({ [linus.id]: 1 });
    expect(recount).toEqual(counted);
    expect(await keysOf(project, request_id)).toEqual(['CHAT_CLOSED', 'CHAT_REOPENED', 'TOUCHING_OPERATOR']);
    const again = await service.as(grace).reopenRequest({ request_id });
    expect(again.body.__v).toBe(body.__v);
  });

  it('finds another when they are unavailable, and waits when there is none', async () => {
    const { project, request_id, linus, grace } = await served();
    await service.as(linus).closeRequest({ request_id });
    project.setMember(linus, { available: false });
    const alan = project.addMember({ actor: project.personas.alan });
    await harness.syncReadModels(project);

    expect((await service.as(grace).reopenRequest({ request_id })).body).toMatchObject({
      status: 200,
      participants: [alan.id],
    });
    await service.as(alan).closeRequest({ request_id });
    project.setMember(alan, { available: false });
    await harness.syncReadModels(project);
    expect((await service.as(grace).reopenRequest({ request_id })).body).toMatchObject({
      status: 100,
      participants: [],
    });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
  });

  it('by a message of the requester within the window', async () => {
    const { project, request_id, vera, linus } = await served();
    await service.as(linus).closeRequest({ request_id });

    const { status, body } = await service.as(vera).sendMessage({ request_id, text: 'One more thing' });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { seq: 3, request: { status: 200, participants: [linus.id] } },
    });
    expect(await keysOf(project, request_id)).toEqual(['CHAT_CLOSED', 'CHAT_REOPENED', 'TOUCHING_OPERATOR']);
  });

  it('is refused after the window and stores nothing; hidden and team messages are stored and reopen nothing', async () => {
    const { project, request_id, vera, linus } = await served();
    await service.as(linus).closeRequest({ request_id });
    project.settings.reopenWindowHours = 0;
    const before = (await service.as(linus).listMessages({ request_id })).body.length;

    expect(await service.as(vera).sendMessage({ request_id, text: 'too late' })).toMatchObject({
      status: 409,
      body: { code: 'request_closed', hint: expect.any(String) },
    });
    expect((await service.as(linus).listMessages({ request_id })).body).toHaveLength(before);
    const hidden = await service.as(vera).sendMessage({ request_id, text: 'x', attributes: { hidden: true } });
    expect(hidden.body).toMatchObject({ request: { status: 1000 } });
    const note = await service.as(linus).sendMessage({ request_id, text: 'Bye' });
    expect(note.body).toMatchObject({ request: { status: 1000 } });
  });
});

describe('rating', () => {
  it('of 0 is a rating, and a later one overwrites', async () => {
    const { project, request_id, vera } = await served();
    expect((await service.as(vera).rateRequest({ request_id, rate: 0 })).body).toMatchObject({ rating: 0 });
    const { body } = await service.as(vera).rateRequest({ request_id, rating: 4.5, rating_message: 'Fine' });
    expect(body).toMatchObject({ rating: 4.5, rating_message: 'Fine' });
    const { _id } = await seen(service, project, request_id);
    const rated = (await eventsOf(service, _id)).filter(({ type }) => type === 'request.rated');
    expect(rated.map(({ data }) => [data.rating, data.previous])).toEqual([
      [0, undefined],
      [4.5, 0],
    ]);
  });

  it.each([{ rate: 5.1 }, { rate: -1 }, { rate: '3' }, {}, { rate: 1, rate_message: 'x'.repeat(2001) }])(
    'refuses %j',
    async (body) => {
      const { request_id, vera } = await served();
      expect((await service.as(vera).rateRequest({ request_id, ...body })).status).toBe(422);
    },
  );

  it('is for the requester and those who see it', async () => {
    const { request_id, vera } = await served();
    expect((await service.as({ ...vera, id: 'another' }).rateRequest({ request_id, rate: 1 })).status).toBe(404);
  });
});

it('refuses a stale If-Match and takes a current one, also after further messages', async () => {
  const { project, request_id, linus, vera } = await served();
  const { __v } = await seen(service, project, request_id);
  await service.as(vera).sendMessage({ request_id, text: 'More' });
  const stale = await service.as(linus).closeRequest({ request_id }, { headers: { 'If-Match': '"7"' } });
  expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch' } });
  const fresh = await service.as(linus).closeRequest({ request_id }, { headers: { 'If-Match': `"${__v}"` } });
  expect(fresh.status).toBe(200);
});

it('keeps fifty notes that are written at once', async () => {
  const { project, request_id, linus, grace, alan } = await served((one) =>
    one.addMember({ actor: one.personas.alan, available: false }),
  );
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 ? other : service).as(linus).addNote({ request_id, text: `${index}` }),
    ),
  );
  const { notes, _id } = await seen(service, project, request_id);
  expect(new Set(notes.map(({ text }) => text)).size).toBe(50);
  const note_id = notes[0]?._id;
  expect((await service.as(alan).deleteNote({ request_id, note_id })).body.code).toBe('not_the_author');
  const rest = await service.as(grace).deleteNote({ request_id, note_id });
  expect(rest.body).toMatchObject({ notes: { length: 49 } });
  expect((await service.as(grace).deleteNote({ request_id, note_id })).body.code).toBe('note_not_found');
  const history = (await service.as(grace).listRequestHistory({ request_id })).body;
  const events = (await eventsOf(service, _id)).filter(({ type }) => !type.startsWith('message.'));
  expect(history.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
});
