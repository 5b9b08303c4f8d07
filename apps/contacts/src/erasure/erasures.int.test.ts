import { commonErrors, leadDeleted } from '@parley/contracts';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { type LedgerEntry, LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';
import { eventually } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';

interface Holder {
  erased: number;
  remaining: number[];
  isAway: boolean;
}

/** What the other services answer. */
const holders: Record<string, Holder> = {};
const requests = new Map<string, string[]>();
let service: Contacts;
let conversations: PromiseClient<typeof ContactsServiceService>;

function subjectFake(name: string) {
  const holder: Holder = { erased: 0, remaining: [], isAway: false };
  holders[name] = holder;
  return fakeService(SubjectServiceService, {
    async *export({ subject }) {
      if (holder.isAway) throw commonErrors.rate_limited();
      yield { type: name, recordJson: JSON.stringify({ requests: subject?.requests }) };
    },
    erase: () => {
      if (holder.isAway) throw commonErrors.rate_limited();
      holder.erased++;
      return { erased: { rows: 1 } };
    },
    count: () => ({ remaining: { rows: holder.remaining.shift() ?? 0 } }),
  });
}

const media = subjectFake('media');
let ledger: LedgerEntry[] = [];
/** Ids of accounts and projects that workspace was asked to delete again. */
const deletedAgain: (string | undefined)[] = [];
const ledgerFake = fakeService(LedgerServiceService, {
  listErasures: ({ after }) => ({ entries: after === 'z' ? [] : ledger }),
});
const others = ['conversations', 'workspace', 'media', 'bots', 'analytics', 'webhooks', 'channels'];

beforeAll(async () => {
  const listing = fakeService(ConversationsServiceService, {
    listRequestsByLead: ({ lead, cursor }) => {
      const ids = requests.get(lead) ?? [];
      // A page each.
      const [id] = ids.slice(Number(cursor));
      const more = Number(cursor) + 1 < ids.length ? String(Number(cursor) + 1) : '';
      return { requests: id ? [{ id, requestId: id, status: 200 }] : [], nextCursor: more };
    },
    leadsInUse: () => ({ withRequests: [], held: [] }),
  });
  const signing = fakeService(IdentityServiceService, {
    signToken: ({ claimsJson }) => ({ tokens: claimsJson }),
    repeatDeletion: ({ idProject, idUser }) => {
      deletedAgain.push(idProject ?? idUser);
      return { outcome: idProject ? 'deleted' : 'kept' };
    },
  });
  const fakes = {
    conversations: [listing, subjectFake('conversations')],
    workspace: [signing, subjectFake('workspace')],
    media: [media, ledgerFake],
    bots: subjectFake('bots'),
    analytics: subjectFake('analytics'),
    webhooks: subjectFake('webhooks'),
    channels: subjectFake('channels'),
  };
  service = await startTestContacts(undefined, { fakes });
  const actorKey = new Uint8Array(Buffer.from(String(service.env.ACTOR_KEY), 'base64url'));
  const calling = { address: service.addresses.grpc, to: 'contacts', from: 'conversations', actorKey } as const;
  conversations = client(ContactsServiceService, calling);
});
afterAll(async () => {
  conversations?.close();
  await service?.stop();
});
beforeEach(() => {
  for (const holder of Object.values(holders)) Object.assign(holder, { erased: 0, remaining: [], isAway: false });
});

const sappho = {
  lead_id: 'sappho-42',
  fullname: 'Sappho',
  email: 'sappho@lesbos.example',
  note: 'plays the lyre',
  attributes: { mode: 'erased', city: 'Mytilene' },
  tags: ['poet'],
};
const words = ['sappho', 'lesbos', 'lyre', 'Mytilene', 'poet'];

/** A project whose owner has stored the answers of some calls about a lead with two requests. */
async function leadWithAnswers() {
  const personas = await projectWith(service);
  const as = service.as(personas.linus);
  const keyed = () => ({ headers: { 'Idempotency-Key': newId() } });
  const { body: lead } = await as.createLead(sappho, keyed());
  await as.updateLead({ lead: lead._id, company: 'Lyre Works' }, keyed());
  requests.set(lead._id, [newId(), newId()]);
  return { ...personas, as: service.as(personas.ada), lead };
}

async function done(as: Awaited<ReturnType<typeof leadWithAnswers>>['as'], erasure: string) {
  return eventually(async () => {
    const { body } = await as.getErasure({ erasure });
    expect(body.status).toBe('done');
    return body;
  });
}

/** Rows of any table that contain any of the words. */
async function traces(projectId: string): Promise<string[]> {
  const tables = await service.db.query<{ name: string }>(
    `select t.table_name as name from information_schema.tables t join information_schema.columns c using (table_name)
      where t.table_schema = 'public' and c.column_name = 'id_project' and t.table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const text = `select t::text as row from "${name}" t where id_project = $1`;
    for (const { row } of await service.db.query<{ row: string }>(text, [projectId])) {
      for (const word of words) if (row.toLowerCase().includes(word.toLowerCase())) found.push(`${name}: ${word}`);
    }
  }
  return found;
}

it('blanks the lead at once and makes it immutable', async () => {
  const { as, lead, projectId, linus } = await leadWithAnswers();
  for (const holder of Object.values(holders)) holder.isAway = true;

  const { status, body } = await as.eraseSubject({ lead: lead._id, reason: 'asked for' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ lead: lead._id, status: 'running', reason: 'asked for', __v: 0 });
  expect(Date.parse(body.expires.eventTransport) - Date.parse(body.createdAt)).toBe(72 * 3_600_000);
  const erased = (await as.getLead({ lead: lead._id })).body;
  expect(erased).toEqual({
    ...{ _id: lead._id, id: lead._id, id_project: projectId, lead_id: `erased-${body._id}`, status: 1000 },
    ...{ attributes: {}, properties: {}, tags: [], createdBy: linus.id, __v: 2 },
    ...{ createdAt: lead.createdAt, updatedAt: expect.any(String) },
  });
  const refused = [
    await as.updateLead({ lead: lead._id, fullname: 'Sappho' }),
    await as.mergeLeadAttributes({ lead: lead._id, a: 1 }),
    await as.addLeadTags({ lead: lead._id, items: ['poet'] }),
    await as.deleteLead({ lead: lead._id }),
    await as.removeLead({ lead: lead._id }),
  ];
  expect(refused.map((answer) => answer.body.code)).toEqual(refused.map(() => 'lead_not_found'));
  const again = await as.eraseSubject({ lead: lead._id });
  expect([again.status, again.body]).toEqual([
    409,
    expect.objectContaining({ code: 'erasure_running', conflict: body._id }),
  ]);

  for (const holder of Object.values(holders)) holder.isAway = false;
  await done(as, body._id);
});

it('asks every service, those that have something left again, and ends with a receipt that holds only ids and counts', async () => {
  const { as, lead, projectId, ada } = await leadWithAnswers();
  holders.media?.remaining.push(1);

  const { body: begun } = await as.eraseSubject({ lead: lead._id });
  const erasure = await done(as, begun._id);
  await service.settled();

  expect(holders).toMatchObject({ conversations: { erased: 1 }, workspace: { erased: 1 }, media: { erased: 2 } });
  const asked = media.calls.at(-1)?.request as { subject: object };
  expect(asked.subject).toMatchObject({
    ...{ idProject: projectId, lead: lead._id, leadId: sappho.lead_id, requests: requests.get(lead._id) },
    untilMs: Date.parse(begun.createdAt),
  });
  const counts = (rows: number) => ({ status: 'done', erased: { rows }, remaining: {} });
  expect(erasure.services).toEqual([
    { service: 'contacts', status: 'done', erased: { events: 2, answers: 2 }, remaining: {} },
    { service: 'conversations', ...counts(1) },
    { service: 'workspace', ...counts(1) },
    { service: 'media', ...counts(2) },
    { service: 'bots', ...counts(1) },
    { service: 'analytics', ...counts(1) },
    { service: 'webhooks', ...counts(1) },
    { service: 'channels', ...counts(1) },
  ]);
  expect(JSON.parse(erasure.receipt ?? '')).toEqual({
    ...{ erasure: begun._id, id_project: projectId, lead: lead._id },
    ...{ startedAt: begun.createdAt, finishedAt: erasure.finishedAt },
    services: erasure.services.map(({ service: name, erased, remaining }) => ({ service: name, erased, remaining })),
  });
  expect(erasure.requestedBy).toBe(ada.id);
  expect((await as.getLead({ lead: lead._id })).body.code).toBe('lead_not_found');
  expect((await as.listLeads({ status: 'all' })).body.count).toBe(0);
  expect(await traces(projectId)).toEqual([]);
  expect(await service.outbox(leadDeleted)).toContainEqual(
    expect.objectContaining({ subject: `lead/${lead._id}`, data: expect.objectContaining({ mode: 'erased' }) }),
  );
});

it('erases by a worker that does not give up, and asks no service again that has answered', async () => {
  const { as, lead } = await leadWithAnswers();
  if (holders.media) holders.media.isAway = true;
  const { body } = await as.eraseSubject({ lead: lead._id });
  await eventually(() => expect(holders).toMatchObject({ workspace: { erased: 1 }, conversations: { erased: 1 } }));
  expect((await as.getErasure({ erasure: body._id })).body.status).toBe('running');

  if (holders.media) holders.media.isAway = false;
  await done(as, body._id);
  expect(holders).toMatchObject({ workspace: { erased: 1 }, conversations: { erased: 1 }, media: { erased: 1 } });
});

it('asks again with a request that was created meanwhile', async () => {
  const { as, lead } = await leadWithAnswers();
  if (holders.media) holders.media.isAway = true;
  const { body } = await as.eraseSubject({ lead: lead._id });
  await eventually(() => expect(holders.workspace?.erased).toBe(1));
  requests.get(lead._id)?.push(newId());
  if (holders.media) holders.media.isAway = false;

  await done(as, body._id);
  expect(holders.workspace?.erased).toBe(2);
  const asked = media.calls.at(-1)?.request as { subject: { requests: string[] } };
  expect(asked.subject.requests).toHaveLength(3);
});

it('treats a returning person as a new lead, and ignores late updates of the erased one', async () => {
  const { as, lead, projectId } = await leadWithAnswers();
  const { body } = await as.eraseSubject({ lead: lead._id });
  const visitor = {
    idProject: projectId,
    leadId: sappho.lead_id,
    fullname: 'Sappho',
    email: sappho.email,
    status: 100,
  };
  const late = await conversations.ensureLead({ ...visitor, proposedId: lead._id });
  expect(late.lead).toMatchObject({ id: lead._id, leadId: `erased-${body._id}`, status: 1000 });
  await done(as, body._id);
  const later = await conversations.ensureLead({ ...visitor, proposedId: lead._id });
  expect(later.lead).toEqual(late.lead);
  expect((await as.listLeads({ status: 'all' })).body.count).toBe(0);

  const proposedId = newId();
  const { lead: fresh } = await conversations.ensureLead({
    ...visitor,
    fullname: 'Sappho II',
    email: undefined,
    proposedId,
  });
  expect(JSON.parse(fresh?.recordJson ?? '')).toMatchObject({
    _id: proposedId,
    lead_id: sappho.lead_id,
    fullname: 'Sappho II',
  });
  expect(JSON.parse(fresh?.recordJson ?? '')).not.toHaveProperty('note');
});

it('keeps the erasures of a project to itself, and those of leads that never were', async () => {
  const { as, lead } = await leadWithAnswers();
  const stranger = service.as((await projectWith(service)).ada);
  const { body } = await as.eraseSubject({ lead: lead._id });
  expect((await stranger.getErasure({ erasure: body._id })).body.code).toBe('erasure_not_found');
  expect((await stranger.eraseSubject({ lead: lead._id })).body.code).toBe('lead_not_found');
  expect((await as.eraseSubject({ lead: newId() })).body.code).toBe('lead_not_found');
  await done(as, body._id);
});

describe('erasures after a restore', () => {
  const repeat = async (body: object) => {
    const response = await fetch(`${service.addresses.ops}/ops/erasures/repeat`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return [response.status, await response.json()];
  };

  const none = { begun: 0, deleted: 0, kept: 0, known: 0, absent: 0 };

  it('are begun again from the ledger if the databases do not know them, and no other', async () => {
    const [back, known] = [await leadWithAnswers(), await leadWithAnswers()];
    await done(known.as, (await known.as.eraseSubject({ lead: known.lead._id })).body._id);
    const entries = [back, known].map(({ projectId, lead }) => ({
      name: lead._id,
      idProject: projectId,
      lead: lead._id,
      idUser: '',
    }));
    entries.push({ name: 'z', idProject: back.projectId, lead: newId(), idUser: '' });
    ledger = entries;
    const since = '2026-01-31T12:00:00Z';

    expect(await repeat({ since })).toEqual([200, { ...none, begun: 1, known: 1, absent: 1, next: 'z' }]);
    expect(ledgerFake.calls.at(-1)?.request).toMatchObject({ after: '', sinceMs: Date.parse(since) });
    await eventually(async () => {
      const running = await fetch(`${service.addresses.ops}/ops/erasures`);
      expect(await running.json()).toEqual({ running: 0 });
    });
    expect((await back.as.getLead({ lead: back.lead._id })).body.code).toBe('lead_not_found');
    expect(await traces(back.projectId)).toEqual([]);
    expect(await repeat({ since })).toEqual([200, { ...none, known: 2, absent: 1, next: 'z' }]);
    expect(await repeat({ since, after: 'z' })).toEqual([200, none]);
    expect((await repeat({ since: 'yesterday' }))[0]).toBe(422);
  });

  it('have workspace delete again what the ledger says was deleted, accounts by a walk of their own', async () => {
    const [idProject, idUser] = [newId(), newId()];
    ledger = [
      { name: 'a', idProject: '', lead: '', idUser },
      { name: 'z', idProject, lead: '', idUser: '' },
    ];
    const since = '2026-01-31T12:00:00Z';

    expect(await repeat({ since })).toEqual([200, { ...none, deleted: 1, next: 'z' }]);
    expect(deletedAgain).toEqual([idProject]);
    expect(await repeat({ since, accounts: true })).toEqual([200, { ...none, kept: 1, next: 'z' }]);
    expect(deletedAgain).toEqual([idProject, idUser]);
  });
});

describe('an export', () => {
  const parsed = (body: unknown) =>
    String(body)
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);

  it('lists the records of every service line by line, and ends with their counts', async () => {
    const { as, lead } = await leadWithAnswers();
    const { status, body, headers } = await as.exportSubject({ lead: lead._id });
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const record = { requests: requests.get(lead._id) };
    expect(parsed(body)).toEqual([
      { type: 'export', version: 1, lead: lead._id, startedAt: expect.any(String) },
      { type: 'lead', service: 'contacts', record: (await as.getLead({ lead: lead._id })).body },
      ...others.map((name) => ({ type: name, service: name, record })),
      { type: 'end', counts: { lead: 1, ...Object.fromEntries(others.map((name) => [name, 1])) } },
    ]);
  });

  it('lacks its end line when a service fails, and names the service', async () => {
    const { as, lead } = await leadWithAnswers();
    if (holders.workspace) holders.workspace.isAway = true;
    const lines = parsed((await as.exportSubject({ lead: lead._id })).body);
    expect(lines.map(({ type }) => type)).toEqual([
      ...['export', 'lead', 'conversations', 'media', 'bots', 'analytics', 'webhooks', 'channels', 'error'],
    ]);
    expect(lines.at(-1)).toEqual({ type: 'error', service: 'workspace', code: 'rate_limited' });
  });

  it('is made six times in an hour for a project, and not of leads that are not there', async () => {
    const { as, lead } = await leadWithAnswers();
    expect((await as.exportSubject({ lead: newId() })).body.code).toBe('lead_not_found');
    const statuses: number[] = [];
    for (let time = 0; time < 7; time++) statuses.push((await as.exportSubject({ lead: lead._id })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await service.as((await leadWithAnswers()).ada).exportSubject({ lead: newId() })).status).toBe(404);
  });
});
