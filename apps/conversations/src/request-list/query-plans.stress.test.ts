import { type Actor, ListRequestsQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { fill } from '../../test/many-requests.ts';
import { nodesOf, type PlanNode, plansOf, rowsOf, runPlansOf } from '../../test/plans.ts';
import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, keepDepartment, keepGroup } from '../../test/rows.ts';
import { CounterQueries } from '../counters/counters.query.repository.ts';
import { MessageQueries } from '../message/message.query.repository.ts';
import { HistoryQueries } from './history.query.repository.ts';
import { RequestQueries } from './request.query.repository.ts';

/** Tables that grow with use. */
const bigTables = new Set(['request', 'request_head', 'request_reader', 'message', 'request_words', 'request_history']);
const projects = Array.from({ length: 5 }, () => newId());
const [project = ''] = projects;
const perProject = 10_000;
const alan = newId();

let tables: TestTables;
let department: string;
/** By name: the first column of each index. */
let firstColumns: Map<string, string>;

beforeAll(async () => {
  tables = await testTables();
  const { db } = tables;
  const group = await keepGroup(db, project, [alan]);
  department = await keepDepartment(db, project, { id_group: group });
  await keepDepartment(db, project, { default: true, id_group: await keepGroup(db, project, []) });
  await fill(tables.url, projects, { requests: perProject, department });
  const rows = await db.query<{ name: string; first: string }>(
    `select c.relname as name, a.attname as first from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_attribute a on a.attrelid = i.indexrelid and a.attnum = 1`,
  );
  firstColumns = new Map(rows.map(({ name, first }) => [name, first]));
}, 120_000);

afterAll(() => tables.close());

async function expectIndexed(work: (db: Database) => Promise<unknown>): Promise<void> {
  const nodes = (await plansOf(work, tables.db)).flatMap(nodesOf);
  const readWhole = nodes.filter((node) => /Seq Scan/.test(node['Node Type']) && isBig(node));
  expect(readWhole).toEqual([]);
  const scans = nodes.filter((node) => node['Index Name'] !== undefined);
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect({ index: scan['Index Name'], first: firstColumns.get(scan['Index Name'] ?? '') }).toMatchObject({
      first: 'id_project',
    });
    expect(scan['Index Cond']).toMatch(/id_project = /);
  }
}

const isBig = (node: PlanNode): boolean => bigTables.has(node['Relation Name'] ?? '');

const callers: [string, Actor][] = [
  ['an admin', caller(project, 'admin')],
  ['an agent', caller(project, 'agent', alan)],
  ['a visitor', caller(project, 'guest', 'v7')],
  ['a bot', caller(project, 'agent', 'b1', { kind: 'bot' })],
];

const lists: Record<string, string>[] = [
  {},
  { status: 'all' },
  { page: '200' },
  { no_count: 'true', status: '1000' },
  { sortField: 'updatedAt' },
  { sortField: 'ticket_id', direction: '1' },
  { sortField: 'rating' },
  { start_date: '01/01/2026', status: 'all' },
  { dept_id: 'd1' },
  { lead: 'l3', status: 'all' },
  { participant: 'u3', status: 'all' },
  { mine: 'true' },
  { tags: 'x' },
  { snap_lead_email: 'ada@acme.example' },
  { snap_lead_lead_id: 'crm-1' },
  { view: 'row' },
  { view: 'row', status: 'all', sortField: 'last_message_at' },
  { view: 'row', mine: 'true', unread: 'true' },
  { view: 'row', followed: 'me', unread: 'true', sortField: 'last_message_at' },
  { view: 'row', mentioned: 'me', status: 'all' },
  { view: 'row', full_text: 'number 77', status: 'all' },
  { full_text: 'number 77', status: 'all' },
  { full_text: 'num', no_textscore: 'true' },
];

describe.each(callers)(
  'no statement of %s reads a table of the service from end to end, nor beyond the caller’s project:',
  (_who, actor) => {
    it.each(lists)('list %j', async (sent) => {
      const query = ListRequestsQuery.parse(sent);
      await expectIndexed(async (db) => {
        const requests = new RequestQueries(db);
        const all = { own: false, knows: () => false };
        const page = (asked: ListRequestsQuery) =>
          requests[query.view === 'row' ? 'listRows' : 'listStamps'](actor, project, asked, all);
        const { next } = await page(query);
        if (next) await page({ ...query, page: 0, cursor: next });
      });
    });

    it('one request, its messages and its history', async () => {
      const requestId = `support-group-${project}-2007`;
      await expectIndexed(async (db) => {
        const reads = [
          new RequestQueries(db).get(actor, project, requestId),
          new MessageQueries(db).list(actor, project, requestId, {}),
          new HistoryQueries(db).list(actor, project, requestId, {}),
        ];
        for (const read of reads) expect(await read).toBeDefined();
      });
    });

    it('counts', async () => {
      await expectIndexed(async (db) => {
        await new RequestQueries(db).count(actor, project);
        await new RequestQueries(db).countOfMonth(actor, project);
        await new CounterQueries(db).get(actor, project);
      });
    });
  },
);

it.each([
  ['an admin', caller(project, 'admin'), 'all'],
  ['an agent', caller(project, 'agent', alan), 'all'],
  ['an admin', caller(project, 'admin'), '1000'],
])('for %s no list counts closed requests one by one', async (_who, actor, status) => {
  const query = ListRequestsQuery.parse({ status });
  const work = (db: Database) =>
    new RequestQueries(db).listStamps(actor, project, query, { own: false, knows: () => true });
  const { count } = await work(tables.db);
  expect(count).toBeGreaterThan(perProject / 4);

  const nodes = (await runPlansOf(work, tables.db)).flatMap(nodesOf);
  const read = nodes.filter((node) => node['Relation Name'] === 'request').map(rowsOf);
  const open = perProject / 20;
  expect(Math.max(...read)).toBeLessThanOrEqual(open);
});

it.each(['record', 'row'] as const)(
  'a page of %ss looks up the heads of its own requests only, also where a table is small enough to be read whole',
  async (view) => {
    const small = await testTables();
    await fill(small.url, [project], { requests: 1_000, department });
    const query = ListRequestsQuery.parse({ status: 'all', ...(view === 'row' && { view }) });
    const list = view === 'row' ? 'listRows' : 'listStamps';
    const work = (db: Database) =>
      new RequestQueries(db)[list](caller(project, 'admin'), project, query, { own: false, knows: () => false });

    const nodes = (await runPlansOf(work, small.db)).flatMap(nodesOf);
    const read = nodes.filter((node) => node['Relation Name'] === 'request_head').map(rowsOf);
    // For the stamps, one more than the page holds: it tells that another one follows. Then for what is not cached.
    expect(read).toEqual([query.limit + 1, query.limit]);
    await small.close();
  },
);

it.each([
  { full_text: 'number 77', count: 111, readsEveryNumber: false },
  { full_text: '77 number', count: 1, readsEveryNumber: false },
  { full_text: 'number', count: perProject, readsEveryNumber: true },
])('a search scans the index once for its page and count, and a common word only when it must: %j', async (one) => {
  const query = ListRequestsQuery.parse({ full_text: one.full_text, status: 'all' });
  const nodes = await plansOf(async (db) => {
    expect((await new RequestQueries(db).list(caller(project, 'admin'), project, query)).count).toBe(one.count);
  }, tables.db);
  const lookUps = nodes.flatMap(nodesOf).filter((node) => node['Index Name'] === 'request_words_idx');
  expect(lookUps).toHaveLength(1);
  expect(lookUps[0]?.['Index Cond']?.includes(`'number'':*`)).toBe(one.readsEveryNumber);
});

it.each([
  ['records', 'listStamps'],
  ['rows', 'listRows'],
] as const)('a project of 10,000 requests is listed through cursors, each request once, as %s', async (_form, list) => {
  const requests = new RequestQueries(tables.db);
  const all = { own: false, knows: () => list === 'listStamps' };
  const query = ListRequestsQuery.parse({ status: 'all', limit: '200', sortField: 'status', no_count: 'true' });
  const seen = new Set<string>();
  let pages = 0;
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const asked = { ...query, ...(cursor && { cursor }) };
    const page = await requests[list](caller(project, 'admin'), project, asked, all);
    for (const { id } of page.requests) seen.add(id);
    cursor = page.next;
    pages += 1;
  }
  expect({ pages, requests: seen.size }).toEqual({ pages: perProject / 200, requests: perProject });
});
