import { type Actor, ListRequestsQuery, RequestStatus } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { createLogger, createMetrics } from '@parley/service-kit/observability';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertRequests, keepDepartment } from '../../test/rows.ts';
import { LeadCopies } from '../lead/lead.repository.ts';
import { SearchIndex } from '../search/search.repository.ts';
import { RequestQueries } from './request.query.repository.ts';

let tables: TestTables;
let db: Database;
let requests: RequestQueries;

beforeAll(async () => {
  tables = await testTables();
  ({ db } = tables);
  requests = new RequestQueries(db);
});

afterAll(() => tables.close());

const query = (sent: Record<string, unknown> = {}) => ListRequestsQuery.parse(sent);

/** A page of the list, which is the same in both forms. */
async function listed(actor: Actor, projectId: string, sent: Record<string, unknown> = {}) {
  const page = await requests.list(actor, projectId, query(sent));
  const rows = await requests.listRows(actor, projectId, query({ ...sent, view: 'row' }), {
    own: false,
    knows: () => false,
  });
  const facts = (of: typeof page | typeof rows) => ({ ...of, read: [], requests: of.requests.map(({ id }) => id) });
  expect(facts(rows)).toEqual(facts(page));
  expect(rows.read.map(({ id }) => id).sort()).toEqual(page.requests.map(({ id }) => id).sort());
  return page;
}

async function found(actor: Actor, projectId: string, sent: Record<string, unknown>): Promise<string[]> {
  const page = await listed(actor, projectId, sent);
  return page.requests.map(({ firstText }) => firstText).sort();
}

it('lists open requests of the project, newest first, with their number', async () => {
  const [project, other] = [newId(), newId()];
  const at = (minute: number) => new Date(Date.UTC(2026, 1, 3, 10, minute));
  await insertRequests(db, other, [{ first_text: 'elsewhere' }]);
  await insertRequests(db, project, [
    { first_text: 'older', created_at: at(1) },
    { first_text: 'newer', created_at: at(2), status: RequestStatus.served, participants: ['x'] },
    { first_text: 'closed', created_at: at(3), status: RequestStatus.closed },
    { first_text: 'not begun', created_at: at(4), preflight: true },
  ]);

  const page = await listed(caller(project, 'admin'), project);

  expect(page.requests.map(({ firstText }) => firstText)).toEqual(['newer', 'older']);
  expect(page).toMatchObject({ count: 2, perPage: 40 });
});

describe('pages and cursors', () => {
  const project = newId();
  const total = 230;
  const admin = caller(project, 'admin');

  beforeAll(async () => {
    const sameTime = new Date(Date.UTC(2026, 0, 1));
    const rows = Array.from({ length: total }, (_, place) => ({
      created_at: sameTime,
      rating: place % 3 === 0 ? null : 3,
      assigned_at: place % 4 === 0 ? null : new Date(Date.UTC(2026, 0, 1 + (place % 5), 1, 2, 3, 456)),
      priority: ['low', 'normal', 'medium', 'hight', 'urgent'][place % 5],
    }));
    await insertRequests(db, project, rows);
  });

  it.each([
    ['createdAt', '-1'],
    ['createdAt', '1'],
    ['updatedAt', '-1'],
    ['last_message_at', '-1'],
    ['assigned_at', '1'],
    ['assigned_at', '-1'],
    ['rating', '-1'],
    ['rating', '1'],
    ['priority', '-1'],
    ['status', '1'],
    ['ticket_id', '-1'],
  ])('give each row once when sorted by %s %s, however equal the values are', async (sortField, direction) => {
    const byPage: string[] = [];
    for (let page = 0; page < 4; page += 1) {
      const answer = await listed(admin, project, { sortField, direction, limit: '70', page: String(page) });
      expect(answer.count).toBe(total);
      byPage.push(...answer.requests.map(({ id }) => id));
    }

    const byCursor: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await listed(admin, project, { sortField, direction, limit: '70', cursor });
      byCursor.push(...answer.requests.map(({ id }) => id));
      cursor = answer.next;
    } while (cursor);

    expect(new Set(byPage).size).toBe(total);
    expect(byCursor).toEqual(byPage);
  });

  it('put requests without the value last in either direction', async () => {
    for (const direction of ['1', '-1']) {
      const { requests: rows } = await requests.list(
        admin,
        project,
        query({ sortField: 'rating', direction, limit: '200' }),
      );
      const firstWithout = rows.findIndex(({ rating }) => rating === null);
      expect(rows.slice(0, firstWithout).every(({ rating }) => rating === 3)).toBe(true);
      expect(firstWithout).toBeGreaterThan(100);
    }
  });

  it('count beyond the last page too', async () => {
    const beyond = await listed(admin, project, { page: '99' });
    expect(beyond).toMatchObject({ requests: [], count: total });
  });

  it('refuse a cursor that was altered or belongs to another order', async () => {
    const { next } = await requests.list(admin, project, query({ limit: '10' }));
    const altered = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    const faulty = [
      'nonsense',
      altered(['leads', 'createdAt', -1, '1', newId()]),
      altered(['requests', 'createdAt', -1, '9'.repeat(30), newId()]),
      altered(['requests', 'createdAt', -1, null, newId()]),
      altered(['requests', 'createdAt', -1, '1', '\u0000']),
      altered(['requests', 'notes', -1, '1', newId()]),
    ];
    for (const cursor of faulty) {
      await expect(requests.list(admin, project, query({ cursor }))).rejects.toThrow(
        expect.objectContaining({ code: 'cursor_invalid' }),
      );
    }
    await expect(requests.list(admin, project, query({ cursor: next, sortField: 'rating' }))).rejects.toThrow(
      expect.objectContaining({ code: 'cursor_invalid' }),
    );
  });
});

describe('filters', () => {
  const project = newId();
  const admin = caller(project, 'admin');
  let department: string;
  const lead = newId();

  beforeAll(async () => {
    department = await keepDepartment(db, project);
    const at = (day: number, hour = 12) => new Date(Date.UTC(2026, 2, day, hour));
    await insertRequests(db, project, [
      {
        first_text: 'a',
        created_at: at(1),
        ticket_id: 7,
        department_id: department,
        lead_id: lead,
        contact: { phone: '+39 (02) 123-456' },
        tags: [{ tag: 'Refund' }, { tag: 'vip' }],
        snapshot: {
          lead: { lead_id: 'crm-1', email: 'Ada@Acme.example' },
          department: { routing: 'assigned', default: true, id_bot: 'b1' },
        },
      },
      { first_text: 'b', created_at: at(2), channel: 'email', priority: 'high', working_status: 'pending', rating: 0 },
      {
        first_text: 'c',
        created_at: at(3, 23),
        channel: 'form',
        participants: ['u1', 'bot_x'],
        has_bot: true,
        status: 200,
        priority: 'medium',
      },
      {
        first_text: 'd',
        created_at: at(4),
        status: 1000,
        duration: 600_000,
        closed_at: at(4, 13),
        attributes: { call_id: 'k', caller_phone: '1' },
      },
      { first_text: 'e', created_at: at(5), status: 150, draft: true, smart_assignment: false, working_status: 'open' },
      { first_text: 'f', created_at: at(6), status: 50, preflight: true },
    ]);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ status: '1000' }, 'd'],
    [{ status: 'all' }, 'abcde'],
    [{ status: '100,300' }, 'abc'],
    [{ status: 'all', preflight: 'true' }, 'abcdef'],
    [{ preflight: 'true' }, 'abcef'],
    [{ ticket_id: '7' }, 'a'],
    [{ ticket_id: '123456789012345678' }, ''],
    [{ dept_id: 'no such' }, ''],
    [{ lead }, 'a'],
    [{ participant: 'u1' }, 'c'],
    [{ participant: 'bot_x' }, 'c'],
    [{ hasBot: 'true' }, 'c'],
    [{ hasbot: 'false', draft: 'false' }, 'ab'],
    [{ tags: 'refund' }, 'a'],
    [{ tags: ['REFUND', 'vip'] }, 'a'],
    [{ tags: ['refund', 'other'] }, ''],
    [{ channel: 'offline' }, 'bc'],
    [{ channel: 'online' }, 'ae'],
    [{ channel: 'email' }, 'b'],
    [{ snap_lead_lead_id: 'crm-1' }, 'a'],
    [{ snap_lead_email: 'ada@acme.EXAMPLE' }, 'a'],
    [{ requester_email: 'nobody@acme.example' }, ''],
    [{ snap_department_routing: 'assigned' }, 'a'],
    [{ snap_department_default: 'true' }, 'a'],
    [{ snap_department_id_bot: 'b1' }, 'a'],
    [{ snap_department_id_bot_exists: 'false' }, 'bce'],
    [{ priority: 'normal' }, 'ace'],
    [{ priority: 'hight' }, 'b'],
    [{ smartAssignment: 'false' }, 'e'],
    [{ phone: '02123' }, 'a'],
    [{ workingStatus: 'pending' }, 'b'],
    [{ 'workingStatus[ne]': 'pending' }, 'ace'],
    [{ 'workingStatus[in]': 'pending,open' }, 'be'],
    [{ 'workingStatus[in]': 'pending', 'workingStatus[nin]': 'pending' }, 'ace'],
    [{ status: 'all', duration: '10', duration_op: 'gt' }, 'd'],
    [{ status: 'all', duration: '10', duration_op: 'lt' }, 'd'],
    [{ status: 'all', duration: '11', duration_op: 'gt' }, ''],
    [{ rated: 'true' }, 'b'],
    [{ abandoned: 'true' }, 'e'],
    [{ draft: 'false' }, 'abc'],
    [{ status: 'all', caller: '1', call_id: 'k' }, 'd'],
    [{ start_date: '02/03/2026' }, 'bce'],
    [{ start_date: '2026/03/02', end_date: '03/03/2026' }, 'bc'],
    [{ end_date: '01/03/2026 12:00' }, 'a'],
    [{ end_date: '01/03/2026 11:59' }, ''],
    [{ end_date: '03/03/2026', timezone: 'Asia/Tokyo' }, 'ab'],
    [{ end_date: '04/03/2026', timezone: 'Asia/Tokyo', status: 'all' }, 'abcd'],
    [{ status: 'all', filterRangeField: 'closed_at', start_date: '04/03/2026' }, 'd'],
    [{ 'dept_id[$ne]': 'x' }, 'abce'],
    [{ dept_id: '$ne' }, ''],
    [{ full_text: "'; drop table request; --" }, ''],
  ])('%j', async (sent, letters) => {
    expect((await found(admin, project, sent)).join('')).toBe(letters);
  });

  it('find the requests of a department', async () => {
    expect(await found(admin, project, { dept_id: department })).toEqual(['a']);
  });

  it('find requests by what the snapshot says of a lead, and by what the lead is now', async () => {
    const now = { projectId: project, id: lead, leadId: 'crm-2', version: 0, deleted: false };
    await new LeadCopies(db).keep({ ...now, record: { _id: lead, lead_id: 'crm-2', email: 'now@acme.example' } });
    for (const sent of [{ snap_lead_lead_id: 'crm-2' }, { snap_lead_lead_id: 'crm-1' }]) {
      expect(await found(admin, project, sent)).toEqual(['a']);
    }
    expect(await found(admin, project, { snap_lead_lead_id: lead })).toEqual([]);
    expect(await found(admin, project, { snap_lead_email: 'now@acme.example' })).toEqual(['a']);
  });

  it('find those the caller serves with mine=true', async () => {
    expect(await found(caller(project, 'admin', 'u1'), project, { mine: 'true' })).toEqual(['c']);
  });

  it('neither count nor pretend to with no_count', async () => {
    expect((await listed(admin, project, { no_count: 'true' })).count).toBe(0);
  });

  it('count no further than count_limit, and say whether there are more', async () => {
    const own = newId();
    const admin = caller(own, 'admin');
    await insertRequests(db, own, Array(4).fill({ channel: 'email' }));
    for (const filter of [{ channel: 'email' }, { full_text: 'Hello' }, {}] as Record<string, string>[]) {
      const { count, more } = await listed(admin, own, filter);
      expect({ count, more }).toEqual({ count: 4, more: undefined });
      expect(await listed(admin, own, { ...filter, count_limit: String(count - 1) })).toMatchObject({
        count: count - 1,
        more: true,
      });
      expect(await listed(admin, own, { ...filter, count_limit: String(count) })).toMatchObject({
        count,
        more: false,
      });
    }
  });
});

describe('full_text', () => {
  const project = newId();
  const admin = caller(project, 'admin');

  beforeAll(async () => {
    await insertRequests(db, project, [
      { first_text: 'My parcel never arrived', notes: [{ text: 'called the courier' }] },
      { first_text: 'Où est ma commande?', snapshot: { lead: { fullname: 'Zoë', email: 'zoe@acme.example' } } },
      { first_text: 'Invoice', subject: 'parcel parcel parcel', tags: [{ tag: 'late-delivery' }] },
    ]);
    await new SearchIndex(
      db,
      createLogger({ service: 'conversations', level: 'silent' }),
      createMetrics('conversations'),
    ).catchUp();
  });

  it.each<[string, string[]]>([
    ['PARCEL', ['Invoice', 'My parcel never arrived']],
    ['parcel arriv', ['My parcel never arrived']],
    ['arriv parcel', []],
    ['ou commande', ['Où est ma commande?']],
    ['zoe', ['Où est ma commande?']],
    ['zoe@acme.ex', ['Où est ma commande?']],
    ['courier', ['My parcel never arrived']],
    ['delivery', ['Invoice']],
    ['???', []],
    ['parcel & | ! :* ( <->', ['Invoice', 'My parcel never arrived']],
  ])('finds %s', async (full_text, texts) => {
    expect(await found(admin, project, { full_text })).toEqual(texts);
  });

  it('orders by score, and follows a cursor through equal scores', async () => {
    const first = await listed(admin, project, { full_text: 'parcel', limit: '1' });
    const second = await listed(admin, project, { full_text: 'parcel', limit: '1', cursor: first.next });

    expect(first.requests[0]?.firstText).toBe('Invoice');
    expect(second.requests[0]?.firstText).toBe('My parcel never arrived');
    expect(first.requests[0]?.score).toBeGreaterThan(second.requests[0]?.score ?? 0);
  });
});
