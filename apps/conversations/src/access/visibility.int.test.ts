import { type Actor, RequestStatus } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { binder, type Database } from '@parley/service-kit/database';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertRequests, keepDepartment, keepGroup, type RequestRow, teammateIdOf } from '../../test/rows.ts';
import { ReadModels } from '../read-models/read-models.repository.ts';
import { sees, type TeamScope, viewerOf, visibleListSql, visibleSql } from './visibility.ts';

let tables: TestTables;
let db: Database;
const project = newId();
const [ada, alan, linus] = [newId(), newId(), newId()];
const gone = newId();
const ids: Record<string, string> = {};
let rows: RequestRow[];

beforeAll(async () => {
  tables = await testTables();
  ({ db } = tables);

  ids.sales = await keepGroup(db, project, [alan]);
  ids.care = await keepGroup(db, project, [linus]);
  ids.asleep = await keepGroup(db, project, [alan, linus], { enabled: false });
  ids.salesDepartment = await keepDepartment(db, project, { id_group: ids.sales, default: true });
  ids.careDepartment = await keepDepartment(db, project, { groups: [{ group_id: ids.care, percentage: 100 }] });
  ids.asleepDepartment = await keepDepartment(db, project, { id_group: ids.asleep });
  ids.openDepartment = await keepDepartment(db, project, { id_group: null, groups: null });
  const tombstone = { projectId: project, id: gone, version: 1, deleted: true, record: { groups: [] } };
  await new ReadModels(db).keepDepartment(tombstone);

  const places = [
    ids.salesDepartment,
    ids.careDepartment,
    ids.asleepDepartment,
    ids.openDepartment,
    gone,
    'never',
    null,
  ];
  rows = await insertRequests(db, project, [
    ...places.map((department_id) => ({ department_id, requester: `of ${department_id}` })),
    { department_id: null, participants: [alan], status: RequestStatus.served },
    { department_id: ids.careDepartment, participants: [alan], status: RequestStatus.closed },
    { department_id: ids.careDepartment, followers: [teammateIdOf(alan)] },
    { department_id: ids.salesDepartment, participants: [linus], status: RequestStatus.served },
    { requester: 'zoe', department_id: ids.careDepartment },
  ]);
});

afterAll(() => tables.close());

async function scope(): Promise<TeamScope> {
  const departments = await db.query<{ record: TeamScope['departments'][number] & { _id: string } }>(
    'select record from copy_department where id_project = $1 and not deleted',
    [project],
  );
  const groups = await db.query<{ record: TeamScope['groups'][number] & { _id: string } }>(
    'select record from copy_group where id_project = $1 and not deleted',
    [project],
  );
  const [settings] = await db.query<{ own: boolean }>(
    `select record->'settings'->>'current_agent_my_chats_only' = 'true' as own from copy_project where id_project = $1`,
    [project],
  );
  return {
    departments: departments.map(({ record }) => ({ ...record, id: record._id })),
    groups: groups.map(({ record }) => ({ ...record, id: record._id })),
    ownChatsOnly: settings?.own ?? false,
  };
}

/** Ids of the requests an actor sees, by the statement and by the predicate. */
async function seenBy(actor: Actor): Promise<{ bySql: string[]; byPredicate: string[] }> {
  const viewer = viewerOf(actor);
  const values: unknown[] = [project];
  const seen = await db.query<{ id: string }>(
    `select r.id from request r where r.id_project = $1 and ${visibleSql(viewer, '$1', binder(values))} order by r.id`,
    values,
  );
  const listed: unknown[] = [project];
  const { given, parts } = visibleListSql(viewer, '$1', binder(listed));
  const selects = parts.map(({ sql }) => `select r.id from request r where r.id_project = $1 and ${sql}`);
  // Each request once: the parts are counted one by one.
  const inLists = await db.query<{ id: string }>(
    `${given ? `with ${given}` : ''} ${selects.join(' union all ')} order by id`,
    listed,
  );
  expect(inLists).toEqual(seen);
  const facts = await scope();
  const allowed = rows.filter((row) =>
    sees(
      viewer,
      { ...row, requestId: row.request_id, departmentId: row.department_id, followers: row.followers as string[] },
      facts,
    ),
  );
  return { bySql: seen.map(({ id }) => id), byPredicate: allowed.map(({ id }) => id).sort() };
}

const numbers = (seen: string[]) => seen.map((id) => rows.findIndex((row) => row.id === id)).sort((a, b) => a - b);

describe('the statement and the predicate agree', () => {
  it.each<[string, Actor, number[]]>([
    ['owners see everything', caller(project, 'owner', ada), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['admins see everything', caller(project, 'admin', ada), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ['bots see everything', caller(project, 'agent', 'b1', { kind: 'bot' }), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [
      'an agent of the default department: its requests, those of departments that are gone, of departments for all, and their own',
      caller(project, 'agent', alan),
      [0, 3, 4, 5, 7, 8, 9, 10],
    ],
    ['an agent of another group', caller(project, 'agent', linus), [1, 3, 8, 9, 10, 11]],
    ['an agent of no group', caller(project, 'agent', ada), [3]],
    [
      'an admin whose role shows the departments of their groups: what an agent there sees',
      caller(project, 'admin', alan, { visibility: 'departments' }),
      [0, 3, 4, 5, 7, 8, 9, 10],
    ],
    [
      'an admin whose role shows their own: what they serve or follow',
      caller(project, 'admin', alan, { visibility: 'own' }),
      [7, 8, 9],
    ],
    ['an agent whose role shows their own', caller(project, 'agent', linus, { visibility: 'own' }), [10]],
    [
      'an agent whose role shows the departments',
      caller(project, 'agent', linus, { visibility: 'departments' }),
      [1, 3, 8, 9, 10, 11],
    ],
    [
      'a machine token: what the person sees who made it',
      caller(project, 'agent', linus, { kind: 'token', jti: newId() }),
      [1, 3, 8, 9, 10, 11],
    ],
    ['a visitor: their own', caller(project, 'guest', 'zoe'), [11]],
    ['a visitor with the id of an agent’s', caller(project, 'user', alan), []],
    ['a membership without a role we know', { kind: 'user', id: ada, projectId: project }, []],
  ])('%s', async (_rule, actor, expected) => {
    const { bySql, byPredicate } = await seenBy(actor);
    expect(numbers(bySql)).toEqual(expected);
    expect(byPredicate).toEqual(bySql);
  });

  it('a token bound to one request sees that one', async () => {
    const bound = caller(project, 'agent', 'b1', { kind: 'bot', requestId: rows[2]?.request_id });
    const { bySql, byPredicate } = await seenBy(bound);
    expect(numbers(bySql)).toEqual([2]);
    expect(byPredicate).toEqual(bySql);
  });

  it('with current_agent_my_chats_only agents see what they participate in or follow', async () => {
    const copies = new ReadModels(db);
    const copy = { projectId: project, id: project, deleted: false };
    await copies.keepProject({ ...copy, version: 1, record: { settings: { current_agent_my_chats_only: true } } });

    const { bySql, byPredicate } = await seenBy(caller(project, 'agent', alan));
    expect(numbers(bySql)).toEqual([7, 8, 9]);
    expect(byPredicate).toEqual(bySql);

    await copies.keepProject({ ...copy, version: 2, record: { settings: {} } });
  });
});

it('an agent moved to another group sees its requests at once, and no longer those of the old one', async () => {
  await keepGroup(db, project, [], { id: ids.sales, version: 1 });
  await keepGroup(db, project, [linus, alan], { id: ids.care, version: 1 });

  const { bySql, byPredicate } = await seenBy(caller(project, 'agent', alan));
  expect(numbers(bySql)).toEqual([1, 3, 7, 8, 9, 11]);
  expect(byPredicate).toEqual(bySql);
});

it('while the mark of the default department moves, two of them are no fault', async () => {
  await keepDepartment(db, project, { id_group: ids.asleep, default: true });

  const { bySql, byPredicate } = await seenBy(caller(project, 'agent', linus));
  expect(numbers(bySql)).toEqual([1, 3, 8, 9, 10, 11]);
  expect(byPredicate).toEqual(bySql);
});
