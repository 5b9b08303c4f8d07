import { LeadStatus, type RequestRecord } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { notifyTasksWritten } from '@parley/service-kit/tasks';
import { eventually } from '@parley/testkit';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const contacts = new FakeContacts();
const harness = new ConversationsHarness({ contacts: contacts.service });
let service: ConversationsService;
let project: TestProject;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  contacts.down = false;
  contacts.service.calls.splice(0);
  project = await harness.project();
});

/** A request that vera opens. */
async function opened(body: object = {}): Promise<RequestRecord> {
  const request_id = newRequestId(project.projectId);
  const { status } = await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello', ...body });
  expect(status).toBe(200);
  return seen(service, project, request_id);
}

/** Contacts answers again, and what has failed meanwhile is tried now. */
async function comeBack(): Promise<void> {
  contacts.down = false;
  await service.db.query('update task set due_at = now() where done_at is null and last_error is not null');
  notifyTasksWritten(service.db);
}

const asked = () =>
  contacts.service.calls.filter(({ method }) => method === 'ensureLead').map(({ request }) => request);
const known = () => contacts.get(project.projectId, project.personas.vera.id);

it('is the one that contacts has, new under the proposed id, and asked for once', async () => {
  const request = await opened({ email: 'vera@home.example' });

  expect(known()?.id).toBe(request.requester_id);
  expect(request.lead).toMatchObject({
    lead_id: project.personas.vera.id,
    fullname: 'Vera',
    email: 'vera@home.example',
  });
  expect(request.contact).toEqual({ email: 'vera@home.example' });
  expect(asked()).toMatchObject([{ status: 100, fullname: 'Vera' }]);

  expect((await opened()).requester_id).toBe(request.requester_id);
  expect(asked()).toHaveLength(1);
});

it('is stored once, though the answer of contacts, its events and another first message arrive concurrently', async () => {
  const { projectId } = project;
  const { leadCopies } = service.context;
  for (let round = 0; round < 50; round++) {
    const [id, leadId] = [newId(), `visitor-${round}`];
    const copies = [0, 0, 1, 2].map((version) => ({
      projectId,
      id,
      leadId,
      version,
      deleted: false,
      record: { version },
    }));
    await Promise.all(copies.map((copy) => leadCopies.keep(copy)));
    expect(await leadCopies.find(projectId, leadId)).toEqual({ id, version: 2, record: { version: 2 } });
  }
});

it('is the existing one of contacts, under its own id', async () => {
  const { id } = contacts.put(project.projectId, project.personas.vera.id, { fullname: 'Vera Molnár', phone: '1' });
  const request = await opened();
  expect(request.requester_id).toBe(id);
  expect(request.contact).toEqual({ phone: '1' });
});

it('gets the newer details of a later message, without waiting for contacts', async () => {
  await opened();
  const request = await opened({ email: 'new@home.example' });

  expect(request.snapshot.lead).toMatchObject({ email: 'new@home.example' });
  await eventually(() => expect(JSON.parse(known()?.recordJson ?? '{}')).toMatchObject({ email: 'new@home.example' }));
});

it('stays temporary until the visitor has written', async () => {
  const request_id = newRequestId(project.projectId);
  const { vera } = project.personas;
  await service.as(vera).sendMessage({ request_id, text: 'start', attributes: { subtype: 'info' } });
  expect(known()?.status).toBe(50);

  await service.as(vera).sendMessage({ request_id, text: 'Help me' });
  await eventually(() => expect(known()?.status).toBe(100));
});

describe('while contacts is down', () => {
  beforeEach(() => {
    contacts.down = true;
  });

  it('is made here, and known there as soon as it is back, by the same id', async () => {
    const [one, two] = [await opened(), await opened()];
    expect(one.requester_id).toBe(two.requester_id);
    expect(one.lead).toMatchObject({ fullname: 'Vera' });

    await comeBack();
    await eventually(() => expect(known()?.id).toBe(one.requester_id), { timeoutMs: 10_000 });
  });

  it('leaves its requests to the one that contacts turns out to have', async () => {
    const requests = [await opened(), await opened()];
    const { id } = contacts.put(project.projectId, project.personas.vera.id, { fullname: 'Vera Molnár' });
    await comeBack();

    for (const { request_id, _id, snapshot } of requests) {
      const repointed = await eventually(
        async () => {
          const request = await seen(service, project, request_id);
          expect(request.requester_id).toBe(id);
          return request;
        },
        { timeoutMs: 10_000 },
      );
      expect(repointed.lead).toMatchObject({ _id: id, fullname: 'Vera' });
      expect(repointed.snapshot.lead).toEqual(snapshot.lead);
      const updates = (await eventsOf(service, _id)).filter(({ type }) => type === 'request.updated');
      expect(updates).toMatchObject([
        { data: { changes: ['lead'], comment: 'ensureLead', request: { lead: { _id: id } } } },
      ]);
    }
    expect((await opened()).requester_id).toBe(id);
  });

  it('is one for many first messages at once', async () => {
    const requests = await Promise.all(Array.from({ length: 8 }, () => opened()));
    expect(new Set(requests.map(({ requester_id }) => requester_id)).size).toBe(1);
  });
});

it('is not asked for in a request whose lead is changed to one that only contacts knows', async () => {
  const request = await opened();
  const { id } = contacts.put(project.projectId, 'other', { fullname: 'Other' });
  const { ada } = project.personas;
  const patch = (lead: string) => service.as(ada).updateRequest({ request_id: request.request_id, lead });

  expect((await patch(id)).body).toMatchObject({ requester_id: id, lead: { fullname: 'Other' } });
  expect((await patch(newId())).status).toBe(422);
});

describe('one that the read model lacks', () => {
  const send = (sender: string, body: object = {}) =>
    service
      .as(project.personas.ada)
      .sendMessage({ request_id: newRequestId(project.projectId), text: 'Hello', sender, ...body });

  it('may send and be given requests from the moment contacts has them', async () => {
    const { id } = contacts.put(project.projectId, 'lead-1', { fullname: 'Lead One', email: 'one@home.example' });

    const answer = await send('lead-1', { senderFullname: 'Forged' });
    expect(answer).toMatchObject({ status: 200, body: { sender: 'lead-1', senderFullname: 'Lead One' } });
    expect(answer.body.request).toMatchObject({ requester_id: id, lead: { _id: id, email: 'one@home.example' } });
    const request_id = newRequestId(project.projectId);
    const created = await service
      .as(project.personas.ada)
      .createRequest({ request_id, first_text: 'x', sender: 'lead-1' });
    expect(created).toMatchObject({ status: 200, body: { requester_id: id } });
    const several = await service
      .as(project.personas.ada)
      .sendMessages({ request_id, items: [{ text: 'y', sender: 'lead-1' }] });
    expect(several).toMatchObject({ status: 200, body: [{ sender: 'lead-1' }] });
    expect(contacts.service.calls.filter(({ method }) => method === 'getLeads')).toHaveLength(1);
  });

  it('is out of the trash from the moment contacts says so, and in it until then', async () => {
    const { id } = contacts.put(project.projectId, 'lead-2', { fullname: 'Lead Two', status: LeadStatus.trashed });
    expect((await send('lead-2')).body.code).toBe('unknown_sender');
    const { ada } = project.personas;
    const { request_id } = await opened();
    expect((await service.as(ada).updateRequest({ request_id, lead: id })).status).toBe(422);

    contacts.restore(project.projectId, 'lead-2');
    expect((await send('lead-2')).status).toBe(200);
  });

  it('is answered with dependency_down while contacts is down', async () => {
    const { request_id } = await opened();
    contacts.put(project.projectId, 'lead-3', {});
    contacts.down = true;
    for (const sender of ['lead-3', 'nobody']) {
      expect(await send(sender)).toMatchObject({ status: 503, body: { code: 'dependency_down' } });
    }
    const { ada } = project.personas;
    expect((await service.as(ada).updateRequest({ request_id, lead: newId() })).status).toBe(503);
  });
});
