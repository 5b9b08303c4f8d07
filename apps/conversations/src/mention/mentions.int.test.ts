import { type Actor, requestMentioned, topicNames } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { rowOf, rowsOf } from '../../test/inbox.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
afterAll(() => harness.stopFollowers());

/** A request of linus’s group, which alan does not see. */
async function talk() {
  const { project } = await harness.twoGroups();
  const { vera, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  const { body } = await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  await service.as(linus).claimRequest({ request_id });
  return { project, request_id, _id: body.request._id, ...project.personas };
}

const sees = async (actor: Actor, request_id: string) => (await service.as(actor).getRequest({ request_id })).status;
const readBy = async (actor: Actor, request_id: string) => (await rowOf(service, actor, request_id)).read;
const mentioning = async (actor: Actor) =>
  (await rowsOf(service, actor, { mentioned: 'me' })).map(({ request_id }) => request_id);

it('in a note give sight of the request, and are read with the next report', async () => {
  const { project, request_id, _id, linus, alan } = await talk();
  const inbox = await harness.follow(alan, topicNames.inbox(project.projectId));
  const own = await harness.follow(linus, topicNames.inbox(project.projectId));
  expect(await sees(alan, request_id)).toBe(404);

  const text = `Alan, please look. ${'x'.repeat(300)}`;
  const { status, body } = await service
    .as(linus)
    .addNote({ request_id, text, mentions: [alan.teammateId ?? '', alan.id] });

  expect(status).toBe(200);
  const [note] = 'notes' in body ? body.notes : [];
  expect(note?.mentions).toEqual([alan.id]);
  expect(await sees(alan, request_id)).toBe(200);
  expect(await seen(service, project, request_id)).toMatchObject({ followers: [alan.teammateId] });
  expect(await readBy(alan, request_id)).toMatchObject({ mentioned: true });
  expect(await mentioning(alan)).toEqual([request_id]);
  expect(await mentioning(linus)).toEqual([]);
  const frame = {
    request_id,
    by: { _id: linus.id, fullname: linus.name },
    text: text.slice(0, 160),
    note_id: note?._id,
  };
  const received = () => inbox.frames.filter(({ method }) => method === 'MENTION').map(({ message }) => message);
  await eventually(() => expect(received()).toEqual([frame]));
  expect((await eventsOf(service, _id)).slice(-4).map(({ type, data }) => [type, data.member])).toEqual([
    ['request.note_added', undefined],
    ['request.follower_added', alan.teammateId],
    ['request.mentioned', alan.id],
    ['request.updated', undefined],
  ]);
  const history = await service.as(linus).listRequestHistory({ request_id });
  expect(history.body.map(({ verb }) => verb)).toContain('MENTION');

  const { upto = 0 } = (await readBy(alan, request_id)) ?? {};
  const report = await service.as(alan).setReadPosition({ request_id, upto });
  expect(report.body).toMatchObject({ mentioned: false });
  expect(await mentioning(alan)).toEqual([request_id]);
  await service.as(alan).removeFollower({ request_id, follower_id: alan.id });
  expect(await sees(alan, request_id)).toBe(404);
  await eventually(() => expect(own.frames.length).toBeGreaterThan(0));
  expect(own.frames.filter(({ method }) => method === 'MENTION')).toEqual([]);
});

it('in a private message are read when the position reaches it', async () => {
  const { project, request_id, linus, alan, ada } = await talk();
  const inbox = await harness.follow(alan, topicNames.inbox(project.projectId));
  const attributes = { private: true, mentions: [alan.id, linus.id] };

  const { body: sent } = await service.as(linus).sendMessage({ request_id, text: 'Alan?', attributes });

  expect(await sees(alan, request_id)).toBe(200);
  expect(await readBy(alan, request_id)).toMatchObject({ mentioned: true });
  expect(await readBy(linus, request_id)).toMatchObject({ mentioned: false });
  await eventually(() =>
    expect(inbox.frames.filter(({ method }) => method === 'MENTION').map(({ message }) => message)).toEqual([
      { request_id, by: { _id: linus.id, fullname: linus.name }, text: 'Alan?', message_id: sent._id },
    ]),
  );
  const report = (upto: number) => service.as(alan).setReadPosition({ request_id, upto });
  expect((await report(sent.seq - 1)).body).toMatchObject({ mentioned: true });
  expect((await report(sent.seq)).body).toMatchObject({ mentioned: false });

  const many = [
    { text: 'one', attributes: { private: true, mentions: [ada.id] } },
    { text: 'two', attributes: { private: true, mentions: [ada.id, alan.id] } },
  ];
  const { body: both } = await service.as(linus).sendMessages({ request_id }, { body: many });
  const events = (await service.outbox(requestMentioned, project.projectId)).filter(
    ({ data }) => data.request.request_id === request_id,
  );
  expect(events.slice(1).map(({ data }) => [data.member, data.message_id])).toEqual([
    [ada.id, both[0]?._id],
    [ada.id, both[1]?._id],
    [alan.id, both[1]?._id],
  ]);
  expect(await seen(service, project, request_id)).toMatchObject({ followers: [alan.teammateId, ada.teammateId] });
});

it('in the first message of a request count as in any other', async () => {
  const { project } = await harness.twoGroups();
  const { linus, alan } = project.personas;
  const inbox = await harness.follow(alan, topicNames.inbox(project.projectId));
  const request_id = newRequestId(project.projectId);
  const attributes = { private: true, mentions: [alan.id, linus.id] };

  const { status, body } = await service
    .as(linus)
    .sendMessage({ request_id, text: 'Alan, a case for you', attributes });

  expect(status).toBe(200);
  expect(await sees(alan, request_id)).toBe(200);
  expect(await readBy(alan, request_id)).toMatchObject({ mentioned: true });
  const by = { _id: linus.id, fullname: linus.name };
  await eventually(() =>
    expect(inbox.frames.filter(({ method }) => method === 'MENTION').map(({ message }) => message)).toEqual([
      { request_id, by, text: 'Alan, a case for you', message_id: body._id },
    ]),
  );
  expect(await mentioning(alan)).toEqual([request_id]);
});

it('of a follower are announced each time', async () => {
  const { request_id, _id, linus, alan } = await talk();
  const attributes = { private: true, mentions: [alan.id] };

  for (const text of ['one', 'two', 'three']) {
    const { status } = await service.as(linus).sendMessage({ request_id, text, attributes });
    expect(status).toBe(200);
  }

  const mentions = (await eventsOf(service, _id)).filter(({ type }) => type === 'request.mentioned');
  expect(mentions.map(({ data }) => data.text)).toEqual(['one', 'two', 'three']);
});

it('in the first message make one request of several that come at once', async () => {
  const { project } = await harness.twoGroups();
  const { linus, alan } = project.personas;
  const request_id = newRequestId(project.projectId);
  const attributes = { private: true, mentions: [alan.id] };

  const texts = Array.from({ length: 10 }, (_, nth) => `Look ${nth}`);
  const answers = await Promise.all(
    texts.map((text) => service.as(linus).sendMessage({ request_id, text, attributes })),
  );

  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
  const mentions = (await eventsOf(service, String(answers[0]?.body.request._id))).filter(
    ({ type }) => type === 'request.mentioned',
  );
  expect(mentions.map(({ data }) => data.text).toSorted()).toEqual(texts);
  expect(await seen(service, project, request_id)).toMatchObject({ followers: [alan.teammateId] });
});

it('of participants and oneself make no follower, and of oneself notify no one', async () => {
  const { project, request_id, _id, linus } = await talk();

  await service.as(linus).addNote({ request_id, text: 'to me', mentions: [linus.id] });
  await service.as(project.personas.ada).addNote({ request_id, text: 'to Linus', mentions: [linus.id] });

  expect(await seen(service, project, request_id)).toMatchObject({ followers: [] });
  const mentions = (await eventsOf(service, _id)).filter(({ type }) => type === 'request.mentioned');
  expect(mentions.map(({ data }) => [data.member, data.text])).toEqual([[linus.id, 'to Linus']]);
});

it('are passed on without effect in visible messages, and of visitors', async () => {
  const { request_id, linus, alan, vera } = await talk();
  const attributes = { mentions: [alan.id, 'whatever'] };

  for (const actor of [linus, vera]) {
    const { status, body } = await service.as(actor).sendMessage({ request_id, text: 'Hi', attributes });
    expect([status, body.attributes.mentions]).toEqual([200, attributes.mentions]);
  }

  expect(await sees(alan, request_id)).toBe(404);
});

it('of anyone but active teammates are refused, and nothing is stored', async () => {
  const { project, request_id, linus, alan, vera, robby } = await talk();
  const disabled = project.addMember({ disabled: true });
  const bot = await harness.addBot(project);
  await harness.syncReadModels(project);
  const before = await seen(service, project, request_id);
  const strangers = ['nobody', vera.id, disabled.id, bot, `bot_${bot}`, robby.id];

  for (const stranger of strangers) {
    const note = await service.as(linus).addNote({ request_id, text: 'x', mentions: [alan.id, stranger] });
    expect(note).toMatchObject({ status: 422, body: { code: 'not_a_teammate', errors: [{ param: 'mentions[1]' }] } });
    const attributes = { private: true, mentions: [stranger] };
    const message = await service.as(linus).sendMessage({ request_id, text: 'x', attributes });
    expect(message).toMatchObject({ status: 422, body: { errors: [{ param: 'attributes.mentions[0]' }] } });
  }
  for (const mentions of [Array(21).fill(alan.id), 'linus', [7], { $ne: 1 }]) {
    expect((await service.as(linus).addNote({ request_id, text: 'x', mentions })).status).toBe(422);
    const attributes = { private: true, mentions };
    expect((await service.as(linus).sendMessage({ request_id, text: 'x', attributes })).status).toBe(422);
  }

  expect(await seen(service, project, request_id)).toEqual(before);
  expect(
    await service.db.query('select from request_reader where mentioned_at is not null and id_project = $1', [
      project.projectId,
    ]),
  ).toEqual([]);
});

it('are listed each by itself, newest first, as far as the reader sees their requests', async () => {
  const { request_id, linus, alan, ada } = await talk();
  const listed = async (who: Actor, query: object = {}) => {
    const { status, body } = await service.as(who).listMentions({}, { query: query as never });
    expect(status).toBe(200);
    return body;
  };
  const { body } = await service.as(linus).addNote({ request_id, text: 'First look', mentions: [alan.id, ada.id] });
  const [note] = 'notes' in body ? body.notes : [];
  const attributes = { private: true, mentions: [alan.id, linus.id] };
  const { body: sent } = await service.as(linus).sendMessage({ request_id, text: 'Alan?', attributes });
  const actions = [{ type: 'notify', people: [alan.id], text: 'About {{lead.fullname}}' }];
  const { body: macro } = await service.as(linus).createMacro({}, { body: { name: 'Tell', actions } as never });
  await service.as(linus).runMacro({ request_id, macro_id: macro._id });

  const by = { _id: linus.id, fullname: linus.name };
  const about = { request_id, ticket_id: expect.any(String), by, unread: true, createdAt: expect.any(String) };
  const of = (more: object) => ({ _id: expect.any(String), ...about, ...more });
  const all = [
    of({ cause: 'macro', text: 'About Vera' }),
    of({ cause: 'message', message_id: sent._id, text: 'Alan?' }),
    of({ cause: 'note', note_id: note?._id, text: 'First look' }),
  ];
  expect(await listed(alan)).toEqual({ perPage: expect.any(Number), count: 3, mentions: all });
  expect((await listed(ada)).mentions).toEqual([all[2]]);
  expect((await listed(linus)).mentions).toEqual([]);

  const first = await service.as(alan).listMentions({}, { query: { limit: '2' } as never });
  const cursor = new URLSearchParams(first.headers.link?.match(/\?([^>]*)/)?.[1]).get('cursor');
  const second = await listed(alan, { limit: '2', cursor });
  expect([...first.body.mentions, ...second.mentions]).toEqual(all);

  // One below the message reads what stands in notes; the message is read when the position reaches it.
  await service.as(alan).setReadPosition({ request_id, upto: sent.seq - 1, exact: true });
  expect((await listed(alan, { unread: 'true' })).mentions).toEqual([all[1]]);
  await service.as(linus).addNote({ request_id, text: 'Again', mentions: [alan.id] });
  expect((await listed(alan, { unread: 'true' })).mentions.map(({ cause }) => cause)).toEqual(['note', 'message']);
  await service.as(alan).setReadPosition({ request_id, upto: sent.seq });
  expect((await listed(alan, { unread: 'true' })).mentions).toEqual([]);
  expect((await listed(alan, { unread: 'false' })).count).toBe(4);

  await service.as(alan).removeFollower({ request_id, follower_id: alan.id });
  expect(await listed(alan)).toMatchObject({ count: 0, mentions: [] });
});

it('are listed for ninety days', async () => {
  const { project, request_id, linus, ada } = await talk();
  for (const text of ['Old', 'New']) await service.as(linus).addNote({ request_id, text, mentions: [ada.id] });
  await service.db.query(
    `update mention set created_at = created_at - interval '91 days' where (id_project, id) in (
       select m.id_project, m.id from mention m where m.id_project = $1 order by m.created_at limit 1)`,
    [project.projectId],
  );
  const { body } = await service.as(ada).listMentions({});
  expect(body.mentions.map(({ text }) => text)).toEqual(['New']);
  await service.runJob('forgetMentions');
  expect(await service.db.query('select from mention where id_project = $1', [project.projectId])).toHaveLength(1);
});

it('is refused to those who do not see the request, before anything is said of teammates', async () => {
  const { request_id, alan } = await talk();
  const { status, body } = await service.as(alan).addNote({ request_id, text: 'x', mentions: ['nobody'] });
  expect([status, body.code]).toEqual([404, 'request_not_found']);
});
