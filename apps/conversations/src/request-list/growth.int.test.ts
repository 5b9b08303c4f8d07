import { type Actor, ListRequestsQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { fill } from '../../test/many-requests.ts';
import { nodesOf, rowsReadBy, runPlansOf } from '../../test/plans.ts';
import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, keepDepartment, keepGroup, teammateIdOf } from '../../test/rows.ts';
import { CounterQueries } from '../counters/counters.query.repository.ts';
import { RequestQueries } from './request.query.repository.ts';

const project = newId();
const alan = newId();
const grace = newId();
/** Every second of them is open. */
const requests = 6_000;
const [admin, agent, onlooker] = [
  caller(project, 'admin'),
  caller(project, 'agent', alan),
  caller(project, 'agent', grace),
];

let tables: TestTables;

beforeAll(async () => {
  tables = await testTables();
  const { db } = tables;
  const department = await keepDepartment(db, project, { id_group: await keepGroup(db, project, [alan]) });
  await keepDepartment(db, project, { default: true, id_group: await keepGroup(db, project, []) });
  await fill(tables.url, [project], { requests, department, perOpen: 2 });
  // The first few have a participant, who sees these alone.
  await db.query(
    `update request set participants = array[$2::text], followers = array[$3::text], tags = '[{"tag":"VIP"}]', channel = 'email',
      snapshot = '{"lead":{"lead_id":"crm-1","email":"Ada@acme.example"}}'
      where id_project = $1 and ticket_id <= 20`,
    [project, grace, teammateIdOf(grace)],
  );
  await db.query(
    `insert into service_level (id_project, request, record, state)
      select id_project, id, '{"clocks":[]}', case when ticket_id <= 10 then 'overdue' else 'due' end from request where id_project = $1`,
    [project],
  );
  await db.query('update request_head set due_at = now() where id_project = $1', [project]);
  await db.query('vacuum analyze request, request_head, service_level');
}, 120_000);
afterAll(() => tables.close());

const big = new Set(['request', 'request_head', 'request_reader', 'service_level']);

/** The most rows that any part of any plan looks at. */
async function mostRowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  const nodes = (await runPlansOf(work, tables.db)).flatMap(nodesOf);
  return Math.max(0, ...nodes.filter((node) => big.has(node['Relation Name'] ?? '')).map(rowsReadBy));
}

/** Eight groups of departments, open and closed, give one row more than a page each. */
const aPage = 2 * 8 * 41;

const reads: [string, Record<string, string>][] = [
  ['the inbox', { view: 'row', sortField: 'last_message_at', draft: 'false' }],
  ['the inbox, oldest first', { view: 'row', sortField: 'last_message_at', direction: '1' }],
  ['what is unassigned', { view: 'row', sortField: 'last_message_at', status: '100' }],
  ['all of any status', { view: 'row', sortField: 'last_message_at', status: 'all' }],
  ['their own', { view: 'row', sortField: 'last_message_at', mine: 'true' }],
  ['what they follow', { view: 'row', sortField: 'last_message_at', followed: 'me', unread: 'true' }],
  ['one participant', { participant: grace }],
  ['a tag', { tags: 'vip' }],
  ['a tag that none has', { tags: 'none' }],
  ['an address', { snap_lead_email: 'ada@ACME.example' }],
  ['an address that none has', { requester_email: 'none@acme.example' }],
  ['an id of a lead', { snap_lead_lead_id: 'crm-1' }],
  ['a channel', { channel: 'email' }],
  ['what is overdue', { view: 'row', sla_state: 'overdue' }],
  ['what is overdue, by its messages', { view: 'row', sla_state: 'overdue', sortField: 'last_message_at' }],
  ['the channels that are written to', { channel: 'offline' }],
];

describe.each<[string, Actor]>([
  ['an admin', admin],
  ['an agent of one department', agent],
  ['an agent of none', onlooker],
])('however many requests are open, for %s', (_, actor) => {
  it.each(reads)('a page with %s looks at few of them, and so does its number', async (_name, sent) => {
    const query = ListRequestsQuery.parse(sent);
    const all = { own: false, knows: () => false };
    const work = (db: Database) =>
      new RequestQueries(db)[query.view === 'row' ? 'listRows' : 'listStamps'](actor, project, query, all);

    expect(await mostRowsRead(work)).toBeLessThanOrEqual(aPage);
  });

  it('figures look at none but their own', async () => {
    expect(await mostRowsRead((db) => new RequestQueries(db).count(actor, project))).toBeLessThanOrEqual(20);
    expect(await mostRowsRead((db) => new CounterQueries(db).get(actor, project))).toBeLessThanOrEqual(20);
  });
});

it('the second page of an inbox begins where the first has ended', async () => {
  const query = ListRequestsQuery.parse({ view: 'row', sortField: 'last_message_at', limit: '50' });
  const all = { own: false, knows: () => true };
  let cursor: string | undefined;
  for (let page = 0; page < 40; page++) {
    const { next } = await new RequestQueries(tables.db).listRows(
      admin,
      project,
      { ...query, ...(cursor && { cursor }) },
      all,
    );
    cursor = next;
  }
  const most = await mostRowsRead((db) =>
    new RequestQueries(db).listRows(admin, project, { ...query, ...(cursor && { cursor }) }, all),
  );

  expect(cursor).toBeDefined();
  expect(most).toBeLessThanOrEqual(10 * 51);
});
