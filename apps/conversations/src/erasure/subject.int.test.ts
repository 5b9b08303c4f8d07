import type { Actor, RequestRecord } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { collect, eventually } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { callsOf } from '../../test/internal-calls.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let contacts: ReturnType<typeof callsOf>;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  contacts = callsOf(service, 'contacts');
});
afterAll(() => contacts.close());

/** Words of the person, wherever they may be stored. */
const secrets = ['sappho-42', 'Sappho', 'sappho@lesbos.example', 'lyre-is-broken', 'Mytilene', 'shop-page'];

interface ChangeDraft {
  project: TestProject;
  sappho: Actor;
  request: RequestRecord;
  subject: { idProject: string; lead: string; leadId: string; requests: string[] };
}

/** A guest with every kind of personal data stored. */
async function conversation(): Promise<ChangeDraft> {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { linus, vera, ada } = project.personas;
  const sappho = project.addMember({ actor: { ...vera, id: 'sappho-42', name: 'Sappho', teammateId: 'f'.repeat(24) } });
  await harness.syncReadModels(project);
  const request_id = newRequestId(project.projectId);
  const headers = { 'Idempotency-Key': 'sappho' };
  const first = {
    text: 'My lyre-is-broken',
    email: 'sappho@lesbos.example',
    sourcePage: 'https://shop-page.example',
    location: { city: 'Mytilene' },
    attributes: { about: 'lyre-is-broken' },
    subject: 'lyre-is-broken',
  };
  await service.as(sappho).sendMessage({ request_id, external_id: 'lyre-is-broken', ...first }, { headers });
  await service.as(linus).sendMessage({ request_id, text: 'Dear Sappho, the lyre-is-broken?' });
  await service.as(sappho).setReadPosition({ request_id, upto: 2 });
  await service.as(linus).addNote({ request_id, text: 'Sappho of Mytilene', mentions: [ada.id] });
  await service.as(sappho).rateRequest({ request_id, rating: 4, rating_message: 'lyre-is-broken' });
  await service
    .as(linus)
    .sendDirectMessage({ recipient: sappho.id, recipientFullname: 'Sappho', text: 'lyre-is-broken' });
  const actions = [{ type: 'notify', people: [ada.id], text: 'See {{lead.fullname}}' }];
  const { body: macro } = await service.as(linus).createMacro({}, { body: { name: 'Tell', actions } as never });
  expect((await service.as(linus).runMacro({ request_id, macro_id: macro._id })).status).toBe(200);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await service.as(linus).scheduleMessage({ request_id }, { body: { text: 'The lyre-is-broken still?', at } });
  await service.as(linus).closeRequest({ request_id });
  await service.settled();
  const { body } = await service.as(ada).getRequest({ request_id });
  const request = body as RequestRecord;
  const subject = {
    idProject: project.projectId,
    lead: request.requester_id,
    leadId: sappho.id,
    requests: [request._id],
  };
  return { project, sappho, request, subject };
}

/** Where any of the words is stored, in any table. */
async function traces(): Promise<string[]> {
  const tables = await service.db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await service.db.query<{ row: string }>(`select t::text as row from ${name} t`);
    for (const { row } of rows) {
      for (const secret of secrets)
        if (row.toLowerCase().includes(secret.toLowerCase())) found.push(`${name}: ${secret}`);
    }
  }
  return found;
}

it('exports the requests with their notes and every message', async () => {
  const { subject, request } = await conversation();
  const records = await collect(contacts.subject.export({ subject }));

  const parsed = records.map(({ type, recordJson }) => ({ ...JSON.parse(recordJson), kind: type }));
  expect(parsed[0]).toMatchObject({ kind: 'request', _id: request._id, notes: [{ text: 'Sappho of Mytilene' }] });
  expect(parsed.slice(1).every(({ kind, recipient }) => kind === 'message' && recipient === request.request_id)).toBe(
    true,
  );
  expect(parsed.slice(1).map(({ text }) => text)).toContain('My lyre-is-broken');
  await contacts.subject.erase({ subject });
});

it('leaves nothing of an erased person in any table, and keeps the request with its number and times', async () => {
  const { subject, request, project, sappho } = await conversation();
  const before = await contacts.subject.count({ subject });
  for (const kind of [
    'requests',
    'messages',
    'history',
    'scheduledMessages',
    'directMessages',
    'copies',
    'events',
    'answers',
  ]) {
    expect({ kind, left: (before.remaining[kind] ?? 0) > 0 }).toEqual({ kind, left: true });
  }

  const first = await contacts.subject.erase({ subject });
  await service.settled();
  const second = await contacts.subject.erase({ subject });

  expect(first.erased).toMatchObject({ requests: 1, directMessages: 1, copies: 2 });
  expect(second.erased).toMatchObject({ requests: 0, messages: 0, history: 0, directMessages: 0, copies: 0 });
  expect(Object.values((await contacts.subject.count({ subject })).remaining)).toEqual(Array(8).fill(0));
  expect(await traces()).toEqual([]);

  const after = await seen(service, project, request.request_id);
  expect(after).toMatchObject({
    ...{ ticket_id: request.ticket_id, status: 1000, createdAt: request.createdAt, closed_at: request.closed_at },
    ...{ participants: request.participants, rating: 4, first_text: '', notes: [], attributes: {}, contact: {} },
  });
  expect(after.__v).toBe(request.__v + 1);
  const { body } = await service.as(project.personas.ada).listMessages({ request_id: request.request_id });
  expect(body.every(({ text }) => text === '')).toBe(true);

  // A later visitor with the same id is a different person.
  const { body: mine } = await service.as(sappho).listMyRequests({ status: 'all' });
  expect(mine.requests).toEqual([]);
});

it('leaves other people untouched', async () => {
  const one = await conversation();
  const other = await harness.project();
  const request_id = newRequestId(other.projectId);
  await service.as({ ...one.sappho, projectId: other.projectId }).sendMessage({ request_id, text: 'lyre-is-broken' });

  await contacts.subject.erase({ subject: one.subject });

  const { body } = await service.as(other.personas.ada).listMessages({ request_id });
  expect(body.map(({ text }) => text)).toEqual(['lyre-is-broken']);
});

it('leaves newer data under the same id untouched', async () => {
  const { subject, project, sappho } = await conversation();
  const untilMs = Date.now();
  await eventually(() => expect(Date.now()).toBeGreaterThan(untilMs));
  const { linus } = project.personas;
  const welcome = { recipient: sappho.id, recipientFullname: 'Somebody', text: 'Welcome' };
  expect((await service.as(linus).sendDirectMessage(welcome)).status).toBe(200);

  const { erased } = await contacts.subject.erase({ subject: { ...subject, untilMs } });

  expect(erased.directMessages).toBe(1);
  expect((await contacts.subject.count({ subject: { ...subject, untilMs } })).remaining.directMessages).toBe(0);
  expect((await contacts.subject.count({ subject })).remaining.directMessages).toBe(1);
  await contacts.subject.erase({ subject });
});

it('blocks the `_id` of an unknown lead, so that late events cannot restore them', async () => {
  const { project, subject } = await conversation();
  const unheard = { ...subject, lead: newId(), leadId: 'psappho', requests: [] };
  expect((await contacts.subject.erase({ subject: unheard })).erased.copies).toBe(0);
  const { projectId } = project;
  const late = { projectId, id: unheard.lead, leadId: 'psappho', version: 7, deleted: false, record: { a: 1 } };
  await service.context.leadCopies.keep(late);
  expect(await service.context.leadCopies.find(projectId, 'psappho')).toBeUndefined();
  await contacts.subject.erase({ subject });
});

it('refuses an erasure without a subject', async () => {
  const subject = { idProject: 'p', lead: '', leadId: '', requests: [] };
  await expect(contacts.subject.erase({ subject })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(contacts.subject.erase({})).rejects.toMatchObject({ code: 'validation_failed' });
});
