import {
  type Aggregate,
  type DomainEvent,
  type LeadRecordView,
  leadCreated,
  leadDeleted,
  leadUpdated,
  projectUpdated,
  type RequestRecord,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { appendToOutbox } from '@parley/service-kit/outbox';
import { eventually } from '@parley/testkit';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { callsOf } from '../../test/internal-calls.ts';
import { seen } from '../../test/seen.ts';
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
  project = await harness.project();
});

/** A request that vera opens. */
async function opened(body: object = {}): Promise<RequestRecord> {
  const request_id = newRequestId(project.projectId);
  const { status } = await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello', ...body });
  expect(status).toBe(200);
  return seen(service, project, request_id);
}

async function announce(event: DomainEvent, aggregate: Aggregate): Promise<void> {
  const recorded = { event, aggregate, projectId: project.projectId, actor: 'system' as const };
  await service.db.transaction(() => appendToOutbox(service.db, [recorded]));
  await service.settled();
}

const leadRecord = (id: string, more: Partial<LeadRecordView> = {}): LeadRecordView => ({
  ...{ _id: id, id, __v: 0, id_project: project.projectId, lead_id: project.personas.vera.id, attributes: {} },
  ...{ status: 100, createdBy: 'system', createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
  ...more,
});

describe('the read model', () => {
  const of = (id: string, version: number): Aggregate => ({ noun: 'lead', id, version });

  it('follows the lead from creation to the trash and back', async () => {
    const { requester_id: id, request_id } = await opened();
    const lead = () => seen(service, project, request_id).then((request) => request.lead);

    await announce(leadUpdated({ lead: leadRecord(id, { company: 'Acme' }), changes: ['company'] }), of(id, 3));
    expect(await lead()).toMatchObject({ company: 'Acme' });
    await announce(leadUpdated({ lead: leadRecord(id, { company: 'Old' }), changes: ['company'] }), of(id, 2));
    expect(await lead()).toMatchObject({ company: 'Acme' });

    const trashed = leadRecord(id, { company: 'Acme', status: 1000 });
    await announce(leadDeleted({ lead: trashed, mode: 'trash' }), of(id, 4));
    expect((await opened()).requester_id).toBe(id);
    const asked = contacts.service.calls.filter(({ method }) => method === 'ensureLead');
    expect(asked.at(-1)?.request).toMatchObject({ status: 100 });
  });

  it('lets another lead have the lead_id of an erased one, in whatever order the events arrive', async () => {
    const [old, young] = [newId(), newId()];
    const gone = leadDeleted({ lead: leadRecord(old), mode: 'physical' });
    const come = leadCreated({ lead: leadRecord(young), origin: 'api' });
    await announce(leadCreated({ lead: leadRecord(old), origin: 'api' }), of(old, 0));
    await announce(come, of(young, 0));
    await announce(gone, of(old, 1));
    expect((await opened()).requester_id).toBe(young);
  });

  it('of an erased lead holds nothing but its id', async () => {
    const { requester_id: id } = await opened({ email: 'vera@home.example' });
    const lead = { _id: id, id, id_project: project.projectId };
    await announce(leadDeleted({ lead, mode: 'erased' }), of(id, 9));

    const [row] = await service.db.query('select record, lead_id from copy_lead where id_project = $1 and id = $2', [
      ...[project.projectId, id],
    ]);
    expect(row).toEqual({ record: { _id: id }, lead_id: id });
  });
});

describe('a line', () => {
  const linesOf = async ({ request_id }: RequestRecord) => {
    const { body } = await service.as(project.personas.vera).listMessages({ request_id });
    return body.slice(1);
  };

  it('announces a changed name or address in the newest open request of a lead, once', async () => {
    const [older, newest] = [await opened(), await opened()];
    const id = newest.requester_id;
    const changed = leadRecord(id, { fullname: 'Vera M', email: 'v@home.example' });

    await announce(leadUpdated({ lead: changed, changes: ['email', 'fullname'] }), { noun: 'lead', id, version: 2 });
    await announce(leadUpdated({ lead: changed, changes: ['company'] }), { noun: 'lead', id, version: 3 });

    expect(await linesOf(older)).toEqual([]);
    expect(await linesOf(newest)).toMatchObject([
      {
        text: 'Contact details were updated',
        sender: 'system',
        attributes: {
          subtype: 'info/support',
          updateconversation: false,
          messagelabel: { key: 'LEAD_UPDATED', parameters: {} },
          updateUserEmail: 'v@home.example',
          updateUserFullname: 'Vera M',
        },
      },
    ]);
    expect((await seen(service, project, newest.request_id)).__v).toBe(newest.__v);
  });

  it('informs a banned visitor that they can no longer write', async () => {
    const request = await opened();
    const { projectId, personas } = project;
    const now = new Date().toISOString();
    const view = {
      ...{ _id: projectId, id: projectId, name: 'Acme', status: 100, activeOperatingHours: false, settings: {} },
      ...{ widget: {}, attributes: {}, channels: [], profile: { name: 'Custom', type: 'payment' }, __v: 1 },
      ...{ trialExpired: false, trialDaysLeft: 0, isActiveSubscription: true, createdBy: 'x' },
      ...{ createdAt: now, updatedAt: now },
    };
    const banned = { _id: newId(), id: personas.vera.id, createdBy: 'x', createdAt: now };
    const aggregate = { noun: 'project', id: projectId, version: project.version + 100 };
    await announce(projectUpdated({ project: view, changes: ['bannedUsers'], banned }), aggregate);

    expect(await linesOf(request)).toMatchObject([
      {
        text: 'You can no longer write here',
        attributes: { subtype: 'info', messagelabel: { key: 'USER_BANNED', parameters: {} } },
      },
    ]);
  });
});

describe('one that is erased while a request of theirs begins', () => {
  const erase = async (lead: string) => {
    const calls = callsOf(service, 'contacts');
    const { projectId, personas } = project;
    await calls.subject.erase({ subject: { idProject: projectId, lead, leadId: personas.vera.id, requests: [] } });
    calls.close();
  };
  const textsOf = async (lead: string) => {
    const text = `select m.text from message m join request r on r.id_project = m.id_project and r.id = m.request
      where r.id_project = $1 and r.lead_id = $2`;
    return (await service.db.query<{ text: string }>(text, [project.projectId, lead])).map((message) => message.text);
  };
  const waiting = async (count: number) => {
    const text = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(await service.db.query(text)).toHaveLength(count);
  };
  const first = (request_id: string) => service.as(project.personas.vera).sendMessage({ request_id, text: 'Secret' });

  /** Locks what `statement` locks until the answer is called, which undoes it. */
  async function hold(statement: string, values: unknown[]): Promise<() => Promise<void>> {
    const undone = new Error('undone');
    const [held, end] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const transaction = service.db.transaction(async () => {
      await service.db.query(statement, values);
      held.resolve();
      return end.promise;
    });
    await Promise.race([held.promise, transaction]);
    return async () => {
      end.reject(undone);
      await expect(transaction).rejects.toBe(undone);
    };
  }

  it('is not given the request; the next try begins it as a new person', async () => {
    const { projectId, personas } = project;
    const id = newId();
    const record = leadRecord(id, { fullname: 'Vera' });
    await service.context.leadCopies.keep({
      projectId,
      id,
      leadId: personas.vera.id,
      version: 3,
      deleted: false,
      record,
    });
    const request_id = newRequestId(projectId);
    // The statement that stores the request writes to this table, the erasure does not.
    const release = await hold('lock table service_level in exclusive mode', []);
    const sending = first(request_id);
    await eventually(() => waiting(1));
    await erase(id);
    await release();

    expect(await sending).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(await textsOf(id)).toEqual([]);
    const { status, body } = await first(request_id);
    expect([status, body.request.requester_id === id]).toEqual([200, false]);
  });

  it('is erased once the request is stored', async () => {
    const { projectId } = project;
    const { requester_id: id } = await opened();
    const request_id = newRequestId(projectId);
    // The statement that stores the request waits for another writer of its id.
    const other = `insert into request select (json_populate_record(r, json_build_object('id', $3::text, 'request_id', $2::text, 'ticket_id', 0))).*
      from request r where r.id_project = $1 limit 1`;
    const release = await hold(other, [projectId, request_id, newId()]);
    const sending = first(request_id);
    await eventually(() => waiting(1));
    const erasing = erase(id);
    await eventually(() => waiting(2));
    await release();

    expect((await sending).status).toBe(200);
    await erasing;
    expect(await textsOf(id)).toEqual(['', '']);
  });
});
