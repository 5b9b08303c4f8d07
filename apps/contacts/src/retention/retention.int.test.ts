import { type ProjectView, projectUpdated } from '@parley/contracts';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { fakeService } from '@parley/testkit/fakes';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';
import { keepRetention } from './keep-retention.ts';

/** What conversations answers, by the `_id` of the lead. */
const withRequests = new Set<string>();
const held = new Map<string, string>();
let asked: string[] = [];
let service: Contacts;

beforeAll(async () => {
  const conversations = fakeService(ConversationsServiceService, {
    leadsInUse: ({ leads }) => {
      asked.push(...leads);
      const holds = leads.flatMap((lead) => (held.has(lead) ? [{ lead, hold: held.get(lead) ?? '' }] : []));
      return { withRequests: leads.filter((lead) => withRequests.has(lead)), held: holds };
    },
  });
  service = await startTestContacts(undefined, { fakes: { conversations } });
});
afterAll(() => service?.stop());
beforeEach(() => {
  asked = [];
});

let version = 0;

/** As the event of workspace does. */
async function setDays(projectId: string, days: number): Promise<void> {
  const project = {
    _id: projectId,
    settings: { retention: { leads_without_requests: days } },
  } as unknown as ProjectView;
  const { type } = projectUpdated({ project, changes: ['settings'] });
  version += 1;
  const envelope = { type, idproject: projectId, aggregateversion: version, data: { project } };
  await keepRetention(service.context, envelope as Parameters<typeof keepRetention>[1]);
}

/** The ids of new leads that were changed so many days ago. */
async function leadsOf(count: number, days: number) {
  const personas = await projectWith(service);
  const projectId = personas.ada.projectId ?? '';
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const { body } = await service.as(personas.linus).createLead({ lead_id: newId(), fullname: `Lead ${at}` });
    ids.push(body._id);
  }
  const text = `update lead set updated_at = updated_at - $2 * interval '1 day' where id_project = $1`;
  await service.db.query(text, [projectId, days]);
  return { ...personas, projectId, ids };
}

const erasuresOf = async (projectId: string) => {
  const text = 'select lead, requested_by as by from erasure where id_project = $1 order by lead';
  return service.db.query<{ lead: string; by: string }>(text, [projectId]);
};

async function preview(projectId: string, days: number) {
  const actorKey = new Uint8Array(Buffer.from(String(service.env.ACTOR_KEY), 'base64url'));
  const calling = { address: service.addresses.grpc, to: 'contacts', from: 'conversations', actorKey } as const;
  const contacts = client(ContactsServiceService, calling);
  try {
    return await contacts.countExpired({ idProject: projectId, beforeMs: Date.now() - days * 86_400_000 });
  } finally {
    contacts.close();
  }
}

it('erases old leads that nothing keeps, those that the preview counts, and looks at the others once a day', async () => {
  const { projectId, ids, linus } = await leadsOf(6, 40);
  const [busy = '', kept = '', fresh = '', ...due] = ids;
  withRequests.add(busy);
  held.set(kept, newId());
  await service.as(linus).updateLead({ lead: fresh, company: 'Lyre Works' });
  await setDays(projectId, 30);
  expect(await preview(projectId, 30)).toMatchObject({ count: due.length, complete: true });

  asked = [];
  await service.runJob('expireLeads');
  expect(await erasuresOf(projectId)).toEqual(due.toSorted().map((lead) => ({ lead, by: 'retention' })));
  expect(asked.toSorted()).toEqual([busy, kept, ...due].toSorted());
  asked = [];
  await service.runJob('expireLeads');
  expect(asked).toEqual([]);
});

it('goes on where a round was cut off, and begins again when the days change', async () => {
  const { projectId, ids } = await leadsOf(3, 40);
  const other = await leadsOf(1, 40);
  await setDays(projectId, 30);
  const { retention } = service.context;
  const [first] = await retention.old({ projectId, before: new Date(), after: undefined });
  if (!first) throw new Error('There are no leads.');
  await retention.advance(projectId, first);
  await service.runJob('expireLeads');
  const rest = ids.filter((id) => id !== first.id);
  expect((await erasuresOf(projectId)).map(({ lead }) => lead)).toEqual(rest.toSorted());

  await setDays(projectId, 20);
  await service.runJob('expireLeads');
  expect((await erasuresOf(projectId)).map(({ lead }) => lead)).toEqual(ids.toSorted());
  expect(await erasuresOf(other.projectId)).toEqual([]);
});

it('goes on with another project after each batch of one', async () => {
  const { retention } = service.context;
  const both = [await leadsOf(1, 40), await leadsOf(1, 40)].map(({ projectId }) => projectId);
  for (const projectId of both) await setDays(projectId, 30);
  const turns: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const sweep = await retention.next();
    const [lead] = sweep ? await retention.old({ ...sweep, after: undefined }) : [];
    if (!sweep || !lead) throw new Error('Nothing is due.');
    turns.push(sweep.projectId);
    await retention.advance(sweep.projectId, lead);
  }
  expect(turns).toEqual([both[0], both[1], both[0]]);
  await service.runJob('expireLeads');
});

it('erases nothing by 0 days', async () => {
  const { projectId } = await leadsOf(1, 3_000);
  await setDays(projectId, 0);
  await service.runJob('expireLeads');
  expect(await erasuresOf(projectId)).toEqual([]);
});

it('a legal hold refuses that a lead is erased or removed', async () => {
  const { projectId, ids, ada } = await leadsOf(1, 0);
  const [lead = ''] = ids;
  held.set(lead, 'a-hold');
  const refusal = { status: 403, body: { code: 'on_hold', hold: 'a-hold' } };
  expect(await service.as(ada).eraseSubject({ lead })).toMatchObject(refusal);
  expect(await service.as(ada).removeLead({ lead })).toMatchObject(refusal);
  expect(await erasuresOf(projectId)).toEqual([]);
});
