import { leadCreated, leadUpdated } from '@parley/contracts';
import { personasOf } from '@parley/testkit';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';

let service: Contacts;
beforeAll(async () => {
  service = await startTestContacts();
});
afterAll(() => service.stop());

const eventsOf = async (projectId: string) =>
  (await Promise.all([leadCreated, leadUpdated].map((definition) => service.outbox(definition, projectId))))
    .flat()
    .map(({ type }) => type);

const faulty = [
  { fullname: 7 },
  { lead_id: 'l', email: 'no address' },
  { lead_id: '', tags: 'vip' },
  'no lead',
  { attributes: [], company: { $ne: 1 } },
];
const faultyFields = [['fullname'], ['email'], ['lead_id', 'tags'], [''], ['attributes', 'company']];

/** 500 leads, 5 of them faulty and 20 known, spread over the list. */
function import500() {
  const good = Array.from({ length: 495 }, (_, index) => ({ lead_id: `crm-${index}`, company: 'Acme' }));
  return faulty.reduce<unknown[]>((leads, fault, nth) => leads.toSpliced(nth * 97, 0, fault), good);
}
const known = Array.from({ length: 20 }, (_, index) => ({ lead_id: `crm-${index * 20}`, fullname: 'Known' }));

describe('many leads at once', () => {
  it.each([
    ['error', 'failed', 0],
    ['return', 'returned', 0],
    ['merge', 'merged', 20],
  ] as const)(
    'with on_conflict=%s are created but for the faulty ones, and the known ones are %s',
    async (on_conflict, outcome, updates) => {
      const { projectId, linus } = await projectWith(service, ...known);
      const body = import500();
      const withKey = { body, query: { on_conflict }, headers: { 'Idempotency-Key': 'import' } };

      const { status, body: answer } = await service.as(linus).createLeads({}, withKey);

      expect(status).toBe(200);
      expect(answer.results.map(({ index }) => index)).toEqual(body.map((_, index) => index));
      expect(answer.results.filter((one) => one.outcome === 'created')).toHaveLength(475);
      const failed = answer.results.filter(({ code }) => code === 'validation_failed');
      expect(failed.map(({ errors }) => errors?.map(({ param }) => param).toSorted())).toEqual(faultyFields);
      const ofKnown = answer.results.filter((one) => one.outcome === outcome && one._id !== undefined);
      const stored = await service.db.query<{ id: string; company: string | null }>(
        `select id, company from lead where id_project = $1 and fullname = 'Known' order by id`,
        [projectId],
      );
      expect(ofKnown.map(({ _id }) => _id).toSorted()).toEqual(stored.map(({ id }) => id).toSorted());
      expect(new Set(stored.map(({ company }) => company))).toEqual(new Set([updates > 0 ? 'Acme' : null]));
      const events = await eventsOf(projectId);
      expect(events.filter((type) => type === 'lead.created')).toHaveLength(495);
      expect(events.filter((type) => type === 'lead.updated')).toHaveLength(updates);

      const again = await service.as(linus).createLeads({}, withKey);
      expect(again.body).toEqual(answer);
      expect(await eventsOf(projectId)).toEqual(events);
    },
  );

  it('without a lead_id are made once per key', async () => {
    const { projectId, linus } = personasOf();
    const options = { body: [{ fullname: 'Ada' }, { fullname: 'Ada' }], headers: { 'Idempotency-Key': 'twice' } };

    const first = await service.as(linus).createLeads({}, options);
    const again = await service.as(linus).createLeads({}, options);
    await service.as(linus).createLeads({}, { ...options, headers: {} });

    expect(again.body).toEqual(first.body);
    expect(await eventsOf(projectId)).toEqual(Array(4).fill('lead.created'));
  });

  it('with the same lead_id are merged in their order', async () => {
    const { linus } = personasOf();
    const body = Array.from({ length: 40 }, (_, index) => ({ lead_id: 'crm', fullname: `Name ${index}` }));

    const { body: answer } = await service.as(linus).createLeads({ on_conflict: 'merge' }, { body });

    expect(answer.results.map(({ outcome }) => outcome)).toEqual(['created', ...Array(39).fill('merged')]);
    const lead = await service.as(linus).getLead({ lead: answer.results[0]?._id ?? '' });
    expect(lead.body.fullname).toBe('Name 39');
  });

  it.each([
    ['501 leads', 422, Array(501).fill({})],
    ['none', 422, []],
    ['no list', 422, {}],
    ['more than 2 MB', 413, Array(250).fill({ note: 'x'.repeat(9_000) })],
  ])('are refused as a whole: %s', async (_, status, body) => {
    const { projectId, linus } = personasOf();

    expect((await service.as(linus).createLeads({}, { body })).status).toBe(status);
    expect(await eventsOf(projectId)).toEqual([]);
  });

  it('with an unknown on_conflict are refused as a whole', async () => {
    const { linus } = personasOf();
    expect(await service.as(linus).createLeads({ on_conflict: 'x' }, { body: [{}] })).toMatchObject({ status: 422 });
  });
});
