import { leadCreated, leadUpdated } from '@parley/contracts';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { newId } from '@parley/service-kit/call';
import { client, type PromiseClient } from '@parley/service-kit/grpc';
import { personasOf } from '@parley/testkit';

import { type Contacts, startTestContacts } from '../../test/contacts.ts';

let service: Contacts;
let contacts: PromiseClient<typeof ContactsServiceService>;
let bots: PromiseClient<typeof ContactsServiceService>;

beforeAll(async () => {
  service = await startTestContacts();
  const from = (name: 'conversations' | 'bots') =>
    client(ContactsServiceService, {
      address: service.addresses.grpc,
      from: name,
      to: 'contacts',
      deadlineMs: 20_000,
      actorKey: new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url')),
    });
  contacts = from('conversations');
  bots = from('bots');
});
afterAll(async () => {
  contacts.close();
  bots.close();
  await service.stop();
});

it('makes one lead for a visitor despite concurrent messages, with the proposed id', async () => {
  const { projectId } = personasOf();
  const proposed = newId();
  const answers = await Promise.all(
    Array.from({ length: 15 }, () =>
      contacts.ensureLead({
        idProject: projectId,
        leadId: 'vera',
        proposedId: proposed,
        fullname: 'Guest',
        status: 100,
      }),
    ),
  );

  expect(new Set(answers.map(({ lead }) => lead?.id))).toEqual(new Set([proposed]));
  const made = await service.outbox(leadCreated, projectId);
  expect(made.map(({ data }) => [data.lead._id, data.origin])).toEqual([[proposed, 'conversation']]);
});

it('updates details, keeps a real name over a generated one, and ignores invalid addresses', async () => {
  const { projectId, linus } = personasOf();
  const about = { idProject: projectId, leadId: 'vera', status: 50 };
  const first = await contacts.ensureLead({ ...about, fullname: 'guest#a1b2', attributesJson: '{"plan":"gold"}' });
  const named = await contacts.ensureLead({
    ...about,
    fullname: 'Vera',
    email: 'vera@example.com',
    attributesJson: '{"plan":"x"}',
  });
  const again = await contacts.ensureLead({ ...about, fullname: 'Guest', email: 'not an address', status: 100 });

  expect(first.lead).toMatchObject({ status: 50, version: 0 });
  expect(named.lead?.id).toBe(first.lead?.id);
  expect(JSON.parse(again.lead?.recordJson ?? '')).toMatchObject({
    fullname: 'Vera',
    email: 'vera@example.com',
    attributes: { plan: 'gold' },
    status: 100,
  });
  const changes = await service.outbox(leadUpdated, projectId);
  expect(changes.map(({ data }) => data.changes.toSorted())).toEqual([['email', 'fullname'], ['status']]);

  await service.as(linus).deleteLead({ lead: first.lead?.id ?? '' });
  expect((await contacts.ensureLead({ ...about, status: 100 })).lead).toMatchObject({
    id: first.lead?.id,
    status: 100,
  });
});

it('fills only empty fields, for bots only', async () => {
  const { projectId, linus } = personasOf();
  const { _id: id } = (await service.as(linus).createLead({ fullname: 'Ada' })).body;
  const filled = await bots.fillLead({ idProject: projectId, id, fullname: 'Eve', email: 'ada@example.com' });

  expect(JSON.parse(filled.lead?.recordJson ?? '')).toMatchObject({ fullname: 'Ada', email: 'ada@example.com' });
  await expect(bots.fillLead({ idProject: projectId, id: newId() })).rejects.toMatchObject({ code: 'lead_not_found' });
  await expect(contacts.fillLead({ idProject: projectId, id })).rejects.toThrow('PERMISSION_DENIED');
});

it('returns existing leads of this project only', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const { _id: own } = (await service.as(mine.linus).createLead({ lead_id: 'vera' })).body;
  const { _id: foreign } = (await service.as(theirs.linus).createLead({ lead_id: 'vera' })).body;
  const { _id: named } = (await service.as(mine.linus).createLead({ lead_id: 'victor' })).body;

  const get = async (ids: string[], leadIds: string[]) => {
    const { leads } = await contacts.getLeads({ idProject: mine.projectId, ids, leadIds });
    return leads.map(({ id }) => id).toSorted();
  };
  expect(await get([own, foreign, 'xyz'], [])).toEqual([own]);
  expect(await get([], ['vera', own, 'xyz'])).toEqual([own]);
  expect(await get([own], ['victor'])).toEqual([own, named].toSorted());
});
