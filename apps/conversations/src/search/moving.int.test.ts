import { ListRequestsQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { createLogger, createMetrics } from '@parley/service-kit/observability';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertMessages, insertRequests } from '../../test/rows.ts';
import { RequestQueries } from '../request-list/request.query.repository.ts';
import { SearchIndex } from './search.repository.ts';
import { moveEarlier } from './search.statements.ts';

let tables: TestTables;
let index: SearchIndex;
const metrics = createMetrics('conversations');

beforeAll(async () => {
  tables = await testTables();
  index = new SearchIndex(tables.db, createLogger({ service: 'conversations', level: 'silent' }), metrics);
});

afterAll(() => tables.close());

const old = new Date(2026, 0, 1);
const texts = ['Schöne Grüße', 'grüne Lampshade', '注文の返金', 'Schöne Lampshade', 'grün'];

/** A project as the release before leaves it: its requests are in `request_search`. */
async function earlierProject() {
  const { db } = tables;
  const projectId = newId();
  const times = { created_at: old, updated_at: old };
  const rows = await insertRequests(
    db,
    projectId,
    texts.map((first_text) => ({ ...times, first_text })),
  );
  for (const { id } of rows) await insertMessages(db, projectId, id, [{ text: 'Said later' }]);
  await db.query(
    `insert into request_search (id_project, request, about, said, seq, revision)
     select r.id_project, r.id, setweight(search_words(r.first_text), 'B'), setweight(search_words('Said later'), 'C'), 1, 0
     from request r where r.id_project = $1`,
    [projectId],
  );
  await db.query(`insert into words_progress (id_project, until, moved_from) values ($1, now(), '~')`, [projectId]);

  const admin = caller(projectId, 'admin');
  const find = async (full_text: string) => {
    const query = ListRequestsQuery.parse({ full_text, status: 'all' });
    const { requests, count } = await new RequestQueries(db).list(admin, projectId, query);
    expect(count).toBe(requests.length);
    expect(requests.every(({ score }) => Number(score) > 0)).toBe(true);
    return requests.map((found) => rows.findIndex(({ id }) => id === found.id)).toSorted();
  };
  const expectFoundAsBefore = async () => {
    expect(await find('schone')).toEqual([0, 3]);
    expect(await find('lampsh')).toEqual([1, 3]);
    expect(await find('said')).toEqual([0, 1, 2, 3, 4]);
    expect(await find('schone later')).toEqual([0, 3]);
    expect(await find('grun')).toEqual([1, 4]);
    expect(await find('注文')).toEqual([2]);
  };
  const move = (count: number) => db.query(moveEarlier, [projectId, count]);
  return { projectId, rows, find, expectFoundAsBefore, move };
}

it('finds what the earlier words find until they are moved, and goes on where it was', async () => {
  const { find, expectFoundAsBefore, move } = await earlierProject();
  await expectFoundAsBefore();
  expect(await find('返金')).toEqual([]);

  expect(await move(3)).toEqual([{ moved: 3, toMove: 5, isMoving: true }]);
  await expectFoundAsBefore();
  expect(await find('返金')).toEqual([2]);
  expect(await find('grusse')).toEqual([]);

  expect(await move(3)).toEqual([{ moved: 5, toMove: 5, isMoving: false }]);
  await expectFoundAsBefore();
  expect(await find('grusse')).toEqual([0]);
});

it('moves everything in rounds of the job, and says how much is left', async () => {
  const { projectId, find, expectFoundAsBefore } = await earlierProject();
  const left = async () => /^parley_search_requests_to_move\{.*\} (\d+)$/m.exec(await metrics.text())?.[1];
  await index.catchUp({ withinMs: 0, debounce: true });
  expect(await find('grusse')).toEqual([]);

  await index.catchUp({ debounce: true });

  expect(await find('grusse')).toEqual([0]);
  await expectFoundAsBefore();
  expect(await left()).toBe('0');
  // Without the earlier words.
  await tables.db.query('delete from request_search where id_project = $1', [projectId]);
  await expectFoundAsBefore();
});

it('finds what is written meanwhile by the new words alone', async () => {
  const { projectId, rows, find } = await earlierProject();
  const [first] = rows;
  await insertMessages(tables.db, projectId, first?.id ?? '', [{ seq: 2, text: '返金をお願いします' }]);
  await tables.db.query('update request_head set updated_at = now() where id_project = $1 and id = $2', [
    projectId,
    first?.id,
  ]);

  expect(await find('返金')).toEqual([0]);
  expect(await find('grusse')).toEqual([0]);
  expect(await find('schone')).toEqual([0, 3]);
});

it('forgets a deleted request, and finds a renamed lead, wherever their words are', async () => {
  const { projectId, rows, find } = await earlierProject();
  const { db } = tables;
  await db.query('delete from request where id_project = $1 and id = $2', [projectId, rows[3]?.id]);
  expect(await find('schone')).toEqual([0]);

  await db.query(
    `insert into copy_lead (id_project, id, lead_id, version, record)
     select id_project, lead_id, 'crm-1', 1, '{"fullname":"Zoë Quartz"}' from request where id_project = $1 and id = $2`,
    [projectId, rows[1]?.id],
  );
  await index.catchUp({ debounce: true });
  expect(await find('quartz lampshade')).toEqual([1]);
});
