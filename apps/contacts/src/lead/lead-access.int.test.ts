import { type Actor, requestErrors } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Contacts, startTestContacts } from '../../test/contacts.ts';

/** Requester by request; other requests do not exist. */
const leadOfRequest = new Map<string, string>();
let service: Contacts;
beforeAll(async () => {
  const conversations = fakeService(ConversationsServiceService, {
    getRequestFor: ({ requestId }) => {
      const lead = leadOfRequest.get(requestId);
      if (lead === undefined) throw requestErrors.request_not_found();
      return { id: newId(), requestId, status: 200, lastSeq: 1, recordJson: JSON.stringify({ requester_id: lead }) };
    },
  });
  service = await startTestContacts(undefined, { fakes: { conversations } });
});
afterAll(() => service.stop());

/** A bot bound to the request of one lead, in a project with others. */
async function boundBot() {
  const personas = personasOf();
  const as = service.as(personas.linus);
  const own = (await as.createLead({ lead_id: 'own', fullname: 'Ada', tags: ['vip'] })).body;
  const other = (await as.createLead({ lead_id: 'other', fullname: 'Grace', tags: ['vip'] })).body;
  const requestId = `support-group-${personas.projectId}-${newId()}`;
  leadOfRequest.set(requestId, own._id);
  const bound: Actor = { ...personas.robby, requestId };
  return { own, other, bound, personas };
}

it('shows a bot bound to a request the lead of that request and no other', async () => {
  const { own, other, bound, personas } = await boundBot();
  const as = service.as(bound);

  expect((await as.getLead({ lead: own._id })).body).toEqual(own);
  for (const query of [{}, { tags: 'vip' }, { status: 'all' }, { full_text: 'a' }]) {
    expect((await as.listLeads(query)).body).toMatchObject({ count: 1, leads: [own] });
  }
  expect((await as.listLeads({ lead_id: 'other' })).body).toMatchObject({ count: 0, leads: [] });

  const refused = [
    await as.getLead({ lead: other._id }),
    await as.updateLead({ lead: other._id, fullname: 'Eve' }),
    await as.mergeLeadAttributes({ lead: other._id, a: 1 }),
    await as.mergeLeadProperties({ lead: other._id, a: 1 }),
    await as.addLeadProperties({ lead: other._id, a: 1 }),
    await as.addLeadTags({ lead: other._id, items: ['a'] }),
    await as.removeLeadTag({ lead: other._id, tag: 'vip' }),
    await as.deleteLead({ lead: other._id }),
    await as.createLead({ lead_id: 'other', fullname: 'Eve', on_conflict: 'merge' }),
    await as.createLead({ lead_id: 'new' }),
    await as.createLead({}),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [404, 'lead_not_found']));
  expect((await service.as(personas.linus).getLead({ lead: other._id })).body).toEqual(other);
  expect((await service.as(personas.linus).listLeads({})).body.count).toBe(2);
});

it('lets it change that lead in every way that bots may', async () => {
  const { own, bound } = await boundBot();
  const as = service.as(bound);
  const lead = own._id;

  await as.updateLead({ lead, company: 'Engines' });
  await as.mergeLeadAttributes({ lead, plan: 'gold' });
  await as.addLeadProperties({ lead, plan: 'gold' });
  await as.addLeadTags({ lead, items: ['new'] });
  const merged = await as.createLead({ lead_id: 'own', city: 'Venice', on_conflict: 'merge' });

  expect(merged.body).toMatchObject({
    ...{ _id: lead, company: 'Engines', city: 'Venice', tags: ['vip', 'new'] },
    ...{ attributes: { plan: 'gold' }, properties: { plan: 'gold' } },
  });
  expect((await as.deleteLead({ lead })).body.status).toBe(1000);
});

it('shows nothing to a bot whose request does not exist', async () => {
  const { own, bound } = await boundBot();
  const as = service.as({ ...bound, requestId: `support-group-${bound.projectId}-${newId()}` });

  const answers = [await as.getLead({ lead: own._id }), await as.listLeads({})];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'lead_not_found']));
});

it('is closed to bots but for leads one by one, and to guests and external users altogether', async () => {
  const { own, bound, personas } = await boundBot();
  const { linus, robby, vera, victor } = personas;
  const segment = (await service.as(linus).createSegment({ name: 'All' })).body._id;
  const notLeads = [robby, bound, vera, victor].flatMap((actor) => {
    const as = service.as(actor);
    return [
      as.exportLeads({}),
      as.removeLead({ lead: own._id }),
      ...[as.createSegment({ name: 'Mine' }), as.previewSegment({}), as.listSegments({}), as.getSegment({ segment })],
      ...[as.updateSegment({ segment, name: 'Mine' }), as.deleteSegment({ segment })],
      ...[as.listSegmentLeads({ segment }), as.countSegmentLeads({ segment }), as.listProperties()],
    ];
  });
  const noLeads = [vera, victor].flatMap((actor) => {
    const as = service.as(actor);
    return [as.listLeads({}), as.getLead({ lead: own._id }), as.createLead({}), as.deleteLead({ lead: own._id })];
  });

  const answers = await Promise.all([...notLeads, ...noLeads]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, 'role_too_low']));
  expect((await service.as(robby).listLeads({})).body.count).toBe(2);
});
