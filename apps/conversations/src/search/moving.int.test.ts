import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';

import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { insertMessages, insertRequests } from '../../test/rows.ts';
import { moveEarlier } from './search.statements.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

const old = { created_at: new Date(2026, 0, 1), updated_at: new Date(2026, 0, 1) };

/** A project as the release before leaves it: its requests are in `request_search`. */
async function earlierProject(texts: string[]) {
  const people = personasOf();
  const rows = await insertRequests(
    service.db,
    people.projectId,
    texts.map((first_text) => ({ ...old, first_text })),
  );
  for (const { id } of rows) await insertMessages(service.db, people.projectId, id, [{ text: 'Said later' }]);
  await service.db.query('update request_head set updated_at = $2 where id_project = $1', [
    ...[people.projectId, old.updated_at],
  ]);
  await service.db.query(
    `insert into request_search (id_project, request, about, said, seq, revision)
     select r.id_project, r.id, setweight(search_words(r.first_text), 'B'), setweight(search_words('Said later'), 'C'), h.last_seq, 0
     from request r join request_head h on h.id_project = r.id_project and h.id = r.id where r.id_project = $1`,
    [people.projectId],
  );
  await service.db.query(`insert into words_progress (id_project, until, moved_from) values ($1, now(), '~')`, [
    people.projectId,
  ]);
  const find = async (full_text: string) => {
    const { status, body } = await service.as(people.ada).listRequests({ full_text, status: 'all' });
    expect(status).toBe(200);
    expect(body.count).toBe(body.requests.length);
    expect(body.requests.every(({ score }) => Number(score) > 0)).toBe(true);
    return body.requests.map(({ _id }) => rows.findIndex(({ id }) => id === _id)).toSorted();
  };
  const progress = () =>
    service.db.query('select moved, to_move, moved_from is null as done from words_progress where id_project = $1', [
      people.projectId,
    ]);
  return { ...people, rows, find, progress };
}

const texts = ['Schöne Grüße', 'grüne Lampshade', '注文の返金', 'Schöne Lampshade', 'grün'];
const move = (projectId: string, count: number) => service.db.query(moveEarlier, [projectId, count]);

it('finds what the earlier words find until they are moved, and goes on where it was', async () => {
  const { projectId, find, progress } = await earlierProject(texts);
  const asBefore = async () => {
    expect(await find('schone')).toEqual([0, 3]);
    expect(await find('lampsh')).toEqual([1, 3]);
    expect(await find('said')).toEqual([0, 1, 2, 3, 4]);
    expect(await find('schone later')).toEqual([0, 3]);
    expect(await find('grun')).toEqual([1, 4]);
    expect(await find('注文')).toEqual([2]);
  };
  await asBefore();
  expect(await find('返金')).toEqual([]);

  expect(await move(projectId, 3)).toEqual([{ moved: 3, toMove: 5, isMoving: true }]);
  await asBefore();
  expect(await find('返金')).toEqual([2]);
  expect(await find('grusse')).toEqual([]);

  expect(await move(projectId, 3)).toEqual([{ moved: 5, toMove: 5, isMoving: false }]);
  await asBefore();
  expect(await find('grusse')).toEqual([0]);
  expect(await progress()).toEqual([{ moved: 5, to_move: 5, done: true }]);
});

it('moves everything in rounds of the job, and says how much is left', async () => {
  const { find, progress } = await earlierProject(texts);
  const left = async () => {
    const text = await (await fetch(`${service.addresses.ops}/metrics`)).text();
    return /^parley_search_requests_to_move\{.*\} (\d+)$/m.exec(text)?.[1];
  };

  await service.runJob('indexWords');

  expect(await find('grusse')).toEqual([0]);
  expect(await progress()).toEqual([{ moved: 5, to_move: 5, done: true }]);
  expect(await left()).toBe('0');
});

it('indexes what is written meanwhile by the new words alone', async () => {
  const { projectId, vera, rows, find } = await earlierProject(texts);
  await service.db.query('update request set requester = $2 where id_project = $1', [projectId, vera.id]);
  await service.as(vera).sendMessage({ request_id: rows[0]?.request_id ?? '', text: '返金をお願いします' });
  expect(await find('返金')).toEqual([0]);
  expect(await find('grusse')).toEqual([0]);
  expect(await find('schone')).toEqual([0, 3]);
});

it('forgets a deleted request, and finds a renamed lead, wherever their words are', async () => {
  const { projectId, rows, find } = await earlierProject(texts);
  await service.db.query('delete from request where id_project = $1 and id = $2', [projectId, rows[3]?.id]);
  expect(await find('schone')).toEqual([0]);

  const [lead] = await service.db.query<{ id: string }>(
    'select lead_id as id from request where id_project = $1 and id = $2',
    [projectId, rows[1]?.id],
  );
  await service.db.query(
    `insert into copy_lead (id_project, id, lead_id, version, record) values ($1, $2, $3, 1, '{"fullname":"Zoë Quartz"}')`,
    [projectId, lead?.id, newId()],
  );
  await service.runJob('indexWords');
  expect(await find('quartz lampshade')).toEqual([1]);
});
