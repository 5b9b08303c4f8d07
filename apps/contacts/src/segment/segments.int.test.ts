import {
  classOf,
  leadTexts,
  type SegmentFilter,
  type SegmentOperator,
  segmentCreated,
  segmentDeleted,
  segmentOperators,
  segmentUpdated,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf, type Personas, personasOf } from '@parley/testkit';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';
import { isIn } from '../../test/evaluate.ts';
import { random } from '../../test/random.ts';
import { created, type LeadWriting, newLead, viewOf } from '../lead/lead.ts';

let service: Contacts;

beforeAll(async () => {
  service = await startTestContacts();
});
afterAll(() => service.stop());

async function idsIn({ linus }: Personas, match: 'all' | 'any', filters: unknown[]): Promise<string[]> {
  const preview = await service.as(linus).previewSegment({ match, filters });
  expect([preview.status, preview.body.errors]).toEqual([200, undefined]);
  return preview.body.leads.map(({ lead_id }) => lead_id).toSorted();
}

describe('a segment', () => {
  it('is kept, changed and deleted, and each is announced', async () => {
    const { linus, projectId } = personasOf();
    const as = service.as(linus);
    const filters = [{ field: 'country', operator: ' STARTS with ', value: 'It' }];
    const made = (await as.createSegment({ name: ' Italy ', match: 'ANY', filters })).body;
    expect(made).toMatchObject({
      name: 'Italy',
      match: 'any',
      filters: [{ field: 'country', operator: 'starts with', value: 'It' }],
      status: 100,
      __v: 0,
    });

    const changed = (await as.updateSegment({ segment: made._id, match: 'all' })).body;
    expect(changed).toMatchObject({ match: 'all', filters: made.filters, __v: 1 });
    expect((await as.updateSegment({ segment: made._id, name: 'Italy' })).body.__v).toBe(1);
    expect((await as.listSegments({})).body).toMatchObject({ perPage: 40, count: 1, segments: [changed] });
    expect((await as.deleteSegment({ segment: made._id })).body).toMatchObject({ _id: made._id, status: 0 });
    expect((await as.getSegment({ segment: made._id })).body.code).toBe('segment_not_found');
    expect((await as.listLeads({ segment: made._id })).body.code).toBe('segment_not_found');

    const events = (
      await Promise.all([segmentCreated, segmentUpdated, segmentDeleted].map((one) => service.outbox(one, projectId)))
    ).flat();
    expect(events.map(({ type }) => type)).toEqual(['segment.created', 'segment.updated', 'segment.deleted']);
  });

  it('shows and counts its leads, joined with the filters of the list', async () => {
    const project = await projectWith(
      service,
      { lead_id: 'a', country: 'Italy', tags: ['vip'] },
      { lead_id: 'b', country: 'ITALY' },
      { lead_id: 'c', country: 'France', tags: ['vip'] },
    );
    const as = service.as(project.linus);
    const filters = [{ field: 'country', operator: '=', value: 'italy' }];
    const { _id: segment } = (await as.createSegment({ name: 'Italy', filters })).body;

    const leads = (await as.listSegmentLeads({ segment, sortField: 'lead_id', direction: 1 })).body;
    expect([leads.count, leads.leads.map(({ lead_id }) => lead_id)]).toEqual([2, ['a', 'b']]);
    expect((await as.countSegmentLeads({ segment })).body).toEqual({ _id: segment, count: 2 });
    expect((await as.countSegmentLeads({ segment, tags: 'vip' })).body.count).toBe(1);
    expect((await as.listLeads({ segment, tags: 'vip' })).body).toMatchObject({ count: 1, leads: [{ lead_id: 'a' }] });
  });

  it('never reaches another project or the trash, whatever it asks for', async () => {
    const theirs = await projectWith(service, { lead_id: 'theirs', fullname: 'Eve' });
    const mine = await projectWith(service, { lead_id: 'kept' }, { lead_id: 'gone' });
    const as = service.as(mine.linus);
    const gone = (await as.listLeads({ lead_id: 'gone' })).body.leads[0]?._id ?? '';
    await as.deleteLead({ lead: gone });

    const wide = [
      { field: 'fullname', operator: 'is null' },
      { field: 'fullname', operator: 'is not null' },
      { field: 'attributes.x', operator: '!=', value: 1 },
    ];
    expect(await idsIn(mine, 'any', wide)).toEqual(['kept']);
    expect(await idsIn(mine, 'all', [])).toEqual(['kept']);
    expect(await idsIn(theirs, 'any', wide)).toEqual(['theirs']);
  });
});

it('treats wildcards in values literally', async () => {
  const odd = ['%', '_', '\\', '.*', '[', "'", '"', '--', '$1', '👩‍💻', 'x'.repeat(255)];
  const project = await projectWith(
    service,
    ...odd.map((text, index) => ({ lead_id: `lead-${index}`, fullname: text, attributes: { odd: text } })),
    { lead_id: 'other', fullname: 'plain', attributes: { odd: 'plain' } },
  );
  for (const [index, value] of odd.entries()) {
    for (const field of ['fullname', 'attributes.odd']) {
      for (const operator of ['starts with', 'contains', '=']) {
        expect([value, field, operator, await idsIn(project, 'all', [{ field, operator, value }])]).toEqual([
          value,
          field,
          operator,
          [`lead-${index}`],
        ]);
      }
    }
  }
});

it('never executes input as SQL', async () => {
  const project = await projectWith(service, { lead_id: 'a', fullname: 'Ada' });
  const as = service.as(project.linus);
  const corpus = ["' or '1'='1", "'; drop table lead; --", '$1', '{"$ne":1}', '" or 1=1 --', "a.b'c", '\\', '%00'];
  for (const value of corpus) {
    expect(await idsIn(project, 'all', [{ field: 'fullname', operator: '=', value }])).toEqual([]);
    expect(await idsIn(project, 'all', [{ field: `attributes.${value}`, operator: '=', value }])).toEqual([]);
    const refused = [
      await as.previewSegment({ filters: [{ field: value, operator: '=', value: 'x' }] }),
      await as.previewSegment({ filters: [{ field: 'fullname', operator: value, value: 'x' }] }),
      await as.listLeads({ sortField: value }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
    const lists = [
      await as.listLeads({ full_text: value }),
      await as.listLeads({ email: value }),
      await as.listLeads({ tags: value }),
    ];
    expect(lists.map(({ status, body }) => [status, body.count])).toEqual(lists.map(() => [200, 0]));
  }
});

const fieldOf = { text: 'fullname', identifier: 'lead_id', time: 'createdAt', list: 'tags', json: 'attributes.a.b' };
const wrongValues = [undefined, null, {}, [], [{}], '', 'x'.repeat(10_001), true, 1, 'Tuesday', ['x']];

it('names every faulty filter, whatever is wrong with it', async () => {
  const { linus } = personasOf();
  for (const [kind, field] of Object.entries(fieldOf)) {
    for (const [operator, classes] of Object.entries(segmentOperators)) {
      for (const value of wrongValues) {
        const { status, body } = await service.as(linus).previewSegment({ filters: [{ field, operator, value }] });
        expect([200, 422]).toContain(status);
        const isOffered = (classes as readonly string[]).includes(kind);
        if (!isOffered) expect(body.errors).toMatchObject([{ param: 'filters[0].operator' }]);
        else if (status === 422) expect(body.errors).toMatchObject([{ param: 'filters[0].value' }]);
      }
    }
  }
  const three = [
    { field: 'id_project', operator: '=', value: 'x' },
    { field: 'fullname', operator: 'like', value: 'x' },
    { field: 'createdAt', operator: '>', value: 'soon' },
  ];
  const { body } = await service.as(linus).previewSegment({ filters: three });
  expect((body.errors as { param: string }[]).map(({ param }) => param)).toEqual([
    'filters[0].field',
    'filters[1].operator',
    'filters[2].value',
  ]);
});

const rounds = amountOf({ quick: 40, soak: 400 });

it('has the leads that the rules of the contract say, for any leads and filters', async () => {
  const { linus, projectId } = personasOf();
  const pick = random(20_261_121);
  const { leads, leadQueries } = service.context;
  const made = Array.from({ length: 300 }, (_, index) => {
    const about = { id: newId(), projectId, leadId: `lead-${index}`, createdBy: linus.id, createdAt: new Date() };
    return newLead(about, randomLead(pick));
  });
  await Promise.all(made.map((lead) => leads.ensure(lead, created(lead, 'api'))));
  const query = { page: 0, limit: 1_000 };
  const all = (await leadQueries.list(projectId, {}, query)).leads.map(viewOf);
  expect(all).toHaveLength(300);

  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const within = { match: pick(['all', 'any'] as const), filters: randomFilters(pick) };
    const wanted = all.filter((lead) => isIn(lead, within.match, within.filters)).map(({ _id }) => _id);
    const page = await leadQueries.list(projectId, { within }, query);
    expect({ within, ids: page.leads.map(({ id }) => id).toSorted(), count: page.count }).toEqual({
      within,
      ids: wanted.toSorted(),
      count: wanted.length,
    });
    found += wanted.length;
  }
  // Neither none nor all: the filters are selective.
  expect(found).toBeGreaterThan(rounds * 25);
  expect(found).toBeLessThan(rounds * 275);
});

type Pick = ReturnType<typeof random>;

const words = ['Ada', 'ada', 'ÁDA', 'Grace', 'a_b', '50%', 'Ad'];
const scalars = [
  'gold',
  'Gold',
  'go',
  1,
  2,
  2.5,
  true,
  false,
  '2026-01-15',
  '2026-01-15T10:00:00Z',
  '2026-02-31',
  null,
];

function randomLead(pick: Pick): LeadWriting {
  const maybe = (value: string) => pick([value, value, null]);
  return {
    fullname: maybe(pick(words)),
    company: maybe(pick(words)),
    country: maybe(pick(['Italy', 'italy', 'France'])),
    tags: pick([[], ['vip'], ['vip', 'new'], ['VIP']]),
    attributes: {
      ...(pick([true, false]) && { plan: pick(scalars) }),
      ...(pick([true, false]) && { plans: pick([['gold', 1], [2], [], { gold: true }, 'gold']) }),
      ...(pick([true, false]) && { deep: pick([{ plan: pick(scalars) }, [{ plan: 'gold' }], 'gold']) }),
    },
  };
}

function randomFilters(pick: Pick): SegmentFilter[] {
  return Array.from({ length: pick([1, 1, 2, 3]) }, () => randomFilter(pick));
}

function randomFilter(pick: Pick): SegmentFilter {
  const field = pick([
    ...['fullname', 'company', 'country', 'createdBy', 'createdAt', 'tags', 'note'],
    ...['attributes.plan', 'attributes.plans', 'attributes.deep.plan', 'attributes.deep', 'properties.x'],
  ]);
  const kind = classOf(field) ?? 'text';
  const offered = (Object.keys(segmentOperators) as SegmentOperator[]).filter((operator) =>
    (segmentOperators[operator] as readonly string[]).includes(kind),
  );
  const operator = pick(offered);
  if (operator === 'is null' || operator === 'is not null') return { field, operator };
  return { field, operator, value: randomValue(pick, kind, operator) };
}

function randomValue(pick: Pick, kind: string, operator: SegmentOperator): unknown {
  const phrase = () => pick(['a', 'Ada', 'go', 'vip', 'VIP', '%', '_', '2026']);
  const equal = () => {
    if (kind === 'json') return pick(['gold', 'Gold', 1, 2, 2.5, true, false]);
    return kind === 'list' ? pick(['vip', 'new', 'VIP']) : pick(['Ada', 'ada', 'Italy', 'italy', '', 'a_b']);
  };
  const time = () =>
    pick([
      '2026-01-15',
      '15/01/2026',
      '2026-01-15T10:00:00+00:00',
      Date.now(),
      '2027-01-01T00:00:00Z',
      '-P90D',
      'P4W',
      '-PT36H',
    ]);
  if (operator === 'in' || operator === 'not in') return [equal(), equal()];
  if (['>', '>=', '<', '<='].includes(operator)) return kind === 'json' ? pick([1, 2, 2.5, time()]) : time();
  if (operator === '=' || operator === '!=') return kind === 'time' ? time() : equal();
  return phrase();
}

it.each(['-P7D', 'P1W2DT3H4M5S', '+PT30M', ' -PT0S ', 'P36525D'])('counts %s from now', async (value) => {
  const project = await projectWith(service, { lead_id: 'new', attributes: { at: new Date().toISOString() } });
  for (const field of ['createdAt', 'attributes.at']) {
    const isLater = !value.includes('-');
    expect(await idsIn(project, 'all', [{ field, operator: isLater ? '<' : '<=', value }])).toEqual(
      isLater || value.includes('0S') ? ['new'] : [],
    );
    expect(await idsIn(project, 'all', [{ field, operator: '>=', value }])).toEqual(
      isLater || value.includes('0S') ? [] : ['new'],
    );
  }
});

it.each(['P', 'PT', '-P7', 'P1M', 'P1Y', 'P7DT', 'PT1H1D', 'P1.5D', 'P-7D', 'P36526D', '7 days', 'P99999999W'])(
  'refuses %s as a time',
  async (value) => {
    const { linus } = personasOf();
    const filters = [{ field: 'updatedAt', operator: '>', value }];
    const { status, body } = await service.as(linus).previewSegment({ filters });
    expect([status, body.errors]).toMatchObject([422, [{ param: 'filters[0].value' }]]);
  },
);

it('supports every text field of a lead', async () => {
  const lead = Object.fromEntries(leadTexts.map((name) => [name, name === 'email' ? 'e@mail' : `Of ${name}`]));
  const project = await projectWith(service, { ...lead, lead_id: 'full' }, { lead_id: 'empty' });
  for (const field of leadTexts) {
    expect(await idsIn(project, 'all', [{ field, operator: '=', value: lead[field] }])).toEqual(['full']);
    expect(await idsIn(project, 'all', [{ field, operator: 'is null' }])).toEqual(['empty']);
  }
});
