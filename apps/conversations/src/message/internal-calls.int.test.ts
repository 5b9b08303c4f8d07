import type { Actor } from '@parley/contracts';
import { newId, runInCall } from '@parley/service-kit/call';
import { collect } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { rowOf } from '../../test/inbox.ts';
import { callsOf } from '../../test/internal-calls.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

type Calls = ReturnType<typeof callsOf>;

let harness: SharedConversations;
let service: ConversationsService;
let bots: Calls;
let contacts: Calls;
let analytics: Calls;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  bots = callsOf(service, 'bots');
  contacts = callsOf(service, 'contacts');
  analytics = callsOf(service, 'analytics');
});
afterAll(() => {
  for (const calls of [bots, contacts, analytics]) calls.close();
});

interface Talk {
  project: TestProject;
  request_id: string;
  vera: Actor;
  linus: Actor;
  bot: string;
}

/** Vera talks to a bot; linus can take over. */
async function talkWithBot(): Promise<Talk> {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const bot = await harness.addBot(project);
  Object.assign(project.departments[0] ?? {}, { id_bot: bot });
  await harness.syncReadModels(project);
  const { vera, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  return { project, request_id, vera, linus, bot };
}

const turnOf = ({ project, request_id, bot }: Talk, more: object = {}) => ({
  idProject: project.projectId,
  turnId: newId(),
  requestId: request_id,
  idBot: bot,
  botName: 'Robby',
  messagesJson: [JSON.stringify({ text: 'Hi, \\close is a word', attributes: { _answerid: 'a' } })],
  move: 'none',
  idDepartment: '',
  ...more,
});

describe('a turn of a bot', () => {
  it('is applied once, under repeated and concurrent calls', async () => {
    const talk = await talkWithBot();
    const turn = turnOf(talk, { messagesJson: ['{"text":"one"}', '{"text":"two"}'] });

    const answers = await Promise.all(Array.from({ length: 8 }, () => bots.conversations.applyBotTurn(turn)));

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { body } = await service.as(talk.linus).listMessages({ request_id: talk.request_id });
    expect(body.map(({ text }) => text)).toEqual(['Hello', 'one', 'two']);
    expect(await bots.conversations.applyBotTurn(turn)).toEqual(answers[0]);
  });

  it('stores its messages as given, under the name and id of the bot', async () => {
    const talk = await talkWithBot();
    const { messagesJson, requestJson } = await bots.conversations.applyBotTurn(turnOf(talk));

    expect(JSON.parse(messagesJson[0] ?? '')).toMatchObject({
      ...{ text: 'Hi, \\close is a word', sender: `bot_${talk.bot}`, createdBy: `bot_${talk.bot}` },
      ...{ senderFullname: 'Robby', status: 200, seq: 2, attributes: { _answerid: 'a' } },
    });
    expect(JSON.parse(requestJson)).toMatchObject({ status: 200, hasBot: true });
  });

  it('hands off after its messages, in one change', async () => {
    const talk = await talkWithBot();
    await bots.conversations.applyBotTurn(turnOf(talk, { move: 'handoff' }));

    const request = await seen(service, talk.project, talk.request_id);
    expect(request).toMatchObject({ participants: [talk.linus.id], hasBot: false });
    const { body } = await service.as(talk.linus).listMessages({ request_id: talk.request_id });
    expect(body[1]?.text).toBe('Hi, \\close is a word');
    const updates = (await eventsOf(service, request._id)).filter(({ type }) => type === 'request.updated');
    expect(updates).toHaveLength(1);
  });

  it('closes in the name of the bot', async () => {
    const talk = await talkWithBot();
    await bots.conversations.applyBotTurn(turnOf(talk, { move: 'close', messagesJson: [] }));
    expect(await seen(service, talk.project, talk.request_id)).toMatchObject({
      status: 1000,
      closed_by: `bot_${talk.bot}`,
    });
  });

  it('is refused as a whole once the window of the channel has closed', async () => {
    const talk = await talkWithBot();
    const { request_id, project, vera } = talk;
    await service.as(project.personas.robby).updateRequest({ request_id, channel_window: { templates_only: true } });
    const turn = turnOf(talk, { messagesJson: ['{"text":"one"}'], move: 'close' });
    const refused = { code: 'channel_window_closed' };
    await expect(bots.conversations.applyBotTurn(turn)).rejects.toMatchObject(refused);
    expect((await service.as(vera).listMessages({ request_id })).body.map(({ text }) => text)).toEqual(['Hello']);
    expect(await seen(service, project, request_id)).toMatchObject({ status: 200 });
  });

  it('moves to another department', async () => {
    const talk = await talkWithBot();
    const sales = talk.project.addDepartment({ name: 'Sales' });
    const turn = turnOf(talk, { move: 'department', idDepartment: sales._id });
    await bots.conversations.applyBotTurn(turn);
    expect(await seen(service, talk.project, talk.request_id)).toMatchObject({
      department: { name: 'Sales' },
      participants: [talk.linus.id],
    });
  });

  it('mentions teammates in private messages, and is not stopped by a name of no teammate', async () => {
    const talk = await talkWithBot();
    const { linus } = talk;
    const messages = [
      { text: 'I ask a colleague.', attributes: { mentions: [linus.id] } },
      { text: 'Linus?', attributes: { private: true, mentions: [linus.id, 'nobody', linus.teammateId] } },
      { text: 'No list', attributes: { private: true, mentions: 'linus' } },
    ];
    const turn = turnOf(talk, { messagesJson: messages.map((message) => JSON.stringify(message)) });

    const { messagesJson, requestJson } = await bots.conversations.applyBotTurn(turn);
    await bots.conversations.applyBotTurn(turn);

    const sent = messagesJson.map((json) => JSON.parse(json));
    const events = (await eventsOf(service, JSON.parse(requestJson)._id)).filter(
      ({ type }) => type === 'request.mentioned',
    );
    expect(events.map(({ data: { member, by, text, message_id } }) => ({ member, by, text, message_id }))).toEqual([
      {
        ...{ member: linus.id, by: { _id: `bot_${talk.bot}`, fullname: 'Robby' } },
        ...{ text: 'Linus?', message_id: sent[1]._id },
      },
    ]);
    const { read } = await rowOf(service, linus, talk.request_id);
    expect(read).toMatchObject({ mentioned: true });
    expect(await seen(service, talk.project, talk.request_id)).toMatchObject({ followers: [linus.teammateId] });
  });

  it('is refused when the bot has left or the request is closed, and stores nothing', async () => {
    const talk = await talkWithBot();
    const { request_id, linus, bot, project } = talk;
    await service.as(project.personas.ada).addParticipant({ request_id, member: linus.id });
    await expect(bots.conversations.applyBotTurn(turnOf(talk))).rejects.toMatchObject({ code: 'not_a_participant' });
    await service.as(linus).addParticipant({ request_id, member: `bot_${bot}` });
    await service.as(linus).closeRequest({ request_id });
    await expect(bots.conversations.applyBotTurn(turnOf(talk))).rejects.toMatchObject({ code: 'request_closed' });
    await expect(bots.conversations.applyBotTurn(turnOf(talk, { requestId: 'x' }))).rejects.toMatchObject({
      code: 'request_not_found',
    });

    const { body } = await service.as(linus).listMessages({ request_id });
    expect(body.some(({ sender }) => sender === `bot_${bot}`)).toBe(false);
  });

  it('is refused with its faults when it is invalid', async () => {
    const talk = await talkWithBot();
    for (const more of [{ messagesJson: ['{'] }, { messagesJson: ['{"text":" "}'] }, { move: 'dance' }]) {
      const refused = bots.conversations.applyBotTurn(turnOf(talk, more));
      await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
    }
  });

  it('ends when bots only answer each other: agents take over, once', async () => {
    const talk = await talkWithBot();
    const messagesJson = Array.from({ length: 30 }, () => '{"text":"x"}');
    await bots.conversations.applyBotTurn(turnOf(talk, { messagesJson }));

    const refused = bots.conversations.applyBotTurn(turnOf(talk));
    await expect(refused).rejects.toMatchObject({ code: 'bot_budget_exhausted' });
    const request = await seen(service, talk.project, talk.request_id);
    expect(request.participants).toEqual([talk.linus.id]);
    const routed = (await eventsOf(service, request._id)).filter(({ type }) => type === 'request.routed');
    expect(routed).toHaveLength(1);
  });
});

it('lets a bot append under the rules of a send, once per key', async () => {
  const { project, request_id, bot } = await talkWithBot();
  const robby = { ...project.personas.robby, id: bot };
  const append = (dedupeKey: string) =>
    runInCall({ actor: robby }, () =>
      bots.conversations.appendMessage({
        ...{ idProject: project.projectId, requestId: request_id, dedupeKey },
        messageJson: JSON.stringify({ text: '* Yes', attributes: { microlanguage: true } }),
      }),
    );

  const answers = await Promise.all([append('k'), append('k'), append('k')]);

  expect(new Set(answers.map(({ messageJson }) => messageJson)).size).toBe(1);
  expect(JSON.parse(answers[0]?.messageJson ?? '')).toMatchObject({
    sender: `bot_${bot}`,
    attributes: { attachment: { buttons: [{ value: 'Yes' }] } },
    request: { request_id },
  });
  await append('');
  await append('');
  const { body } = await service.as(robby).listMessages({ request_id });
  expect(body).toHaveLength(4);
});

it('returns the requests of a lead to contacts', async () => {
  const { project, request_id, vera } = await talkWithBot();
  const other = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id: other, text: 'Again' });
  const { requester_id } = await seen(service, project, request_id);

  const list = (idProject: string) =>
    contacts.conversations.listRequestsByLead({ idProject, lead: requester_id, cursor: '' });
  const { requests, nextCursor } = await list(project.projectId);
  expect(requests).toMatchObject([
    { requestId: other, status: 200 },
    { requestId: request_id, status: 200 },
  ]);
  expect(nextCursor).toBe('');
  expect((await list(newId())).requests).toEqual([]);
  const malformed = contacts.conversations.listRequestsByLead({
    ...{ idProject: project.projectId, lead: requester_id, cursor: 'x' },
  });
  await expect(malformed).rejects.toMatchObject({ code: 'cursor_invalid' });
});

it('lets analytics read every request and message of a project from one moment', async () => {
  const { project, request_id, vera, linus } = await talkWithBot();
  await service.as(linus).sendMessage({ request_id, text: 'note', attributes: { subtype: 'private' } });
  const before = Date.now();
  const idProject = project.projectId;

  const requests = await collect(analytics.conversations.scanRequests({ idProject }));
  const messages = await collect(analytics.conversations.scanMessages({ idProject }));

  expect(requests.map(({ recordJson }) => recordJson && JSON.parse(recordJson).request_id)).toEqual(['', request_id]);
  expect(JSON.parse(requests[1]?.recordJson ?? '')).toMatchObject({ lead: expect.any(String), status: 200 });
  const read = messages.slice(1).map(({ recordJson, fromRequester }) => ({ ...JSON.parse(recordJson), fromRequester }));
  expect(read).toMatchObject([
    { sender: vera.id, audience: 'all', fromRequester: true, recipient: request_id },
    { sender: linus.id, audience: 'private', fromRequester: false },
  ]);
  for (const { asOfMs } of [...requests, ...messages]) expect(Math.abs(asOfMs - before)).toBeLessThan(60_000);
  const nothing = await collect(analytics.conversations.scanRequests({ idProject: newId() }));
  expect(nothing).toMatchObject([{ recordJson: '' }]);
});

it('lists the projects that have requests, a page at a time', async () => {
  const made = [await talkWithBot(), await talkWithBot()].map(({ project }) => project.projectId).sort();
  const ids: string[] = [];
  for (let page = ['']; page.length > 0; ids.push(...page))
    page = (await analytics.conversations.listProjects({ after: ids.at(-1) ?? '', limit: 1 })).ids;
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.filter((id) => made.includes(id))).toEqual(made);
});

it('is open only to the services that need it', async () => {
  const idProject = newId();
  await expect(collect(bots.conversations.scanRequests({ idProject }))).rejects.toThrow();
  await expect(analytics.conversations.listRequestsByLead({ idProject, lead: 'x', cursor: '' })).rejects.toThrow();
});
