import { type Actor, ListRequestsQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { connectDatabase, type Database, type Statement } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

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
  await fill(tables.url, projects, perProject);
  const rows = await db.query<{ name: string; first: string }>(
    `select c.relname as name, a.attname as first from pg_index i join pg_class c on c.oid = i.indexrelid
     join pg_attribute a on a.attrelid = i.indexrelid and a.attnum = 1`,
  );
  firstColumns = new Map(rows.map(({ name, first }) => [name, first]));
}, 120_000);

afterAll(() => tables.close());

/** Its own connections: those of a service give up on slow statements. */
async function fill(url: string, into: readonly string[], requests: number): Promise<void> {
  const log = createLogger({ service: 'conversations', level: 'silent' });
  const patient = await connectDatabase({
    url,
    service: 'filling',
    log,
    limits: { statementMs: 120_000, transactionMs: 120_000 },
  });
  for (const text of filling) await patient.query(text, text.includes('$3') ? [into, requests, department] : []);
  await patient.query('analyze');
  await patient.close();
}

const filling = [
  `insert into request (id_project, id, request_id, ticket_id, created_at, created_by, status, requester, lead_id, contact,
      first_text, channel, channel_outbound, attributes, department_id, participants, followers, tags, notes, snapshot,
      abandoned_by, waiting_since, smart_assignment)
    select p, lpad(to_hex(n), 24, '0'), 'support-group-' || p || '-' || n, n, now() - n * interval '1 minute', 'v' || n % 500,
      case when n % 20 = 0 then 100 else 1000 end, 'v' || n % 500, 'l' || n % 500, '{}', 'number ' || n, 'chat21', 'chat21', '{}',
      case when n % 3 = 0 then $3 else 'd' || n % 7 end, array['u' || n % 50], '{}', '[]', '[]', '{}', '{}', now(), false
    from unnest($1::text[]) p, generate_series(1, $2::int) n`,
  `insert into request_head (id_project, id, last_seq, updated_at, active_at)
    select id_project, id, 1, created_at, created_at from request`,
  `insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type,
      attributes, status, channel, audience)
    select id_project, id, 1, id, created_at, created_at, requester, requester, 'Guest', first_text, 'text', '{}', 200, 'chat21', 'all'
    from request`,
  `insert into request_reader (id_project, request, principal, upto_seq, read_in, mentioned_at)
    select id_project, id, 'u' || n, 1, 0, case when n = 1 then now() - ticket_id * interval '1 day' end
    from request, generate_series(1, 3) n`,
  `insert into request_history (id_project, request, seq, id, event, verb, actor, action_obj, status_to, created_at)
    select id_project, id, 1, id, 'request.created', 'REQUEST_CREATE', '{}', '{}', 100, created_at from request`,
  `insert into request_words (id_project, request, about, said, seq, revision)
    select id_project, id, words_of(first_text, ''), '', 1, 0 from request`,
];

interface PlanNode {
  'Node Type': string;
  /** Of an execution, not only of a plan. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
}

/** The plans of every statement that `work` sends, with its values. */
async function plansOf(
  work: (db: Database) => Promise<unknown>,
  explain = 'format json',
  { db } = tables,
): Promise<PlanNode[]> {
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const query = (statement: Statement | string, values: readonly unknown[] = []) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    // A plain `explain` reads nothing.
    if (!text.startsWith('explain')) sent.push({ text, values });
    return db.query(statement, values);
  };
  await work({ ...db, query: query as Database['query'] });
  expect(sent.length).toBeGreaterThan(0);
  const plans: PlanNode[] = [];
  for (const { text, values } of sent) {
    const [row] = await db.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (${explain}) ${text}`, values);
    plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
  }
  return plans;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function expectIndexed(work: (db: Database) => Promise<unknown>): Promise<void> {
  const nodes = (await plansOf(work)).flatMap(nodesOf);
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
      await expectIndexed((db) => new RequestQueries(db).count(actor, project));
      await expectIndexed((db) => new RequestQueries(db).countOfMonth(actor, project));
      await expectIndexed((db) => new CounterQueries(db).get(actor, project));
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

  const nodes = (await plansOf(work, 'analyze, format json')).flatMap(nodesOf);
  const read = nodes.filter((node) => node['Relation Name'] === 'request').map(rowsOf);
  const open = perProject / 20;
  expect(Math.max(...read)).toBeLessThanOrEqual(open);
});

it.each(['record', 'row'] as const)(
  'a page of %ss looks up the heads of its own requests only, also where a table is small enough to be read whole',
  async (view) => {
    const small = await testTables();
    await fill(small.url, [project], 1_000);
    const query = ListRequestsQuery.parse({ status: 'all', ...(view === 'row' && { view }) });
    const list = view === 'row' ? 'listRows' : 'listStamps';
    const work = (db: Database) =>
      new RequestQueries(db)[list](caller(project, 'admin'), project, query, { own: false, knows: () => false });

    const nodes = (await plansOf(work, 'analyze, format json', small)).flatMap(nodesOf);
    const read = nodes.filter((node) => node['Relation Name'] === 'request_head').map(rowsOf);
    // For the stamps, one more than the page holds: it tells that another one follows. Then for what is not cached.
    expect(read).toEqual([query.limit + 1, query.limit]);
    await small.close();
  },
);

const rowsOf = (node: PlanNode): number => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0);

it.each([
  { full_text: 'number 77', count: 111, readsEveryNumber: false },
  { full_text: '77 number', count: 1, readsEveryNumber: false },
  { full_text: 'number', count: perProject, readsEveryNumber: true },
])('a search scans the index once for its page and count, and a common word only when it must: %j', async (one) => {
  const query = ListRequestsQuery.parse({ full_text: one.full_text, status: 'all' });
  const nodes = await plansOf(async (db) => {
    expect((await new RequestQueries(db).list(caller(project, 'admin'), project, query)).count).toBe(one.count);
  });
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
