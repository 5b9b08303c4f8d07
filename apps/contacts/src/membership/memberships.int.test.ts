import {
  type SegmentFilter,
  SegmentFilters,
  segmentMemberAdded,
  segmentMemberRemoved,
  tagUpdated,
} from '@parley/contracts';
import { newId, runInCall } from '@parley/service-kit/call';
import { announce } from '@parley/service-kit/outbox';
import { amountOf, type Personas, personasOf } from '@parley/testkit';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';
import { isIn } from '../../test/evaluate.ts';
import { random } from '../../test/random.ts';

let service: Contacts;
beforeAll(async () => {
  service = await startTestContacts();
});
afterAll(() => service.stop());

/** A round of the job, once leads are prepared for new segments. */
async function look(): Promise<void> {
  await service.settled();
  await service.runJob('followMemberships');
}

/** Lets time pass for the leads of a project: all their times are as much older. */
async function age({ projectId }: Personas, seconds: number): Promise<void> {
  const { db } = service;
  const earlier = (time: string) => `${time} - $2::float8 * interval '1 s'`;
  const due = (attributes: string) => `case when iso_time(${attributes}->>'due') is null then ${attributes}
    else jsonb_set(${attributes}, '{due}', to_jsonb(
      to_char((${earlier(`iso_time(${attributes}->>'due')`)}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end`;
  const statements = [
    'alter table lead disable trigger lead_changed',
    `update lead set created_at = ${earlier('created_at')}, updated_at = ${earlier('updated_at')},
       attributes = ${due('attributes')} where id_project = $1`,
    'alter table lead enable trigger lead_changed',
    `update lead_turn set at = ${earlier('at')} where id_project = $1`,
    `update lead_before set record = record || jsonb_build_object('attributes', ${due(`(record->'attributes')`)},
       'created_at', ${earlier(`(record->>'created_at')::timestamptz`)},
       'updated_at', ${earlier(`(record->>'updated_at')::timestamptz`)}) where id_project = $1`,
  ];
  await db.transaction(async () => {
    for (const text of statements) await db.query(text, text.includes('$1') ? [projectId, seconds] : []);
  });
}

/** What was announced, in order: which lead, which segment, in or out, why. */
async function moves({ projectId }: Personas): Promise<[string, string, boolean, string][]> {
  const kinds = [segmentMemberAdded, segmentMemberRemoved] as const;
  const events = (await Promise.all(kinds.map((kind) => service.outbox(kind, projectId)))).flat();
  return events
    .toSorted((one, other) => one.sequence.localeCompare(other.sequence))
    .map(({ type, data: { lead, segment, cause } }) => {
      const name = 'lead_id' in lead ? String(lead.lead_id) : lead._id;
      return [name, segment.name, type === 'segment.member_added', cause];
    });
}

const days = 86_400;

describe('a lead', () => {
  it('that comes into a segment or leaves it by a change is announced, and a new segment announces no member', async () => {
    const project = await projectWith(service, { lead_id: 'a', country: 'Italy' }, { lead_id: 'b' });
    const as = service.as(project.linus);
    const filters = [{ field: 'country', operator: '=', value: 'italy' }];
    const { body: segment } = await as.createSegment({ name: 'Italy', filters });
    await as.createSegment({ name: 'All', filters: [] });
    await look();
    expect(await moves(project)).toEqual([]);

    const byId = async (lead_id: string) => (await as.listLeads({ lead_id })).body.leads[0]?._id;
    const [a, b] = [await byId('a'), await byId('b')];
    await as.updateLead({ lead: b, country: 'Italy' });
    await as.updateLead({ lead: b, note: 'x' });
    await as.updateLead({ lead: a, country: 'France' });
    await as.createLead({ lead_id: 'c', country: 'Italy' });
    await look();
    expect((await moves(project)).toSorted()).toEqual([
      ['a', 'Italy', false, 'change'],
      ['b', 'Italy', true, 'change'],
      ['c', 'All', true, 'change'],
      ['c', 'Italy', true, 'change'],
    ]);
    const [added] = await service.outbox(segmentMemberAdded, project.projectId);
    expect(added).toMatchObject({ subject: `segment/${segment._id}`, actor: 'system', aggregateversion: 0 });
    expect(added?.data.lead).toEqual((await as.getLead({ lead: added?.partitionkey })).body);

    await as.updateSegment({ segment: segment._id, filters: [] });
    await look();
    expect(await moves(project)).toHaveLength(4);
  });

  it('that goes leaves its segments, by its ids alone once it is erased, and nothing of it stays behind', async () => {
    const names = ['trashed', 'deleted', 'erased'];
    const project = await projectWith(service, ...names.map((lead_id) => ({ lead_id, fullname: 'Eve Moneypenny' })));
    const as = service.as(project.ada);
    await as.createSegment({ name: 'All' });
    const { leads } = (await as.listLeads({ sortField: 'lead_id', direction: 1 })).body;
    const [deleted, erased, trashed] = leads.map(({ _id }) => _id);

    await as.deleteLead({ lead: trashed });
    await as.removeLead({ lead: deleted });
    await service.context.leads.erase(project.projectId, erased ?? '', new Date(), async () => ({
      leadId: `erased-${newId()}`,
      made: undefined,
    }));
    await service.db.query(
      `insert into erasure (id_project, id, lead, status, requested_by, services, created_at, updated_at)
       values ($1, $2, $3, 'running', 'ada', '[]', now(), now())`,
      [project.projectId, newId(), erased],
    );
    const [itself] = service.context.subjects;
    const subject = { projectId: project.projectId, lead: erased ?? '', leadId: 'erased', requests: [] };
    expect(await itself?.count(subject)).toMatchObject({ changes: 1 });
    await look();

    expect((await moves(project)).map(([lead, ...rest]) => [lead, ...rest]).toSorted()).toEqual(
      [deleted, erased, 'trashed'].map((lead) => [lead, 'All', false, 'change']).toSorted(),
    );
    expect(await itself?.count(subject)).toMatchObject({ changes: 0 });
    await as.updateLead({ lead: trashed, status: 100 });
    await look();
    expect((await moves(project)).at(-1)).toEqual(['trashed', 'All', true, 'change']);
    const rows = await service.db.query('select from lead_before where id_project = $1', [project.projectId]);
    expect(rows).toEqual([]);
  });
});

describe('time alone', () => {
  it('moves leads in and out, each at its moment and once', async () => {
    const project = await projectWith(service, { lead_id: 'old' }, { lead_id: 'older' });
    const as = service.as(project.linus);
    await as.createSegment({ name: 'Week', filters: [{ field: 'createdAt', operator: '<=', value: '-P7D' }] });
    const { body: fresh } = await as.createSegment({
      name: 'Fresh',
      filters: [
        { field: 'createdAt', operator: '>', value: '-P1D' },
        { field: 'lead_id', operator: '=', value: 'old' },
      ],
    });
    expect((await as.countSegmentLeads({ segment: fresh._id })).body.count).toBe(1);
    await look();
    await age(project, days - 60);
    await look();
    expect(await moves(project)).toEqual([]);

    await age(project, 61);
    await look();
    expect(await moves(project)).toEqual([['old', 'Fresh', false, 'time']]);
    expect((await as.countSegmentLeads({ segment: fresh._id })).body.count).toBe(0);

    await age(project, 6 * days);
    await look();
    await look();
    expect((await moves(project)).slice(1).toSorted()).toEqual([
      ['old', 'Week', true, 'time'],
      ['older', 'Week', true, 'time'],
    ]);
  });

  it('moves leads by their own times, before and after them', async () => {
    const at = (ms: number) => new Date(Date.now() + ms * 1_000).toISOString();
    const project = await projectWith(
      service,
      { lead_id: 'soon', attributes: { due: at(5 * days) } },
      { lead_id: 'never', attributes: { due: 'soon' } },
      { lead_id: 'none' },
    );
    const as = service.as(project.linus);
    const filters = [
      { field: 'attributes.due', operator: '<', value: 'P3D' },
      { field: 'attributes.due', operator: '>=', value: '-PT12H' },
    ];
    await as.createSegment({ name: 'Ends', filters });
    await look();
    for (const seconds of [2 * days - 30, 60, 3 * days + 13 * 3_600]) {
      await age(project, seconds);
      await look();
    }
    expect(await moves(project)).toEqual([
      ['soon', 'Ends', true, 'time'],
      ['soon', 'Ends', false, 'time'],
    ]);
  });

  it('is followed for leads that were there before the segment, however many', async () => {
    const project = personasOf();
    const as = service.as(project.linus);
    await as.createLeads({}, { body: Array.from({ length: 450 }, (_, n) => ({ lead_id: `lead-${n}` })) });
    await service.db.query(
      `insert into lead (id_project, id, lead_id, status, created_by, created_at, updated_at)
       select $1, lpad(n::text, 24, '0'), 'row-' || n, 100, 'ada', now(), now() from generate_series(1, 2000) n`,
      [project.projectId],
    );
    await as.createSegment({ name: 'Day', filters: [{ field: 'createdAt', operator: '<', value: '-P1D' }] });
    await look();
    await age(project, days + 1);
    // Two replicas may hold the lease for a moment: each move is announced by one of them.
    const other = await startTestContacts(service);
    await Promise.all([service, other].map((replica) => replica.runJob('followMemberships')));
    await other.stop();
    const found = await moves(project);
    expect(found).toHaveLength(2_450);
    expect(new Set(found.map(([lead]) => lead)).size).toBe(2_450);
  });
});

it('is not moved by a tag that is renamed, which segments follow', async () => {
  const project = await projectWith(service, { lead_id: 'a', tags: ['old'] }, { lead_id: 'b', tags: ['old'] });
  const as = service.as(project.linus);
  const { body: segment } = await as.createSegment({
    name: 'Old',
    filters: [{ field: 'tags', operator: 'contains', value: 'old' }],
  });
  await look();
  // One of them is to be looked at already when the rename comes.
  const [a] = (await as.listLeads({ lead_id: 'a' })).body.leads;
  await as.updateLead({ lead: a?._id, note: 'x' });
  const tag = { _id: newId(), id: newId(), id_project: project.projectId, tag: 'new', attributes: {}, __v: 1 };
  const record = {
    ...tag,
    createdBy: newId(),
    createdAt: new Date().toISOString(),
    updatedAt: new Date().toISOString(),
  };
  await service.db.transaction(() =>
    announce(service.db, { noun: 'tag', projectId: project.projectId, id: tag._id, version: 1 }, [
      tagUpdated({ tag: record, changes: ['tag'], previous: { tag: 'old' } }),
    ]),
  );
  await look();
  expect((await as.countSegmentLeads({ segment: segment._id })).body.count).toBe(2);
  expect(await moves(project)).toEqual([]);
});

it('counts the depth of the change on', async () => {
  const project = await projectWith(service, { lead_id: 'a' });
  await service.as(project.linus).createSegment({
    name: 'Italy',
    filters: [{ field: 'country', operator: '=', value: 'Italy' }],
  });
  const [lead] = (await service.as(project.linus).listLeads({})).body.leads;
  await runInCall({ depth: 3 }, () =>
    service.context.leads.update(project.projectId, lead?._id ?? '', (current) => ({
      next: { ...current, country: 'Italy' },
      events: [],
    })),
  );
  await look();
  expect((await service.outbox(segmentMemberAdded, project.projectId)).map(({ depth }) => depth)).toEqual([4]);
});

it('passes over a segment of an older form that cannot be evaluated', async () => {
  const project = await projectWith(service, { lead_id: 'a' });
  const as = service.as(project.linus);
  const { body: broken } = await as.createSegment({ name: 'Broken' });
  await service.db.query('update segment set filters = $3 where id_project = $1 and id = $2', [
    ...[project.projectId, broken._id],
    JSON.stringify([{ field: 'shoe_size', operator: 'like', value: 1 }]),
  ]);
  await as.createSegment({ name: 'All' });
  await as.createLead({ lead_id: 'b' });
  await look();
  expect(await moves(project)).toEqual([['b', 'All', true, 'change']]);
});

const rounds = amountOf({ quick: 6, soak: 80 });

it('equals, by its events, what the rules of the contract say at any moment, in a random history', async () => {
  const pick = random(20_261_128);
  const project = personasOf();
  const as = service.as(project.linus);
  const times = ['-P9D', '-P3D', '-PT30H', 'PT0S', 'PT36H', 'P4DT1H'];
  const operators = ['<', '<=', '>', '>=', '!='] as const;
  const filterOf = (): SegmentFilter => {
    const kind = pick([0, 1, 2, 3]);
    if (kind === 3) return { field: 'country', operator: pick(['=', '!='] as const), value: pick(['Italy', 'France']) };
    const field = pick(['createdAt', 'updatedAt', 'attributes.due']);
    const operator = field === 'attributes.due' ? pick(['<', '<=', '>', '>='] as const) : pick(operators);
    return { field, operator, value: pick(times) };
  };
  const segments = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const filters = Array.from({ length: pick([1, 2, 3]) }, filterOf);
      expect(SegmentFilters.safeParse(filters).success).toBe(true);
      const { body } = await as.createSegment({ name: `${n}`, match: pick(['all', 'any'] as const), filters });
      return body;
    }),
  );
  await look();
  const written = () => ({
    country: pick(['Italy', 'France', null]),
    attributes: pick([
      {},
      { due: new Date(Date.now() + (pick([-9, -2, 1, 3, 8]) * days + 977) * 1_000).toISOString() },
    ]),
  });
  const ids: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 6; n++) ids.push((await as.createLead(written() as never)).body._id);
    for (let n = 0; n < 4; n++) {
      const lead = pick(ids);
      const change = pick(['write', 'write', 'trash', 'restore']);
      if (change === 'write') await as.updateLead({ lead, ...written() } as never);
      else await as.updateLead({ lead, status: change === 'trash' ? 1000 : 100 });
      // Not each change is looked at before time goes on.
      if (pick([true, false])) await age(project, pick([0.2, 0.9, 1.7]) * days);
    }
    await age(project, pick([0.4, 1.3]) * days);
    await look();

    const members = new Set<string>();
    const events = await Promise.all(
      [segmentMemberAdded, segmentMemberRemoved].map((k) => service.outbox(k, project.projectId)),
    );
    for (const { type, data } of events.flat().toSorted((a, b) => a.sequence.localeCompare(b.sequence))) {
      const key = `${data.segment.name} ${data.lead._id}`;
      expect([key, members.has(key)]).toEqual([key, type === 'segment.member_removed']);
      if (type === 'segment.member_added') members.add(key);
      else members.delete(key);
    }
    const { body } = await as.listLeads({ limit: 200 });
    const wanted = segments.flatMap(({ name, match, filters }) =>
      body.leads
        .filter((lead) => isIn(lead, match as 'all' | 'any', filters as SegmentFilter[]))
        .map(({ _id }) => `${name} ${_id}`),
    );
    expect([round, [...members].toSorted()]).toEqual([round, wanted.toSorted()]);
  }
}, 120_000);
