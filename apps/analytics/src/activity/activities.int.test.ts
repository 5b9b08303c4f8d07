import {
  botCreated,
  botDeleted,
  botTrashed,
  type DomainEvent,
  leadDeleted,
  type RequestInEvent,
  requestAssigned,
  requestClosed,
  requestCreated,
  requestMentioned,
  requestMerged,
  requestParticipantLeft,
  requestReopened,
  requestUnassigned,
  requestUnmerged,
  requestUpdated,
} from '@parley/contracts';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { createMemoryBus } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { collect, type Personas, personasOf } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { envelopeOf, History, outgoing } from '../../test/history.ts';

let service: Analytics;
beforeAll(async () => {
  // Delivers every event twice, in a shuffled order.
  service = await startTestAnalytics(undefined, { bus: createMemoryBus({ shuffle: { seed: 3 } }) });
});
afterAll(() => service?.stop());

interface EnvelopeFields {
  actor?: string;
  time?: Date;
}

async function publish(
  { projectId }: Personas,
  subject: string,
  version: number,
  event: DomainEvent,
  more: EnvelopeFields = {},
) {
  const envelope = envelopeOf(event, { projectId, subject, version, ...more });
  await service.bus.publish([outgoing(envelope)], () => undefined);
  return envelope;
}

function requestOf({ projectId }: Personas, more: Partial<RequestInEvent> = {}): RequestInEvent {
  return new History(projectId).create(more).request;
}

async function verbsOf({ grace }: Personas, query: Record<string, string> = {}): Promise<string[]> {
  await service.settled();
  const { body } = await service.as(grace).listActivities(query);
  expect(body.count).toBe(body.activities.length);
  return body.activities.map(({ verb }) => verb).sort();
}

const decision = { rule: 'test' };

it('records each activity of a request once, with its fields, whatever the order of the events', async () => {
  const personas = personasOf();
  const request = requestOf(personas, {
    participants: ['ada'],
    lead: { _id: newId(), lead_id: 'vera', fullname: 'Vera' },
  });
  const subject = `request/${request._id}`;
  const leaving = { request, member: 'ada', reason: 'left' as const, source: 'participants' };
  await publish(personas, subject, 0, requestCreated({ request }));
  await publish(
    personas,
    subject,
    1,
    requestAssigned({
      ...{ request, assigneeId: 'ada', assigneeName: 'Ada', assigneeType: 'user', assignmentType: 'auto' },
      ...{ removedParticipants: [], source: 'create', decision },
    }),
  );
  await publish(personas, subject, 2, requestParticipantLeft({ ...leaving, memberType: 'agent' }), {
    actor: 'user:ada',
  });
  await publish(personas, subject, 2, requestUnassigned(leaving), { actor: 'user:ada' });
  await publish(
    personas,
    subject,
    3,
    requestClosed({
      ...{ request, closed_by: '_bot_unresponsive', duration: 5, messagesCount: 0, messagesTruncated: false },
    }),
  );
  await publish(personas, subject, 4, requestReopened({ request, previous: {} }), { actor: 'user:ada' });

  expect(await verbsOf(personas)).toEqual([
    'LEAVE_CONVERSATION',
    'REQUEST_ASSIGNED_AUTO',
    'REQUEST_CLOSE',
    'REQUEST_CREATE',
    'REQUEST_REOPEN',
    'REQUEST_UNASSIGNED',
  ]);
  const { body } = await service.as(personas.grace).listActivities({ activities: 'REQUEST_CLOSE,REQUEST_CREATE' });
  const [closed, created] = ['REQUEST_CLOSE', 'REQUEST_CREATE'].map((verb) =>
    body.activities.find((one) => one.verb === verb),
  );
  expect(closed?.actor).toMatchObject({ type: 'system', id: 'system', name: 'System' });
  expect(created).toMatchObject({
    actor: { type: 'user', id: 'vera', name: 'Vera' },
    target: { type: 'request', id: request._id, object: { request_id: request.request_id, first_text: 'Hello' } },
  });
  expect(created?.target.object).not.toHaveProperty('notes');
});

it('records a merge and its undoing with the other request', async () => {
  const personas = personasOf();
  const request = requestOf(personas, { participants: ['ada'] });
  const into = { request_id: 'support-group-other', ticket_id: '12' };
  const subject = `request/${request._id}`;
  await publish(personas, subject, 1, requestMerged({ request, into }), { actor: 'user:ada' });
  await publish(personas, subject, 2, requestUnmerged({ request, into }), { actor: 'user:ada' });
  await service.settled();
  const { body } = await service.as(personas.grace).listActivities({ direction: '1' });
  expect(body.activities.map(({ verb, actor, actionObj, target }) => [verb, actor.id, actionObj, target.id])).toEqual([
    ['REQUEST_MERGE', 'ada', { into }, request._id],
    ['REQUEST_UNMERGE', 'ada', { into }, request._id],
  ]);
});

it('records who was mentioned where, and nothing of what was said', async () => {
  const personas = personasOf();
  const request = requestOf(personas, { participants: ['ada'] });
  const by = { _id: 'ada', fullname: 'Ada' };
  const note_id = newId();
  await publish(
    personas,
    `request/${request._id}`,
    1,
    requestMentioned({ request, member: 'linus', by, text: 'a secret', note_id }),
    { actor: 'user:ada' },
  );

  expect(await verbsOf(personas, { agent_id: 'linus' })).toEqual(['MENTION']);
  const { body } = await service.as(personas.grace).listActivities({ activities: 'MENTION' });
  expect(body.activities).toEqual([
    expect.objectContaining({
      actor: expect.objectContaining({ id: 'ada' }),
      actionObj: { member: 'linus', note_id },
      target: expect.objectContaining({ type: 'request', id: request._id }),
      related: expect.objectContaining({ id: 'linus', role: 'mentioned' }),
    }),
  ]);
  expect(JSON.stringify(body)).not.toContain('a secret');
});

it('records the creation of a conversation once, for the first event in which it is one', async () => {
  const personas = personasOf();
  const request = requestOf(personas, { preflight: true, status: 50 });
  const real = (version: number) => ({ ...request, __v: version, preflight: false, status: 100 as const });
  const updated = (version: number) =>
    requestUpdated({ request: real(version), changes: ['status', 'preflight'], patch: {}, comment: 'test' });
  const subject = `request/${request._id}`;
  const first = new Date('2026-11-20T10:00:00.000Z');
  await publish(personas, subject, 2, updated(2), { time: new Date('2026-11-20T11:00:00.000Z') });
  // The later event is recorded before the first one arrives.
  expect(await verbsOf(personas)).toEqual(['REQUEST_CREATE']);
  await publish(personas, subject, 1, updated(1), { time: first });
  await publish(personas, subject, 0, requestCreated({ request }));
  expect(await verbsOf(personas)).toEqual(['REQUEST_CREATE']);
  const { body } = await service.as(personas.grace).listActivities();
  expect(body.activities[0]?.createdAt).toBe(first.toISOString());
  expect(await verbsOf(personas, { start_date: '2026-11-20', end_date: '2026-11-20' })).toEqual(['REQUEST_CREATE']);
  expect(await verbsOf(personas, { start_date: '2026-11-21' })).toEqual([]);
});

it('records each of many requests once when their events arrive together', async () => {
  const personas = personasOf();
  const { projectId } = personas;
  const times = [3, 1, 2].map((hour) => new Date(`2026-11-20T1${hour}:00:00.000Z`));
  const events = Array.from({ length: 5 }, () => requestOf(personas)).flatMap((request) =>
    times.map((time, nth) => {
      const version = [3, 1, 2][nth] ?? 0;
      const change = { request: { ...request, __v: version }, changes: ['status'], patch: {}, comment: 'test' };
      return envelopeOf(requestUpdated(change), { projectId, subject: `request/${request._id}`, version, time });
    }),
  );
  await service.bus.publish(events.map(outgoing), () => undefined);
  await service.settled();

  const { body } = await service.as(personas.grace).listActivities();
  expect(body.activities.map(({ verb, createdAt }) => [verb, createdAt])).toEqual(
    Array(5).fill(['REQUEST_CREATE', '2026-11-20T11:00:00.000Z']),
  );
});

it('keeps the earliest of several first versions that arrive at once', async () => {
  const { projectId, grace } = personasOf();
  const id = newId();
  const start = (firstConversationVersion: number) => ({
    activity: {
      ...{
        projectId,
        id,
        createdAt: new Date(Date.UTC(2026, 10, 20, 10 + firstConversationVersion)),
        verb: 'REQUEST_CREATE' as const,
      },
      ...{ actor: { type: 'user' as const, id: 'vera' }, actionObj: null, related: null, agents: ['vera'] },
      target: { type: 'request' as const, id },
    },
    firstConversationVersion,
  });
  await service.context.activities.add([start(3)]);
  await service.context.activities.add([start(1), start(2)]);
  await service.context.activities.add([start(2)]);

  const { body } = await service.as(grace).listActivities();
  expect(body.activities.map(({ createdAt }) => createdAt)).toEqual(['2026-11-20T11:00:00.000Z']);
});

it('makes no activity of an imported request, and one of the deletion of a bot', async () => {
  const personas = personasOf();
  const request = requestOf(personas, { imported: true });
  const bot = {
    _id: newId(),
    id: '',
    __v: 1,
    id_project: personas.projectId,
    name: 'Robby',
    type: 'internal',
    trashed: true,
  };
  const at = { createdAt: request.createdAt, updatedAt: request.createdAt };
  await publish(personas, `request/${request._id}`, 0, requestCreated({ request, imported: true }));
  await publish(personas, `bot/${bot._id}`, 0, botCreated({ bot: { ...bot, ...at }, intents: 0 }), {
    actor: 'user:ada',
  });
  await publish(personas, `bot/${bot._id}`, 1, botTrashed({ bot: { ...bot, ...at } }), { actor: 'user:ada' });
  await publish(personas, `bot/${bot._id}`, 2, botDeleted({ bot: { ...bot, ...at }, wasTrashed: true }), {
    actor: 'user:ada',
  });
  expect(await verbsOf(personas)).toEqual(['FAQ_KB_CREATE', 'FAQ_KB_DELETE']);
  expect(await verbsOf(personas, { agent_id: `bot_${bot._id}`, activities: 'FAQ_KB_DELETE,NO_SUCH_VERB' })).toEqual([
    'FAQ_KB_DELETE',
  ]);
  expect(await verbsOf(personas, { activities: 'NO_SUCH_VERB' })).toEqual([]);
});

it('shows each of many activities once by cursor while others arrive, and none that has expired', async () => {
  const personas = personasOf();
  const lead = () => ({ _id: newId(), id: newId(), id_project: personas.projectId });
  const gone = (time: Date) =>
    publish(personas, `lead/${newId()}`, 1, leadDeleted({ lead: lead(), mode: 'physical' }), { time });
  const times = Array.from({ length: 60 }, (_, index) => new Date(Date.now() - (index + 1) * 60_000));
  const recorded = new Set((await Promise.all(times.map(gone))).map(({ id }) => id));
  await gone(new Date(Date.now() - 366 * 86_400_000));
  await service.settled();
  expect((await service.as(personas.grace).listActivities({ limit: '7' })).body.count).toBe(recorded.size);

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await service.as(personas.grace).listActivities({ limit: '7', ...(cursor && { cursor }) });
    expect(page.body.count).toBeGreaterThanOrEqual(recorded.size);
    seen.push(...page.body.activities.map(({ _id }) => _id));
    cursor = /cursor=([^&>]+)/.exec(page.headers.link ?? '')?.[1];
    await gone(new Date());
    await service.settled();
  } while (cursor);
  expect(seen.filter((id) => recorded.has(id)).sort()).toEqual([...recorded].sort());
  expect(new Set(seen).size).toBe(seen.length);

  await service.runJob('removeExpired');
  const [row] = await service.db.query<{ oldest: Date }>(
    'select min(created_at) as oldest from activity where id_project = $1',
    [personas.projectId],
  );
  expect(row?.oldest.getTime()).toBeGreaterThan(Date.now() - 365 * 86_400_000);
});

it('exports them as a file with the columns that clients know', async () => {
  const personas = personasOf();
  const request = requestOf(personas);
  await publish(personas, `request/${request._id}`, 0, requestReopened({ request, previous: {} }), {
    actor: 'user:ada',
  });
  await service.settled();
  const { body } = await service.as(personas.grace).exportActivities();
  const [header = '', line = '', end] = String(body).split('\r\n');
  expect(header.replace('\uFEFF', '').split(';').slice(0, 9)).toEqual(
    'message;activity_id;createdAt;updatedAt;project_id;actor_name;actor_id;actor_type;verb'.split(';'),
  );
  expect([line.includes('REQUEST_REOPEN'), end]).toEqual([true, '']);
});

it('erases the names of a person from activities and messages, including late events, and changes no figure', async () => {
  const personas = personasOf();
  const { projectId, grace } = personas;
  const lead = { _id: newId(), lead_id: 'sappho', fullname: 'Sappho of Lesbos' };
  const history = new History(projectId);
  const conversation = history.create({ lead, requester_id: 'sappho', first_text: 'my lyre is broken' });
  history.addMessage(conversation, { senderFullname: 'Sappho of Lesbos' });
  for (const event of history.events) await service.bus.publish([outgoing(event)], () => undefined);
  await service.settled();
  const before = (await service.as(grace).getMessageCount()).body;
  const senders = async () => (await service.as(grace).getMessagesBySender({})).body;
  expect(await senders()).toEqual([{ _id: { sender: 'sappho' }, count: 1, kind: 'person', name: 'Sappho of Lesbos' }]);
  const subject = { idProject: projectId, lead: lead._id, leadId: 'sappho', requests: [conversation.request._id] };
  const address = service.addresses.grpc;
  const key = new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url'));
  const contacts = client(SubjectServiceService, { address, from: 'contacts', to: 'analytics', actorKey: key });

  expect((await collect(contacts.export({ subject }))).map(({ type }) => type)).toEqual(['activity']);
  expect((await contacts.erase({ subject })).erased).toEqual({ messages: 1, activities: 1 });
  await publish(
    personas,
    `request/${conversation.request._id}`,
    5,
    requestReopened({ request: conversation.request, previous: {} }),
  );
  history.addMessage(conversation, { senderFullname: 'Sappho of Lesbos' });
  for (const event of history.events.slice(-1)) await service.bus.publish([outgoing(event)], () => undefined);
  await service.settled();

  expect((await contacts.count({ subject })).remaining).toEqual({ activities: 0, messages: 0, events: 0, answers: 0 });
  const tables = ['activity', 'message_fact', 'request_fact'];
  const rows = await Promise.all(
    tables.map((table) => service.db.query(`select * from ${table} where id_project = $1`, [projectId])),
  );
  expect(JSON.stringify(rows)).not.toMatch(/Lesbos|lyre/);
  expect(before).toEqual([{ totalCount: 1, received: 1, sent: 0 }]);
  expect(await senders()).toEqual([{ _id: { sender: 'erased' }, count: 2, kind: 'person' }]);
  expect((await service.as(grace).getMessageCount()).body).toEqual([{ totalCount: 2, received: 2, sent: 0 }]);
  contacts.close();
});
