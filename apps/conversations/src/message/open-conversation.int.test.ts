import { actor } from '@parley/testkit';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

const contacts = new FakeContacts();
const harness = new ConversationsHarness({ contacts: contacts.service });
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

/** A project with an agent, and a contact who has never signed in. */
async function withContact() {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const leadId = `crm-${project.projectId}`;
  contacts.put(project.projectId, leadId, { fullname: 'Vera Weiss', email: 'vera@x.io' });
  const { linus, vera } = project.personas;
  const request_id = newRequestId(project.projectId);
  const message = {
    ...{ request_id, text: 'Your parcel is on its way.', external_id: 'once' },
    ...{ requester: leadId, subject: 'Parcel', channel: { name: 'form' }, departmentid: 'default' },
    participants: [linus.id],
  };
  return { project, leadId, linus, vera, request_id, message };
}

it('opens a conversation of a contact with a message of the agent, in one call', async () => {
  const { project, leadId, linus, request_id, message } = await withContact();

  const { status, body } = await service.as(linus).sendMessage(message);

  expect(status).toBe(200);
  expect(body).toMatchObject({
    sender: linus.id,
    text: message.text,
    seq: 1,
    audience: 'all',
    channel: { name: 'form' },
  });
  const request = await seen(service, project, request_id);
  expect(request).toMatchObject({
    ...{ first_text: message.text, subject: 'Parcel', channel: { name: 'form' }, smartAssignment: false },
    ...{ status: 200, participants: [linus.id], createdBy: linus.id, preflight: false },
    lead: { lead_id: leadId, fullname: 'Vera Weiss' },
    contact: { email: 'vera@x.io' },
    requester: { uuid_user: leadId },
    department: { _id: project.departments[0]?._id },
    snapshot: { lead: { lead_id: leadId }, requester: { uuid_user: leadId } },
  });
  const events = await eventsOf(service, request._id);
  expect(events.map(({ type }) => type)).toEqual([
    'message.created',
    'request.created',
    'request.participant_joined',
    'request.assigned',
  ]);
  expect(events[0]?.data).toMatchObject({ isFirst: true, fromRequester: false });
});

it('shows the conversation to its contact, who may answer', async () => {
  const { project, leadId, linus, request_id, message } = await withContact();
  await service.as(linus).sendMessage(message);

  const contact = project.addMember({
    actor: actor({ projectId: project.projectId, kind: 'guest', role: 'guest', id: leadId, name: 'Vera' }),
    available: false,
  });
  const own = await service.as(contact).listMyRequests({});
  expect(own.body.requests.map((one) => one.request_id)).toEqual([request_id]);
  expect((await service.as(contact).listMessages({ request_id })).body).toMatchObject([{ text: message.text }]);
  expect((await service.as(contact).sendMessage({ request_id, text: 'Thank you.' })).body).toMatchObject({ seq: 2 });
});

it('counts no wait before the contact has written', async () => {
  const { project, leadId, linus, request_id, message } = await withContact();
  await service.as(linus).sendMessage(message);
  await service.as(linus).sendMessage({ request_id, text: 'It should be there on Monday.' });
  const before = await seen(service, project, request_id);
  expect(before.waiting_time).toBeUndefined();
  expect(before.first_response_at).toBe(before.createdAt);

  const { body: asked } = await service.as(linus).sendMessage({ request_id, text: 'When?', sender: leadId });
  const { body: answer } = await service.as(linus).sendMessage({ request_id, text: 'At ten.' });
  const { waiting_time } = await seen(service, project, request_id);
  expect(waiting_time).toBe(Date.parse(answer.createdAt) - Date.parse(asked.createdAt));
});

it('opens one conversation with one message, however often the call is repeated at once', async () => {
  const { project, linus, request_id, message } = await withContact();

  const answers = await Promise.all(Array.from({ length: 10 }, () => service.as(linus).sendMessage(message)));

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
  expect((await service.as(linus).listMessages({ request_id })).body).toHaveLength(1);
  expect(await seatsOf(service, project.projectId)).toEqual({
    counted: { [linus.id]: 1 },
    recount: { [linus.id]: 1 },
  });
});

it.each<[string, object, number, string]>([
  ['an unknown contact', { requester: 'nobody' }, 403, 'unknown_sender'],
  ['no id', { requester: { $ne: 1 } }, 422, 'validation_failed'],
  ['a first message that they may not see', { attributes: { subtype: 'private' } }, 422, 'validation_failed'],
  ['a department that there is not', { departmentid: '0'.repeat(24) }, 422, 'validation_failed'],
])('refuses %s, and opens nothing', async (_what, change, status, code) => {
  const { linus, request_id, message } = await withContact();

  const answer = await service.as(linus).sendMessage({ ...message, ...change } as typeof message);

  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect((await service.as(linus).getRequest({ request_id })).status).toBe(404);
});

it('refuses a contact of another project', async () => {
  const elsewhere = await withContact();
  const { linus, message } = await withContact();

  const answer = await service.as(linus).sendMessage({ ...message, requester: elsewhere.leadId });

  expect(answer.body.code).toBe('unknown_sender');
});

it('lets end users open conversations of their own only', async () => {
  const { project, vera, linus, message } = await withContact();
  project.addMember({ actor: vera, available: false });
  const { participants: _, ...plain } = message;

  const foreign = await service.as(vera).sendMessage({ ...plain, requester: linus.id });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'sender_not_allowed']);
  const own = await service.as(vera).sendMessage({ ...plain, requester: vera.id });
  expect(own.body).toMatchObject({ sender: vera.id, request: { requester: { firstname: 'Vera' } } });
});

it('ignores the contact in later messages', async () => {
  const { project, leadId, linus, request_id, message } = await withContact();
  await service.as(linus).sendMessage(message);

  const later = await service.as(linus).sendMessage({ request_id, text: 'And then?', requester: 'nobody' });

  expect(later.status).toBe(200);
  expect((await seen(service, project, request_id)).lead).toMatchObject({ lead_id: leadId });
});

it('refuses an author who has no room, and opens nothing', async () => {
  const { project, linus, request_id, message } = await withContact();
  project.settings = { chatLimitOn: true, maxAgentAssignedChat: 1 };
  await harness.syncReadModels(project);
  expect((await service.as(linus).sendMessage(message)).status).toBe(200);

  const next = newRequestId(project.projectId);
  const answer = await service.as(linus).sendMessage({ ...message, request_id: next, external_id: 'twice' });

  expect([answer.status, answer.body.code]).toEqual([409, 'capacity_reached']);
  expect((await service.as(linus).getRequest({ request_id: next })).status).toBe(404);
  expect((await service.as(linus).getRequest({ request_id })).status).toBe(200);
});
