import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { type LeadSortField, leadSortFields, type SegmentFilter } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { amountOf, eventually, type PlanNode, personasOf, plansOf, rowsMet } from '@parley/testkit';

import { LeadQueries } from '../src/lead/lead.query.repository.ts';
import { isSlow, type LeadFilter } from '../src/lead/lead-filter.ts';
import { MembershipRepository } from '../src/membership/membership.repository.ts';
import { type Contacts, startTestContacts } from './contacts.ts';
import { fillingDatabase, fillProject } from './large-project.ts';
import { startReplica } from './replica.ts';

const leads = 100_000;
const perPage = 40;

const { projectId, linus } = personasOf();
let service: Contacts;
let filler: Database;

beforeAll(async () => {
  service = await startTestContacts();
  filler = await fillingDatabase(service.databaseUrl);
  await fillProject(filler, projectId, leads);
}, 240_000);
afterAll(async () => {
  await filler?.close();
  await service?.stop();
});

/** The query plans of a list, and the list itself. */
async function look(...asked: Parameters<LeadQueries['list']>) {
  const pages: Awaited<ReturnType<LeadQueries['list']>>[] = [];
  const plans = await plansOf(service.db, async (db) => {
    pages.push(await new LeadQueries({ quick: db, slow: db, exports: db }).list(...asked));
  });
  return { plans, page: pages[0] };
}

/** Every index scan starts with the project. */
function expectIndexes(plans: readonly PlanNode[]): void {
  const steps = plans.flatMap(stepsOf);
  expect(steps.map((step) => step['Node Type'])).not.toContain('Seq Scan');
  const conditions = steps.flatMap((step) => step['Index Cond'] ?? []);
  expect(conditions.length).toBeGreaterThan(0);
  expect(conditions.filter((condition) => !condition.includes('id_project'))).toEqual([]);
}

function stepsOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

describe('a list of a large project', () => {
  const orders = leadSortFields.flatMap((field) => [1, -1].map((direction) => [field, direction as 1 | -1] as const));
  it.each(orders)(
    'by %s, direction %i, reads as few rows on the last page as on the first',
    async (field, direction) => {
      const order = { page: 0, limit: perPage, sortField: field as LeadSortField, direction };
      for (const status of [undefined, 'all'] as const) {
        const { next: deep } = await service.context.leadQueries.list(projectId, { status }, { ...order, page: 1_000 });
        const { next: last } = await service.context.leadQueries.list(projectId, { status }, { ...order, page: 2_300 });
        for (const cursor of [undefined, deep, last]) {
          const { plans, page } = await look(projectId, { status }, { ...order, cursor });
          expect(page?.leads).toHaveLength(perPage);
          expect(page?.count).toBe(status === 'all' ? leads : 0.94 * leads);
          expectIndexes(plans);
          // A page and one more row, for each status, and for leads without a value.
          expect(rowsMet(plans, ['lead'])).toBeLessThanOrEqual(3 * 2 * (perPage + 1));
        }
      }
    },
  );

  const filter = (field: string, operator: SegmentFilter['operator'], value: unknown) => ({ field, operator, value });
  const within = (...filters: SegmentFilter[]): LeadFilter => ({ within: { match: 'all', filters } });
  const searches: [string, LeadFilter, count: number][] = [
    ['an address', { email: 'LEAD4713@mail.example' }, 1],
    ['a lead_id', { lead_id: 'crm-4711' }, 1],
    ['words', { full_text: 'family77 name7' }, 111],
    ['a word that no lead has', { full_text: 'unmatched' }, 0],
    ['a tag', { tags: 'u77' }, 100],
    [
      'a segment of three filters that many leads fit one by one',
      within(
        filter('tags', 'contains', 't7'),
        filter('attributes.plan', '=', 'gold'),
        filter('company', 'contains', 'pany 4'),
      ),
      400,
    ],
    [
      'a segment of three filters that no lead matches together',
      within(
        filter('tags', 'contains', 't7'),
        filter('attributes.branch', 'in', [8, 9]),
        filter('fullname', 'starts with', 'name'),
      ),
      0,
    ],
  ];
  it.each(searches)('finds %s by the index, and reads hardly any other lead', async (_name, asked, count) => {
    expect(isSlow(asked)).toBe(false);
    const { plans, page } = await look(projectId, asked, { page: 0, limit: perPage });
    expect(page?.count).toBe(count);
    expect(page?.leads).toHaveLength(Math.min(count, perPage));
    expectIndexes(plans);
    // Once to count, once to show; a few are in the trash, or have the parts of the words but not the words.
    expect(rowsMet(plans, ['lead'])).toBeLessThanOrEqual(2 * (1.2 * count + 10));
  });

  it('ends with 503 when it takes too long, and not by a part of an answer', async () => {
    const slow = within(filter('note', 'contains', 'nothing of the kind'));
    expect(isSlow(slow)).toBe(true);
    await service.db.transaction(async () => {
      // Blocks all reads of the table.
      await service.db.query('lock table lead');
      await expect(service.context.leadQueries.count(projectId, slow)).rejects.toMatchObject({ code: 'query_timeout' });
    });
    // On a busy machine a whole count may come to the limit, too.
    await eventually(async () => expect(await service.context.leadQueries.count(projectId, slow)).toBe(0), {
      timeoutMs: 30_000,
    });
  });
});

it('looks at the leads that have moved and at no others', async () => {
  const { context, db } = service;
  const filters = [{ field: 'createdAt', operator: '<', value: '-P1D' }];
  await service.as(linus).createSegment({ name: 'Day', filters });
  await service.settled();
  const segments = await context.segments.all(projectId);
  await db.query(
    `insert into lead_turn (id_project, lead, at)
     select id_project, id, now() - interval '1 s' from lead where id_project = $1 order by id limit 3`,
    [projectId],
  );

  const plans = await plansOf(db, async (watched) => {
    const memberships = new MembershipRepository(watched, context.leads);
    expect(await memberships.dueProjects()).toEqual([projectId]);
    expect(await memberships.next(projectId, segments, '')).toBeDefined();
    expect(await memberships.next(projectId, segments, '')).toBeUndefined();
  });
  // The three, a few times.
  const met = rowsMet(plans, ['lead', 'lead_before', 'lead_turn']);
  expect(met).toBeGreaterThanOrEqual(3);
  expect(met).toBeLessThanOrEqual(60);
});

it('every index of the tables begins with the project', async () => {
  const rows = await service.db.query<{ indexdef: string }>(
    `select indexdef from pg_indexes where tablename in ('lead', 'lead_count', 'segment', 'property')`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ indexdef }) => !/USING \w+ \("?id_project"?[,)]/.test(indexdef))).toEqual([]);
});

it('streams a file of all leads in constant memory, from one snapshot, to its end', async () => {
  // Node would use all memory before it collects garbage, hence a limit on the heap.
  const replica = await startReplica(service, ['--max-old-space-size=96', '--max-semi-space-size=2']);
  try {
    const call = replica.as(linus);
    // What the first call of a kind loads is no growth.
    await call.exportLeads({ tags: 'u77', attributes: 'true' });
    let file = '';
    for (let nth = 0; nth < amountOf({ quick: 1, soak: 3 }); nth++) {
      const { result, megabytes } = await growth(replica.pid, () => call.exportLeads({ attributes: 'true' }));
      expect(megabytes).toBeLessThan(64);
      file = String(result.body);
    }

    expect(file.length).toBeGreaterThan(100 * 2 ** 20);
    expect(file.endsWith('\r\n')).toBe(true);
    expect(file.split('\r\n')).toHaveLength(0.98 * leads + 2);
  } finally {
    await replica.kill();
  }
}, 120_000);

/** By how much a process grows at most while `work` lasts. */
async function growth<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; megabytes: number }> {
  const before = await megabytesOf(pid);
  let most = 0;
  const watch = setInterval(async () => {
    most = Math.max(most, await megabytesOf(pid).catch(() => 0));
  }, 50);
  const result = await work().finally(() => clearInterval(watch));
  expect(most).toBeGreaterThan(0);
  return { result, megabytes: most - before };
}

it('lists every lead once by cursor during concurrent creates, even with equal timestamps', async () => {
  const walker = personasOf();
  const old = 10_000;
  await fillProject(filler, walker.projectId, old);
  const { db, as } = service;
  const ids = (
    await db.query<{ id: string }>(
      'select id from lead where id_project = $1 and status = 100 order by created_at desc, id desc',
      [walker.projectId],
    )
  ).map(({ id }) => id);

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await as(walker.linus).listLeads({ limit: 200, cursor });
    seen.push(...body.leads.map(({ _id }) => _id));
    cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1];
    // One before the cursor and one after it.
    await as(walker.linus).createLead({});
    const { _id } = (await as(walker.linus).createLead({})).body;
    await db.query(`update lead set created_at = '2025-01-01' where id_project = $1 and id = $2`, [
      walker.projectId,
      _id,
    ]);
  } while (cursor && seen.length < 2 * old);

  const known = new Set(ids);
  expect(seen.filter((id) => known.has(id))).toEqual(ids);
  expect(new Set(seen).size).toBe(seen.length);

  const paged: string[] = [];
  for (let page = 0; page * 200 < seen.length; page++) {
    const { body } = await as(walker.linus).listLeads({ page, limit: 200 });
    paged.push(...body.leads.map(({ _id }) => _id));
  }
  expect(new Set(paged).size).toBe(paged.length);
  expect(paged.filter((id) => known.has(id))).toEqual(ids);
});

async function megabytesOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) / 1_024;
}
