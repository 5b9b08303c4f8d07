import type { RequestRecord } from '@parley/contracts';
import { actor } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const withLinus = () => harness.project((one) => one.addMember({ actor: one.personas.linus }));

it('makes a request without a message, with all that an agent may say of it', async () => {
  const project = await withLinus();
  const { linus, grace } = project.personas;

  const { status, body } = await service.as(grace).createRequest({
    first_text: 'Printer on fire',
    subject: 'Printer',
    priority: 'high',
    channel: { name: 'email' },
    tags: ['hot', { tag: 'HOT', color: '#ff0000' }],
    followers: [linus.id],
    attributes: { floor: 3 },
    workingStatus: 'open',
    _id: 'ignored',
    status: 1000,
  });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    subject: 'Printer',
    priority: 'high',
    channel: { name: 'email' },
    channelOutbound: { name: 'email' },
    smartAssignment: false,
    followers: [linus.teammateId],
    attributes: { floor: 3 },
    participants: [linus.id],
    status: 200,
    createdBy: grace.id,
    requester: { id_user: { _id: grace.id } },
  });
  const record = body as RequestRecord;
  expect(record.request_id).toMatch(new RegExp(`^support-group-${project.projectId}-[0-9a-f]{32}$`));
  expect(record.tags).toHaveLength(1);
  const { request_id } = record;
  expect((await service.as(grace).listMessages({ request_id })).body).toEqual([]);
  expect((await eventsOf(service, record._id)).map(({ type }) => type)).toEqual([
    'request.created',
    'request.participant_joined',
    'request.assigned',
  ]);
});

it('starts a request for a lead in their name', async () => {
  const project = await withLinus();
  const { vera, linus } = project.personas;
  await service
    .as(vera)
    .sendMessage({ request_id: newRequestId(project.projectId), text: 'Hi', email: 'vera@home.example' });

  const { body } = await service
    .as(linus)
    .createRequest({ first_text: 'x', sender: vera.id, participants: [linus.id] });

  expect(body).toMatchObject({
    createdBy: linus.id,
    lead: { lead_id: vera.id, email: 'vera@home.example' },
    contact: { email: 'vera@home.example' },
    participants: [linus.id],
  });
  expect(body).not.toHaveProperty('department');
  expect((await service.as(linus).createRequest({ first_text: 'x', sender: 'system' })).body.code).toBe(
    'unknown_sender',
  );
  expect((await service.as(vera).createRequest({ first_text: 'x', sender: linus.id })).body.code).toBe(
    'sender_not_allowed',
  );
});

it('takes nothing of the team from end users', async () => {
  const project = await withLinus();
  const { vera } = project.personas;
  const { body } = await service.as(vera).createRequest({
    first_text: 'x',
    priority: 'urgent',
    tags: ['vip'],
    workingStatus: 'pending',
  });
  const { priority, tags, workingStatus } = await seen(service, project, (body as RequestRecord).request_id);
  expect({ priority, tags, workingStatus }).toEqual({ priority: 'normal', tags: [], workingStatus: undefined });
});

it.each([
  ['no text', {}],
  ['blank text', { first_text: ' ' }],
  ['a bad id', { first_text: 'x', request_id: 'nope' }],
  ['a long subject', { first_text: 'x', subject: 'x'.repeat(501) }],
  ['participants as an object', { first_text: 'x', participants: {} }],
  ['a stranger', { first_text: 'x', participants: ['stranger'] }],
  ['a follower who is no teammate', { first_text: 'x', followers: ['stranger'] }],
  ['tags as an object', { first_text: 'x', tags: {} }],
  ['an unknown department', { first_text: 'x', departmentid: 'f'.repeat(24) }],
  ['U+0000', { first_text: 'a\u0000' }],
  ['a bad channel', { first_text: 'x', channel: { name: 'A B' } }],
])('refuses %s and stores nothing', async (_what, body) => {
  const project = await withLinus();
  const { ada } = project.personas;
  expect(await service.as(ada).createRequest(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  expect((await service.as(ada).listRequests({ status: 'all' })).body.count).toBe(0);
});

it('refuses participants that are no active member or bot of the project', async () => {
  const project = await withLinus();
  const elsewhere = await harness.addBot(await harness.project());
  const disabled = project.addMember({ disabled: true });
  await harness.syncReadModels(project);
  const { ada, linus } = project.personas;
  for (const participant of ['stranger', disabled.id, elsewhere, `bot_${elsewhere}`]) {
    const participants = [linus.id, participant];
    const created = await service.as(ada).createRequest({ first_text: 'x', participants });
    expect(created).toMatchObject({ status: 422, body: { errors: [{ param: 'participants.1' }] } });
    const request_id = newRequestId(project.projectId);
    const sent = await service.as(ada).sendMessage({ request_id, text: 'x', participants });
    expect(sent).toMatchObject({ status: 422, body: { errors: [{ param: 'participants.1' }] } });
  }
  expect((await service.as(ada).listRequests({ status: 'all' })).body.count).toBe(0);
});

it('names the record that has the id only to those who may see it', async () => {
  const project = await withLinus();
  const { vera, ada } = project.personas;
  const request_id = newRequestId(project.projectId);
  const made = await service.as(vera).createRequest({ request_id, first_text: 'x' });
  const stranger = actor({ kind: 'guest', role: 'guest', projectId: project.projectId, id: 'stranger' });

  expect((await service.as(ada).createRequest({ request_id, first_text: 'x' })).body).toMatchObject({
    code: 'request_exists',
    conflict: made.body._id,
  });
  expect((await service.as(stranger).createRequest({ request_id, first_text: 'x' })).body).not.toHaveProperty(
    'conflict',
  );
});

it('never lifts the seats of named people above their limit, but for an admin', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus, limit: 0 }));
  const { linus, ada } = project.personas;
  const create = { first_text: 'x', participants: [linus.id] };
  expect((await service.as(linus).createRequest(create)).body).toMatchObject({
    code: 'capacity_reached',
    limit: 0,
    held: 0,
  });
  expect((await service.as(ada).createRequest(create)).status).toBe(200);
  expect((await seatsOf(service, project.projectId)).counted).toEqual({ [linus.id]: 1 });
});

describe('an import', () => {
  it('keeps its dates and routes nothing', async () => {
    const project = await withLinus();
    const { ada, linus } = project.personas;
    const create = (body: object) =>
      service.as(ada).createRequest({ first_text: 'old', ...body }, { query: { import: 'true' } });

    expect((await create({ createdAt: '2020-01-01T00:00:00Z' })).body).toMatchObject({
      createdAt: '2020-01-01T00:00:00.000Z',
      status: 100,
      participants: [],
      imported: true,
    });
    const times = { createdAt: '2020-01-01T00:00:00Z', closed_at: '2020-01-01T01:00:00Z' };
    expect((await create({ ...times, status: 1000, closed_by: 'old-agent' })).body).toMatchObject({
      status: 1000,
      closed_by: 'old-agent',
      duration: 3_600_000,
    });
    expect((await create({ participants: [linus.id] })).body).toMatchObject({ status: 200 });
    expect((await create({ createdAt: '2999-01-01T00:00:00Z' })).status).toBe(422);
    await service.runJob('sweepQueue');
    expect((await service.as(ada).listRequests({ status: '100' })).body.count).toBe(1);
    expect((await service.as(linus).createRequest({ first_text: 'x' }, { query: { import: 'true' } })).status).toBe(
      403,
    );
  });
});

it('puts an import without participants into the default department, where its agents see it', async () => {
  const project = await harness.twoGroups();
  const [department] = project.project.departments;
  const { ada, linus, alan } = project.project.personas;
  const created = async (body: object) =>
    (await service.as(ada).createRequest({ first_text: 'old', ...body }, { query: { import: 'true' } })).body;

  for (const body of [{}, { departmentid: 'default' }, { status: 1000, closed_at: '2020-01-01T01:00:00Z' }]) {
    const { request_id, ...request } = await created(body);
    expect(request).toMatchObject({
      imported: true,
      participants: [],
      department: { _id: department?._id },
      snapshot: { department: { _id: department?._id, name: 'A' }, agents: [{ id_user: linus.id }] },
    });
    expect((await service.as(linus).getRequest({ request_id })).status).toBe(200);
    expect((await service.as(alan).getRequest({ request_id })).status).toBe(404);
  }
  expect(await created({ participants: [alan.id] })).not.toHaveProperty('department');
});

it('lets a draft take no seat', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera } = project.personas;
  const { body } = await service
    .as(vera)
    .createRequest({ first_text: 'x', sourcePage: 'https://x.example/?td_draft=true' });
  expect(body).toMatchObject({ draft: true, status: 200 });
  expect((await seatsOf(service, project.projectId)).counted).toEqual({});
});

it.each([
  ['post', '/simple'],
  ['put', '/R/assignee'],
  ['post', '/R/email/send'],
  ['get', '/R/transcript.pdf'],
  ['get', '/R/messages.pdf'],
])('does not offer %s …/requests%s', async (method, path) => {
  const { projectId, personas } = await harness.project();
  const call = { method, url: `/v3/${projectId}/requests${path}`, body: { first_text: 'Hello', text: 'Hello' } };

  const { status } = await service.send(personas.ada, method === 'get' ? { ...call, body: undefined } : call);

  expect(status).toBe(404);
  expect((await service.as(personas.ada).listRequests({ status: 'all' })).body.count).toBe(0);
});
