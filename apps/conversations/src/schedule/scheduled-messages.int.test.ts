import type { Actor } from '@parley/contracts';
import { amountOf, eventually } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { settingsOf, type TestProject } from '../../test/test-project.ts';
import { lockHead } from '../request-store/request.statements.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

const minuteMs = 60_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A request of vera that linus serves. */
async function served() {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const request_id = await harness.conversation(project);
  const { vera, linus, ada } = project.personas;
  const as = (who: Actor) => service.as(who);
  const schedule = async (body: object = {}, who: Actor = linus) => {
    const scheduled = { text: 'Did it arrive?', at: inMs(2 * minuteMs), ...body };
    return as(who).scheduleMessage({ request_id }, { body: scheduled });
  };
  const listed = async () => (await as(linus).listScheduledMessages({ request_id }, {})).body.scheduled;
  const texts = async () => (await as(vera).listMessages({ request_id }, {})).body.map(({ text }) => text);
  return { project, request_id, vera, linus, ada, as, schedule, listed, texts };
}

/** Lets the time come, and both replicas look what is due. */
async function due(project: TestProject, seconds = 180): Promise<void> {
  await age(service, project, seconds);
  await Promise.all([service, other].map((replica) => replica.runJob('sendDueMessages')));
}

it('is sent once as its author, however many replicas find it due', async () => {
  const { project, request_id, linus, as, schedule, listed, texts } = await served();
  const { status, body } = await schedule();
  expect([status, body]).toMatchObject([200, { state: 'pending', createdBy: linus.id, max_late: 3_600_000 }]);
  const before = await seen(service, project, request_id);
  expect(before.scheduled).toEqual([
    { _id: body._id, __v: 0, at: body.at, cancel_on: ['requester_message', 'closed'] },
  ]);
  expect(await texts()).toEqual(['Hello']);

  await due(project);
  await due(project);
  expect(await texts()).toEqual(['Hello', 'Did it arrive?']);
  const { body: messages } = await as(linus).listMessages({ request_id }, {});
  const sent = messages.find(({ text }) => text === 'Did it arrive?');
  expect(sent).toMatchObject({ sender: linus.id, attributes: { automation: { schedule: body._id } } });
  expect(await listed()).toMatchObject([{ _id: body._id, state: 'sent', message_id: sent?._id }]);
  const after = await seen(service, project, request_id);
  expect(after.scheduled).toBeUndefined();
  expect(after.waiting_for).toBe('requester');

  const events = await eventsOf(service, after._id);
  expect(events.filter(({ type }) => type.endsWith('scheduled')).map(({ type, data }) => [type, data.state])).toEqual([
    ['message.scheduled', undefined],
    ['message.unscheduled', 'sent'],
  ]);
  expect(JSON.stringify(events.filter(({ type }) => type.endsWith('scheduled')).map(({ data }) => data.scheduled)))
    .not // ids and times alone
    .toContain('arrive');
  const { body: history } = await as(linus).listRequestHistory({ request_id });
  expect(history.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['MESSAGE_SCHEDULE', 'MESSAGE_UNSCHEDULE']));
});

it('is cancelled in the transaction of the reply, and by nothing that it does not name', async () => {
  const { project, vera, request_id, as, schedule, listed, texts } = await served();
  const { body: byDefault } = await schedule();
  const { body: lasting } = await schedule({ text: 'In any case', cancel_on: [] });
  await as(vera).sendMessage({ request_id, text: 'It did, thank you' });

  expect(await listed()).toMatchObject([
    { _id: lasting._id, state: 'pending' },
    { _id: byDefault._id, state: 'cancelled', why: 'requester_message' },
  ]);
  const now = await seen(service, project, request_id);
  expect(now.scheduled).toMatchObject([{ _id: lasting._id }]);
  await due(project);
  expect(await texts()).toEqual(['Hello', 'It did, thank you', 'In any case']);
});

it.each([
  ['team_message', ['team_message']],
  ['closed', ['closed']],
] as const)('is cancelled by %s', async (why, cancel_on) => {
  const { project, request_id, linus, as, schedule, listed } = await served();
  await schedule({ cancel_on });
  await as(linus).sendMessage({ request_id, text: 'For the team', attributes: { subtype: 'private' } });
  expect(await listed()).toMatchObject([{ state: 'pending' }]);
  if (why === 'closed') await as(linus).closeRequest({ request_id });
  else await as(linus).sendMessage({ request_id, text: 'One more thing' });
  expect(await listed()).toMatchObject([{ state: 'cancelled', why }]);
  await due(project);
  expect(await listed()).toMatchObject([{ state: 'cancelled' }]);
});

it('is sent or cancelled, never both and never twice, when the customer writes at its time', async () => {
  let talk = await served();
  for (let round = 1; round <= amountOf({ quick: 10, soak: 200, full: 1_000 }); round++) {
    // A list of messages is read whole.
    if (round % 100 === 0) talk = await served();
    const { project, request_id, vera, as, schedule, listed, texts } = talk;
    const { body } = await schedule({ text: `Reminder ${round}` });
    await age(service, project, 180);
    await Promise.all([
      as(vera).sendMessage({ request_id, text: `Reply ${round}` }),
      ...[service, other].map((replica) => replica.runJob('sendDueMessages')),
    ]);
    const one = (await listed()).find(({ _id }) => _id === body._id);
    const times = (await texts()).filter((text) => text === `Reminder ${round}`).length;
    expect([round, one?.state === 'sent' ? 1 : 0]).toEqual([round, times]);
    expect(['sent', 'cancelled']).toContain(one?.state);
  }
}, 300_000);

it('fails when its author is no longer a member, and says so', async () => {
  const { project, ada, request_id, as, schedule, linus } = await served();
  await schedule({}, linus);
  project.members.delete(linus.id);
  await service.db.query('delete from copy_teammate where id_project = $1 and principal = $2', [
    project.projectId,
    linus.id,
  ]);
  await due(project);
  const { body } = await as(ada).listScheduledMessages({ request_id }, {});
  expect(body.scheduled).toMatchObject([{ state: 'failed', why: 'unknown_sender' }]);
});

it('is missed after an outage longer than it may be late; its author is told', async () => {
  const { project, request_id, linus, schedule, listed, texts } = await served();
  await schedule({ max_late: minuteMs });
  await due(project, 600);
  expect(await listed()).toMatchObject([{ state: 'missed', why: 'late' }]);
  expect(await texts()).toEqual(['Hello']);
  const now = await seen(service, project, request_id);
  const events = await eventsOf(service, now._id);
  expect(events.find(({ type }) => type === 'request.mentioned')?.data).toMatchObject({
    ...{ member: linus.id, cause: 'schedule', by: { _id: 'system' } },
    text: 'A scheduled message was not sent: missed, late',
  });
});

it('is missed when the time that it may be late passes while its request is locked', async () => {
  const { project, request_id, schedule, listed, texts } = await served();
  const { projectId } = project;
  const { db } = service;
  await schedule();
  const move = (seconds: number) =>
    db.query(`update scheduled_message set at = at - $2 * interval '1 second' where id_project = $1`, [
      projectId,
      seconds,
    ]);
  const [held, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async () => {
    await db.query(lockHead, [projectId, request_id]);
    held.resolve();
    await isWaiting.promise;
    await move(7_200);
  });
  await held.promise;
  await move(180);
  const sending = service.runJob('sendDueMessages');
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => expect(await db.query(waiting)).not.toEqual([]));
  isWaiting.resolve();
  await Promise.all([holding, sending]);
  expect(await listed()).toMatchObject([{ state: 'missed', why: 'late' }]);
  expect(await texts()).toEqual(['Hello']);
});

it('is not sent when the window of its channel has closed by then', async () => {
  const { project, request_id, as, schedule, listed, texts } = await served();
  await schedule();
  const { robby } = project.personas;
  await as(robby).updateRequest({ request_id, channel_window: { templates_only: false, closes_at: inMs(-1) } });
  await due(project);
  expect(await texts()).toEqual(['Hello']);
  expect(await listed()).toMatchObject([{ state: 'failed', why: 'window_closed' }]);
});

it('never writes to a banned person', async () => {
  const { project, vera, schedule, listed, texts } = await served();
  await schedule();
  const record = { _id: project.projectId, settings: settingsOf(project), banned: [vera.id] };
  const version = project.version + 1;
  const { projectId } = project;
  await service.context.readModels.keepProject({ projectId, id: projectId, version, deleted: false, record });
  await due(project);
  expect(await listed()).toMatchObject([{ state: 'failed', why: 'banned' }]);
  expect(await texts()).toEqual(['Hello']);
});

it('is changed and cancelled by its author and admins, while it is pending', async () => {
  const { project, request_id, ada, linus, as, schedule, listed, texts } = await served();
  const { grace } = project.personas;
  const { body } = await schedule();
  const place = { request_id, scheduled_id: body._id };
  const stranger = await as({ ...grace, role: 'agent' }).updateScheduledMessage(place, { body: { text: 'Mine' } });
  expect([stranger.status, stranger.body]).toMatchObject([403, { code: 'not_the_author' }]);

  const at = inMs(10 * minuteMs);
  const changed = await as({ ...ada, role: 'admin' }).updateScheduledMessage(place, { body: { text: 'Later', at } });
  expect(changed.body).toMatchObject({ __v: 1, text: 'Later', at, createdBy: linus.id, cancel_on: body.cancel_on });
  const empty = await as(linus).updateScheduledMessage(place, { body: { text: ' ' } });
  expect(empty.status).toBe(422);
  await due(project);
  expect(await texts()).toEqual(['Hello']);

  const cancelled = await as(linus).cancelScheduledMessage(place);
  expect(cancelled.body).toMatchObject({ state: 'cancelled', why: 'person' });
  for (const again of [
    await as(linus).cancelScheduledMessage(place),
    await as(linus).updateScheduledMessage(place, { body: { text: 'Again' } }),
  ])
    expect([again.status, again.body]).toMatchObject([409, { code: 'not_pending' }]);
  expect(await listed()).toHaveLength(1);
  const unknown = await as(linus).cancelScheduledMessage({ request_id, scheduled_id: project.projectId });
  expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'scheduled_not_found' }]);
});

it('refuses what cannot be sent, and more than twenty', async () => {
  const { request_id, linus, vera, as, schedule } = await served();
  for (const body of [
    { at: inMs(1_000) },
    { at: inMs(400 * 86_400_000) },
    { at: undefined },
    { opening: 1 },
    { text: '' },
    { cancel_on: ['never'] },
    { max_late: 1 },
  ])
    expect([body, (await schedule(body)).status]).toEqual([body, 422]);
  expect((await schedule({ at: undefined, opening: 1 })).body).toMatchObject({ code: 'never_open' });
  expect((await schedule({}, vera)).status).toBe(403);

  const places = Array.from({ length: 22 }, () => schedule());
  const answers = (await Promise.all(places)).map(({ status }) => status);
  expect(answers.filter((status) => status === 200)).toHaveLength(20);
  await as(linus).closeRequest({ request_id });
  expect((await schedule()).body).toMatchObject({ code: 'request_closed' });
  expect((await schedule({ cancel_on: ['requester_message'] })).status).toBe(200);
});

it('is no record of another project, nor of a request that its reader does not see', async () => {
  const { request_id, schedule } = await served();
  const { body } = await schedule();
  const stranger = await harness.project();
  const { ada } = stranger.personas;
  const place = { request_id, scheduled_id: body._id };
  for (const answer of [
    await service.as(ada).listScheduledMessages({ request_id }, {}),
    await service.as(ada).cancelScheduledMessage(place),
    await service.as(ada).updateScheduledMessage(place, { body: { text: 'Mine' } }),
  ])
    expect(answer.status).toBe(404);
});

it('goes with its request', async () => {
  const { project, request_id, ada, as, schedule } = await served();
  await schedule();
  await as({ ...ada, role: 'owner' }).deleteRequest({ request_id });
  const left = await service.db.query('select from scheduled_message where id_project = $1', [project.projectId]);
  expect(left).toEqual([]);
});
