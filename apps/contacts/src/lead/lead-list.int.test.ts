import type { Personas } from '@parley/testkit';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';

let service: Contacts;

beforeAll(async () => {
  service = await startTestContacts();
});
afterAll(() => service.stop());

const namesOf = async ({ linus }: Personas, query: Record<string, unknown>) =>
  (await service.as(linus).listLeads(query)).body.leads.map(({ fullname }) => fullname).toSorted();

describe('full_text', () => {
  let project: Personas;
  beforeAll(async () => {
    project = await projectWith(
      service,
      { fullname: 'Ádá Lovelace', email: 'ada.king@example.com', company: 'Analytical Engines' },
      { fullname: 'Grace Hopper', phone: '+39 041 2345678', lead_id: 'crm-77' },
      { fullname: "O'Brien 100% \\ _x_", email: 'pat@lovely.example' },
      ...['José Hauptstraße', '田中さくら', 'Nguyễn Văn Đức', 'Işık', 'Yes 👍'].map((fullname) => ({ fullname })),
    );
  });

  it.each([
    ['ada', ['Ádá Lovelace']],
    ['ÁDA love', ['Ádá Lovelace']],
    ['love', ["O'Brien 100% \\ _x_", 'Ádá Lovelace']],
    ['king', ['Ádá Lovelace']],
    ['ada.king@example.com', ['Ádá Lovelace']],
    ['ada grace', []],
    ['engine analytic', ['Ádá Lovelace']],
    ['2345', ['Grace Hopper']],
    ['crm 77', ['Grace Hopper']],
    ['velace', []],
    ["o'brien", ["O'Brien 100% \\ _x_"]],
    ["o' brien & | ! :* ( ) <->", ["O'Brien 100% \\ _x_"]],
    ['0412345678', ['Grace Hopper']],
    ['412345678', ['Grace Hopper']],
    ['+39 (041) 23456', ['Grace Hopper']],
    ['jose hauptstrass', ['José Hauptstraße']],
    ['hauptstraße', ['José Hauptstraße']],
    ['田中', ['田中さくら']],
    ['さくら', ['田中さくら']],
    ['duc', ['Nguyễn Văn Đức']],
    ['isik', ['Işık']],
    ['👍', ['Yes 👍']],
    ['%', []],
    ['*', []],
    ["'", []],
  ])('%j finds %j', async (full_text, names) => {
    expect(await namesOf(project, { full_text })).toEqual(names.toSorted());
  });
});

it('finds an address without case, and tags and ids to the letter', async () => {
  const project = await projectWith(
    service,
    { fullname: 'one', email: 'Ada@Example.com', tags: ['vip'], lead_id: 'A' },
    { fullname: 'two', email: 'ada@example.com.evil', tags: ['VIP'], lead_id: 'a' },
    { tags: ['vip'] },
  );

  expect(await namesOf(project, { email: 'aDA@example.COM' })).toEqual(['one']);
  expect(await namesOf(project, { lead_id: 'a' })).toEqual(['two']);
  expect(await namesOf(project, { tags: 'vip', with_fullname: 'true' })).toEqual(['one']);
  expect(await namesOf(project, { with_email: 'true' })).toEqual(['one', 'two']);
});

it('lists every lead once by page and by cursor, those without a value last, during concurrent creates', async () => {
  const project = await projectWith(
    service,
    ...Array.from({ length: 25 }, (_, index) => (index % 5 === 0 ? {} : { fullname: `Name ${index % 3}` })),
  );
  const { linus } = project;

  for (const sortField of ['createdAt', 'updatedAt', 'fullname', 'email', 'lead_id'] as const) {
    for (const direction of [1, -1] as const) {
      const known = (await service.as(linus).listLeads({ sortField, direction })).body;
      const walked: string[] = [];
      let cursor: string | undefined;
      do {
        const { body, headers } = await service.as(linus).listLeads({ sortField, direction, limit: 7, cursor });
        walked.push(...body.leads.map(({ _id }) => _id));
        cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1];
        if (cursor) await service.as(linus).createLead({ fullname: sortField === 'fullname' ? 'Aaa' : undefined });
      } while (cursor);
      expect(new Set(walked).size).toBe(walked.length);
      expect(walked.filter((id) => known.leads.some(({ _id }) => _id === id))).toEqual(
        known.leads.map(({ _id }) => _id),
      );
      const names = known.leads.map(({ fullname }) => fullname === undefined);
      if (sortField === 'fullname') expect(names.indexOf(true)).toBe(names.filter((missing) => !missing).length);
    }
  }
  const paged = await Promise.all([0, 1, 2, 3].map((page) => service.as(linus).listLeads({ page, limit: 20 })));
  const ids = paged.flatMap(({ body }) => body.leads.map(({ _id }) => _id));
  expect(new Set(ids).size).toBe(Math.min(80, paged[0]?.body.count ?? 0));
});

it('counts leads of every status under concurrent creates, deletions, trashing and restores', async () => {
  const personas = await projectWith(service);
  const as = service.as(personas.ada);
  const made = await Promise.all(Array.from({ length: 24 }, () => as.createLead({})));
  await Promise.all(
    made.flatMap(({ body: { _id: lead } }, index) => [
      ...(index % 2 ? [as.deleteLead({ lead })] : []),
      ...(index % 6 === 0 ? [as.updateLead({ lead, status: 50 })] : []),
      ...(index % 6 === 2 ? [as.removeLead({ lead })] : []),
      as.createLead({ lead_id: `twin ${index % 4}`, on_conflict: 'return' }),
    ]),
  );
  for (const { body } of made.slice(0, 2).toReversed()) await as.updateLead({ lead: body._id, status: 100 });

  const counts = await Promise.all(
    [undefined, '50', '100', '1000', 'all'].map(async (status) => (await as.listLeads({ status })).body.count),
  );
  expect(counts).toEqual([4 + 2 + 4, 3, 4 + 2 + 4, 11, 24]);
  const segment = (await as.createSegment({ name: 'Everybody' })).body._id;
  expect((await as.countSegmentLeads({ segment })).body.count).toBe(counts[0]);
});

it('gives a file that reads back as it was, with no formula that runs', async () => {
  const { linus } = await projectWith(
    service,
    { lead_id: 'one', fullname: '=cmd|calc', phone: '+39 041 234', company: 'Say "hi"; then\nleave', tags: ['a', 'b'] },
    { lead_id: 'two', fullname: '@sum(1)', note: '-1+2', attributes: { plan: 'gold' } },
  );
  const { body, headers } = await service.as(linus).exportLeads({ attributes: 'true' });
  const lines = String(body).split('\r\n');

  expect(headers['content-disposition']).toBe('attachment; filename="leads.csv"');
  expect(lines[0]).toBe(
    '_id;lead_id;fullname;email;phone;company;note;streetAddress;city;region;zipcode;country;tags;status;createdBy;createdAt;updatedAt;attributes;properties'.replace(
      /^/,
      String(body).startsWith('\uFEFF') ? '\uFEFF' : '',
    ),
  );
  expect(lines[1]).toContain(`;one;'=cmd|calc;;+39 041 234;"Say ""hi""; then\nleave";;`);
  expect(lines[1]).toContain(';a, b;100;');
  expect(lines[2]).toContain(`;two;'@sum(1);;;;'-1+2;`);
  expect(lines[2]).toContain('"{""plan"":""gold""}"');
  expect(lines.at(-1)).toBe('');
});
