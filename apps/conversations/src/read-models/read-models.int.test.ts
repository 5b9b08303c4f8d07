import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertRequests, keepTeammate, teammateIdOf } from '../../test/rows.ts';
import { RequestQueries } from '../request-list/request.query.repository.ts';
import { ReadModels } from './read-models.repository.ts';

let tables: TestTables;
let db: Database;
let copies: ReadModels;

beforeAll(async () => {
  tables = await testTables();
  ({ db } = tables);
  copies = new ReadModels(db);
});

afterAll(() => tables.close());

async function department(projectId: string, id: string): Promise<unknown> {
  const [row] = await db.query(
    'select version, deleted, record from copy_department where id_project = $1 and id = $2',
    [projectId, id],
  );
  return row;
}

it('ends with the newest version, in whatever order the versions arrive', async () => {
  const versions = [
    { version: 0, deleted: false, record: { name: 'first' } },
    { version: 1, deleted: false, record: { name: 'second' } },
    { version: 2, deleted: true, record: { name: 'last' } },
  ];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
    [2, 2, 1],
  ];
  for (const order of orders) {
    const [projectId, id] = [newId(), newId()];
    for (const place of order) {
      const version = versions[place];
      if (version) await copies.keepDepartment({ projectId, id, ...version });
    }
    expect(await department(projectId, id)).toEqual(versions[2]);
  }
});

it('keeps records of the same id apart by project', async () => {
  const [one, two, id] = [newId(), newId(), newId()];
  await copies.keepDepartment({ projectId: one, id, version: 5, deleted: false, record: { name: 'one' } });
  await copies.keepDepartment({ projectId: two, id, version: 1, deleted: false, record: { name: 'two' } });
  expect(await department(one, id)).toMatchObject({ record: { name: 'one' } });
  expect(await department(two, id)).toMatchObject({ record: { name: 'two' } });
});

it('fills a request with the records of people, bots and places, departed ones included', async () => {
  const projectId = newId();
  const [grace, linus, lead, bot, place] = [newId(), newId(), newId(), newId(), newId()];
  await keepTeammate(db, projectId, { id: grace, firstname: 'Grace' });
  await keepTeammate(db, projectId, { id: linus, firstname: 'Linus' });
  const gone = {
    projectId,
    id: teammateIdOf(linus),
    version: 9,
    deleted: true,
    record: { id_user: { _id: linus, firstname: 'Linus' } },
  };
  await copies.keepTeammate(gone, linus);
  await db.query('insert into copy_lead (id_project, id, lead_id, version, record) values ($1, $2, $3, 0, $4)', [
    projectId,
    lead,
    'zoe',
    JSON.stringify({ _id: lead, fullname: 'Zoe' }),
  ]);
  await copies.keepBot({ projectId, id: bot, version: 0, deleted: false, record: { _id: bot, name: 'Helper' } });
  await copies.keepDepartment({
    projectId,
    id: place,
    version: 0,
    deleted: false,
    record: { _id: place, name: 'Sales' },
  });
  const participants = [linus, `bot_${bot}`, grace, 'nobody'];
  const [row] = await insertRequests(db, projectId, [
    { participants, lead_id: lead, department_id: place, requester: grace, status: 200 },
  ]);

  const { request } = await new RequestQueries(db).get(caller(projectId, 'admin'), projectId, row?.request_id ?? '');

  expect(request.copies).toMatchObject({
    lead: { fullname: 'Zoe' },
    requester: { id_user: { firstname: 'Grace' } },
    department: { name: 'Sales' },
    agents: [{ id_user: { firstname: 'Linus' } }, { id_user: { firstname: 'Grace' } }],
    bots: [{ name: 'Helper' }],
  });
});
