import { leadCreated, leadDeleted, leadUpdated } from '@parley/contracts';
import { personasOf } from '@parley/testkit';

import { type Contacts, startTestContacts } from '../../test/contacts.ts';

let service: Contacts;
let other: Contacts;

beforeAll(async () => {
  service = await startTestContacts();
  other = await startTestContacts(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const eventsOf = async (projectId: string) =>
  (
    await Promise.all(
      [leadCreated, leadUpdated, leadDeleted].map((definition) => service.outbox(definition, projectId)),
    )
  ).flat();

const leadsOf = (projectId: string) =>
  service.db.query<{ id: string }>('select id from lead where id_project = $1', [projectId]);

describe('create', () => {
  it('of one lead_id makes one lead under concurrency, and names it in the conflicts', async () => {
    const { projectId, linus } = personasOf();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? service : other).as(linus).createLead({ lead_id: 'crm-1', fullname: `Name ${index}` }),
      ),
    );

    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([1, 59]);
    expect(new Set(refused.map(({ body }) => body.conflict))).toEqual(new Set([made[0]?.body._id]));
    expect(refused[0]?.body).toMatchObject({
      code: 'lead_exists',
      errors: [{ param: 'lead_id', location: 'body', value: 'crm-1' }],
    });
    expect(await leadsOf(projectId)).toHaveLength(1);
    expect(await eventsOf(projectId)).toHaveLength(1);
  });

  it('with merge keeps the attributes of every call', async () => {
    const { projectId, linus } = personasOf();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? service : other)
          .as(linus)
          .createLead({ lead_id: 'crm-1', attributes: { [`k${index}`]: index }, on_conflict: 'merge' }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    const [{ id } = { id: '' }] = await leadsOf(projectId);
    const lead = (await service.as(linus).getLead({ lead: id })).body;
    expect(Object.keys(lead.attributes)).toHaveLength(40);
    expect(lead.__v).toBe(39);
    expect(await service.outbox(leadCreated, projectId)).toHaveLength(1);
  });

  it('with return gives the existing lead unchanged, and states the outcome', async () => {
    const { linus } = personasOf();
    const made = await service.as(linus).createLead({ lead_id: 'crm-1', fullname: 'Ada' });
    const again = await service.as(linus).createLead({ lead_id: 'crm-1', fullname: 'Eve', on_conflict: 'return' });

    expect(made.headers['parley-outcome']).toBe('created');
    expect(again.headers['parley-outcome']).toBe('returned');
    expect(again.body).toEqual(made.body);
  });

  it('without lead_id never conflicts, and gives texts back as sent', async () => {
    const { linus } = personasOf();
    const body = { fullname: '  Ädá 👩‍💻 ', email: 'Ada@Example.com', phone: '+39 041', tags: ['vip', 'vip'] };
    const [one, two] = await Promise.all([service.as(linus).createLead(body), service.as(linus).createLead(body)]);

    expect(one.body._id).not.toBe(two.body._id);
    expect(one.body).toMatchObject({ ...body, tags: ['vip'], status: 100, attributes: {}, properties: {}, __v: 0 });
    expect(one.body.lead_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('restores a trashed lead with merge, and reports it with error', async () => {
    const { linus } = personasOf();
    const { _id } = (await service.as(linus).createLead({ lead_id: 'crm-1' })).body;
    await service.as(linus).deleteLead({ lead: _id });

    const refused = await service.as(linus).createLead({ lead_id: 'crm-1' });
    const merged = await service.as(linus).createLead({ lead_id: 'crm-1', fullname: 'Ada', on_conflict: 'merge' });

    expect(refused.body).toMatchObject({ code: 'lead_exists', conflict: _id, conflictStatus: 1000 });
    expect(merged.body).toMatchObject({ _id, status: 100, fullname: 'Ada' });
  });
});

describe('change', () => {
  it('lets all parallel attributes, properties and tags survive, each with a version and an event', async () => {
    const { projectId, linus } = personasOf();
    const { _id } = (await service.as(linus).createLead({})).body;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => [
        service.as(linus).mergeLeadAttributes({ lead: _id, [`a${index}`]: index }),
        other.as(linus).mergeLeadProperties({ lead: _id, [`p${index}`]: index }),
        service.as(linus).addLeadTags({ lead: _id, items: [`t${index}`] }),
      ]).flat(),
    );

    const lead = (await service.as(linus).getLead({ lead: _id })).body;
    expect(
      [Object.keys(lead.attributes), Object.keys(lead.properties ?? {}), lead.tags].map((one) => one?.length),
    ).toEqual([30, 30, 30]);
    expect(lead.__v).toBe(90);
    const versions = (await service.outbox(leadUpdated, projectId)).map(({ data }) => data.lead.__v);
    expect(new Set(versions).size).toBe(90);
  });

  it('that changes nothing stores nothing', async () => {
    const { projectId, linus } = personasOf();
    const { body } = await service.as(linus).createLead({ fullname: 'Ada', tags: ['vip'] });
    const same = [
      await service.as(linus).updateLead({ lead: body._id, fullname: 'Ada', company: '' }),
      await service.as(linus).addLeadTags({ lead: body._id, items: ['vip'] }),
      await service.as(linus).removeLeadTag({ lead: body._id, tag: 'other' }),
      await service.as(linus).mergeLeadAttributes({ lead: body._id, gone: null }),
    ];

    expect(same.map((answer) => answer.body)).toEqual(same.map(() => body));
    expect(await eventsOf(projectId)).toHaveLength(1);
  });

  it('clears a text by null and by the empty text, and names what changed', async () => {
    const { projectId, linus } = personasOf();
    const { _id } = (await service.as(linus).createLead({ fullname: 'Ada', email: 'ada@example.com', phone: '1' }))
      .body;
    const { body } = await service.as(linus).updateLead({ lead: _id, fullname: null, email: '', city: 'Venice' });

    expect(body).not.toHaveProperty('fullname');
    expect(body).not.toHaveProperty('email');
    expect(body).toMatchObject({ phone: '1', city: 'Venice', __v: 1 });
    const [updated] = await service.outbox(leadUpdated, projectId);
    expect(updated?.data.changes.toSorted()).toEqual(['city', 'email', 'fullname']);
  });

  it('refuses what has grown too large by merging, and keeps what was', async () => {
    const { linus } = personasOf();
    const large = { text: 'x'.repeat(40_000) };
    const { _id } = (await service.as(linus).createLead({ attributes: large })).body;
    const tags = Array.from({ length: 60 }, (_, index) => `a${index}`);
    await service.as(linus).addLeadTags({ lead: _id, items: tags });

    const attributes = await service.as(linus).mergeLeadAttributes({ lead: _id, more: large.text });
    const tagged = await service.as(linus).addLeadTags({ lead: _id, items: tags.map((tag) => `b${tag}`) });

    expect([attributes.status, tagged.status]).toEqual([422, 422]);
    expect(attributes.body.errors).toMatchObject([{ param: 'attributes' }]);
    expect(tagged.body.errors).toMatchObject([{ param: 'tags' }]);
    expect((await service.as(linus).getLead({ lead: _id })).body.__v).toBe(1);
  });
});

it('refuses what is no text, and names the limit of what is too long or too many', async () => {
  const { linus, projectId } = personasOf();
  const as = service.as(linus);
  for (const wrong of [{}, { $ne: null }, [], ['Ada'], 'a\u0000b'])
    for (const name of ['lead_id', 'fullname', 'email']) {
      const { status, body } = await as.createLead({ [name]: wrong } as never);
      expect([wrong, status, new Set(body.errors?.map(({ param }) => param))]).toEqual([wrong, 422, new Set([name])]);
    }
  for (const query of [{ full_text: 'a\u0000b' }, { email: 'a\u0000b' }, { tags: 'a\u0000b' }]) {
    const { status, body } = await as.listLeads(query);
    expect([query, status, body.errors?.length]).toEqual([query, 422, 1]);
  }
  for (const [limit, tooMuch] of [
    ['255', { fullname: 'x'.repeat(256) }],
    ['100', { tags: Array.from({ length: 101 }, (_, place) => `tag ${place}`) }],
    ['65536', { attributes: { text: 'x'.repeat(65_536) } }],
  ] as const) {
    const { status, body } = await as.createLead(tooMuch as never);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ msg: expect.stringContaining(limit) })]]);
  }
  expect(await leadsOf(projectId)).toEqual([]);
  expect((await as.listLeads({ limit: '10000' })).body.perPage).toBe(200);
});

describe('trash', () => {
  it('announces once, hides from lists, and gives the same lead back', async () => {
    const { projectId, linus } = personasOf();
    const { _id } = (await service.as(linus).createLead({ fullname: 'Ada' })).body;
    const first = await service.as(linus).deleteLead({ lead: _id });
    const second = await service.as(linus).deleteLead({ lead: _id });

    expect([first.body.status, second.body.status]).toEqual([1000, 1000]);
    expect(second.body.__v).toBe(first.body.__v);
    const deleted = await service.outbox(leadDeleted, projectId);
    expect(deleted.map(({ data }) => data.mode)).toEqual(['trash']);
    expect((await service.as(linus).listLeads({})).body).toMatchObject({ count: 0, leads: [] });
    expect((await service.as(linus).listLeads({ status: '1000' })).body).toMatchObject({ count: 1 });

    const back = await service.as(linus).updateLead({ lead: _id, status: 100 });
    expect(back.body).toMatchObject({ _id, status: 100, fullname: 'Ada' });
    expect((await service.outbox(leadUpdated, projectId)).at(-1)?.data.changes).toEqual(['status']);
  });

  it('is left for good only by an owner', async () => {
    const { projectId, linus, grace, ada } = personasOf();
    const { _id } = (await service.as(linus).createLead({})).body;

    expect((await service.as(grace).removeLead({ lead: _id })).status).toBe(403);
    expect((await service.as(ada).removeLead({ lead: _id })).body._id).toBe(_id);
    expect((await service.as(linus).getLead({ lead: _id })).status).toBe(404);
    const deleted = await service.outbox(leadDeleted, projectId);
    expect(deleted.map(({ data }) => data.mode)).toEqual(['physical']);
  });
});

it('knows no lead of another project, and makes none by a change', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const { _id } = (await service.as(theirs.linus).createLead({ lead_id: 'same' })).body;
  const own = await service.as(mine.linus).createLead({ lead_id: 'same' });
  expect(own.status).toBe(200);

  const as = service.as(mine.linus);
  for (const lead of [_id, 'xyz', '0'.repeat(24)]) {
    const answers = [
      await as.getLead({ lead }),
      await as.updateLead({ lead, fullname: 'Eve' }),
      await as.mergeLeadAttributes({ lead, a: 1 }),
      await as.addLeadTags({ lead, items: ['a'] }),
      await as.removeLeadTag({ lead, tag: 'a' }),
      await as.deleteLead({ lead }),
      await service.as(mine.ada).removeLead({ lead }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'lead_not_found']));
  }
  expect(await leadsOf(mine.projectId)).toHaveLength(1);
});

it('is closed to guests, and open to a bot of its project but for files', async () => {
  const { vera, victor, robby } = personasOf();
  expect((await service.as(vera).listLeads({})).status).toBe(403);
  expect((await service.as(victor).createLead({})).status).toBe(403);
  expect((await service.as(robby).createLead({ fullname: 'Ada' })).status).toBe(200);
  expect((await service.as(robby).exportLeads({})).status).toBe(403);
});
