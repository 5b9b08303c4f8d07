import { type Actor, ListRequestsQuery, RequestStatus } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { amountOf } from '@parley/testkit';

import { copyRequest } from '../../test/due-clocks.ts';
import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertRequests, keepDepartment, keepGroup, type RequestRow, teammateIdOf } from '../../test/rows.ts';
import { ReadModels } from '../read-models/read-models.repository.ts';
import { RequestQueries } from '../request-list/request.query.repository.ts';
import { CounterQueries } from './counters.query.repository.ts';

const project = newId();
const [ada, linus, alan] = [caller(project, 'owner'), caller(project, 'agent'), caller(project, 'agent')];
const robby = caller(project, 'agent', 'r1', { kind: 'bot' });
const bot = 'bot_r1';
let tables: TestTables;
let db: Database;
let rows: RequestRow[];
/** Requests that mention linus, the last of them long ago. */
let mentioning: string[];
let snoozed: string[];
let overdue: string[];
/** Of the requester's messages, by request. */
const unread = new Map<string, number>();

beforeAll(async () => {
  tables = await testTables();
  ({ db } = tables);
  const departments = [
    await keepDepartment(db, project, { id_group: await keepGroup(db, project, [linus.id]) }),
    await keepDepartment(db, project, { id_group: await keepGroup(db, project, [alan.id]) }),
    await keepDepartment(db, project),
    null,
  ];
  const states: Partial<RequestRow>[] = [
    { status: RequestStatus.unserved },
    { status: RequestStatus.abandoned },
    { status: RequestStatus.temporary },
    { status: RequestStatus.served, participants: [linus.id] },
    { status: RequestStatus.served, participants: [alan.id] },
    { status: RequestStatus.served, participants: [bot], has_bot: true },
    { status: RequestStatus.served, participants: [bot, linus.id], has_bot: true },
    { status: RequestStatus.closed, participants: [linus.id] },
    { status: RequestStatus.unserved, draft: true },
    { status: RequestStatus.unserved, preflight: true },
  ];
  rows = await insertRequests(
    db,
    project,
    Array.from({ length: amountOf({ quick: 1_200, soak: 10_000 }) }, (_, index) => ({
      ...states[index % states.length],
      department_id: departments[index % 7] ?? departments[3] ?? null,
      followers: index % 9 === 0 ? [teammateIdOf(linus.id)] : [],
    })),
  );
  snoozed = rows.filter((_, index) => index % 13 === 0).map(({ id }) => id);
  overdue = rows.filter((_, index) => index % 17 === 0).map(({ id }) => id);
  await db.query(`update request set snooze = '{}' where id_project = $1 and id = any($2)`, [project, snoozed]);
  await db.query(
    `insert into service_level (id_project, request, record, state) select $1, id, '{}', 'overdue' from unnest($2::text[]) id`,
    [project, overdue],
  );
  mentioning = rows.filter((_, index) => index % 11 === 0).map(({ id }) => id);
  for (const [index, { id }] of rows.entries()) unread.set(id, index % 4 === 0 ? 0 : (index % 3) + 1);
  await db.query(`update request_head h set visible_in = 5 where h.id_project = $1`, [project]);
  await db.query(
    `insert into request_reader (id_project, request, principal, upto_seq, read_in, mentioned_at)
      select $1, r.id, $2, 5, 5 - (r.n)::int, case when r.id = any($4) then now() end from unnest($3::text[], $5::int[]) r (id, n)`,
    [project, linus.id, [...unread.keys()], mentioning.slice(0, -1), [...unread.values()]],
  );
  await db.query(
    `update request_reader set mentioned_at = now() - interval '91 days' where id_project = $1 and request = $2`,
    [project, mentioning.at(-1)],
  );
}, 60_000);
afterAll(() => tables.close());

/** Every open request that the caller sees, without drafts. */
async function visibleTo(actor: Actor): Promise<RequestRow[]> {
  const query = ListRequestsQuery.parse({ limit: '200', draft: 'false' });
  const ids = new Set<string>();
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await new RequestQueries(db).list(actor, project, { ...query, ...(cursor && { cursor }) });
    for (const { id } of page.requests) ids.add(id);
    cursor = page.next;
  }
  return rows.filter(({ id }) => ids.has(id));
}

function recount(seen: RequestRow[], me: Actor) {
  const principal = me.kind === 'bot' ? bot : me.id;
  const isLinus = me.id === linus.id;
  const unreadBy = ({ id }: RequestRow) => !isLinus || (unread.get(id) ?? 0) > 0;
  const own = (some: RequestRow[]) => ({ open: some.length, unread: some.filter(unreadBy).length });
  const open = (some: RequestRow[]) => ({ open: some.length });
  const mine = seen.filter(({ participants }) => participants.includes(principal));
  const followed = seen.filter(({ followers }) => (followers as string[]).includes(me.teammateId ?? ''));
  const mentioned = seen.filter(({ id }) => isLinus && mentioning.slice(0, -1).includes(id));
  const departments = [...new Set(seen.map(({ department_id }) => department_id))].filter((id) => id !== null);
  return {
    views: {
      mine: own(mine),
      unassigned: open(seen.filter(({ status }) => status === 100)),
      abandoned: open(seen.filter(({ status }) => status === 150)),
      bot: open(seen.filter(({ participants }) => participants.length === 1 && participants[0] === bot)),
      followed: own(followed),
      mentioned: own(mentioned),
      all: open(seen),
      snoozed: open(seen.filter(({ id }) => snoozed.includes(id))),
      overdue: open(seen.filter(({ id }) => overdue.includes(id))),
    },
    departments: departments.toSorted().map((_id) => {
      const inside = seen.filter(({ department_id }) => department_id === _id);
      return { _id, open: inside.length, unassigned: inside.filter(({ status }) => status === 100).length };
    }),
  };
}

it.each([
  ['the owner', ada],
  ['an agent of a group', linus],
  ['an agent of another group', alan],
  ['a bot', robby],
])('count for %s exactly what the lists show', async (_, actor) => {
  const seen = await visibleTo(actor);
  expect(seen.length).toBeGreaterThan(100);

  const { as_of, ...counted } = await new CounterQueries(db).get(actor, project);

  expect(counted).toEqual(recount(seen, actor));
  expect(Object.values(counted.views).map(({ open }) => open > 0)).toEqual(
    Object.keys(counted.views).map((view) => view in expectedEmpty(actor) === false),
  );
  expect(Math.abs(Date.now() - Date.parse(as_of))).toBeLessThan(60_000);
});

/** Views in which the caller has nothing. */
function expectedEmpty({ id }: Actor): object {
  if (id === linus.id) return {};
  return id === ada.id ? { mine: 0, followed: 0, mentioned: 0 } : { followed: 0, mentioned: 0 };
}

it('equal the numbers of lists with the same filters', async () => {
  const { views, departments } = await new CounterQueries(db).get(linus, project);
  const listed = async (query: object) => {
    const parsed = ListRequestsQuery.parse({ draft: 'false', ...query });
    return (await new RequestQueries(db).list(linus, project, parsed)).count;
  };

  expect(await listed({})).toBe(views.all.open);
  expect(await listed({ mine: 'true' })).toBe(views.mine.open);
  expect(await listed({ status: '100' })).toBe(views.unassigned.open);
  expect(await listed({ status: '150' })).toBe(views.abandoned.open);
  for (const { _id, open, unassigned } of departments) {
    expect(await listed({ dept_id: _id })).toBe(open);
    expect(await listed({ dept_id: _id, status: '100' })).toBe(unassigned);
  }
});

it('count for an agent who sees their own chats only nothing but these', async () => {
  const readModels = new ReadModels(db);
  const record = { _id: project, settings: { current_agent_my_chats_only: true } };
  await readModels.keepProject({ projectId: project, id: project, version: 1, deleted: false, record });
  const seen = await visibleTo(linus);

  const { as_of: _, ...counted } = await new CounterQueries(db).get(linus, project);

  expect(counted).toEqual(recount(seen, linus));
  expect(counted.views.all.open).toBeLessThan(rows.length / 2);
});

it('are counted once for those who ask at once, each caller’s own', async () => {
  const counters = new CounterQueries(db);
  const [first, same, other] = await Promise.all([ada, ada, alan].map((actor) => counters.get(actor, project)));

  expect(same).toBe(first);
  expect(other?.views.all).not.toEqual(first?.views.all);
});

it('have all that was committed before they were asked for, also when they had just been asked for', async () => {
  const growing = newId();
  const counters = new CounterQueries(db);
  const grace = caller(growing, 'owner');
  const counted = async () => (await counters.get(grace, growing)).views.all.open;

  expect(await counted()).toBe(0);
  await insertRequests(db, growing, [{}]);
  const underWay = counted();
  await insertRequests(db, growing, [{}]);
  expect(await counted()).toBe(2);
  await underWay;
});

it('stop at 10,000', async () => {
  const crowded = await crowd({});

  const { views } = await new CounterQueries(db).get(caller(crowded, 'owner'), crowded);

  expect(views.all).toEqual({ open: 10_000 });
  expect(views.unassigned).toEqual({ open: 10_000 });
}, 30_000);

it('stop at 10,000, also for an agent who has them all, read none and is mentioned in many', async () => {
  const crowded = await crowd({ status: RequestStatus.served, participants: [linus.id] });
  await keepDepartment(db, crowded, { id_group: await keepGroup(db, crowded, [linus.id]) });
  await db.query('update request_head h set visible_in = 1 where h.id_project = $1', [crowded]);
  await db.query(
    `insert into request_reader (id_project, request, principal, upto_seq, read_in, mentioned_at)
      select $1, r.id, $2, 0, 0, now() from request r where r.id_project = $1`,
    [crowded, linus.id],
  );

  const { views } = await new CounterQueries(db).get(linus, crowded);

  const all = { open: 10_000, unread: 10_000 };
  expect(views).toMatchObject({ mine: all, mentioned: all, all: { open: 10_000 } });
}, 30_000);

/** A project with one request more than is counted. */
async function crowd(request: Partial<RequestRow>): Promise<string> {
  const crowded = newId();
  await insertRequests(db, crowded, [request]);
  await copyRequest(db, crowded, 10_000);
  return crowded;
}
