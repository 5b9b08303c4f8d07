import { type Actor, MessageStatus } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type TestTables, testTables } from '../../test/reading.ts';
import { caller, insertMessages, insertRequests, type RequestRow } from '../../test/rows.ts';
import { readerOf, viewMessage } from '../access/message.view.ts';
import { MessageQueries, type SeqRange } from './message.query.repository.ts';
import { MessageRepository } from './message.repository.ts';
import { RenderedMessages } from './rendered-messages.ts';

let tables: TestTables;
let queries: MessageQueries;
let rendered: RenderedMessages;
const project = newId();
const admin = caller(project, 'admin');
const visitor = caller(project, 'guest', 'visitor');
let talk: RequestRow;

beforeAll(async () => {
  tables = await testTables();
  queries = new MessageQueries(tables.db);
  rendered = new RenderedMessages(queries);
});
afterAll(() => tables.close());
beforeEach(async () => {
  [talk = talk] = await insertRequests(tables.db, project, [{}]);
  const secret = { text: 'a secret', audience: 'private', sender: 'ada' };
  await insertMessages(tables.db, project, talk.id, [{}, secret, { sender: 'ada' }, {}, {}]);
});

/** The cached page, which must equal the current rows. */
async function page(actor: Actor, range: SeqRange = {}): Promise<string> {
  const { messages, next } = await queries.list(actor, project, talk.request_id, range);
  const views = messages.map((message) => viewMessage(message, talk.request_id, readerOf(actor)));
  const { text, next: cursor } = await rendered.list(actor, project, talk.request_id, range);
  expect({ text, cursor }).toEqual({ text: JSON.stringify(views), cursor: next });
  return text;
}

const ranges: SeqRange[] = [
  {},
  { limit: 2 },
  { direction: -1 },
  { direction: -1, limit: 2 },
  { after: 2 },
  { before: 3 },
];

it('is byte-identical from the cache and from rows, for team and end users, for every range', async () => {
  for (const range of ranges) {
    expect(await page(admin, range)).toBe(await page(admin, range));
    expect(await page(visitor, range)).toBe(await page(visitor, range));
  }
  expect(await page(admin)).toContain('a secret');
  expect(await page(visitor)).not.toContain('a secret');
});

it.each<[string, () => Promise<unknown>]>([
  ['another message', () => insertMessages(tables.db, project, talk.id, [{ seq: 6 }])],
  [
    'a status',
    () =>
      new MessageRepository(tables.db).acknowledgeUpTo(
        visitor,
        project,
        { requestId: talk.request_id, upto: 3 },
        MessageStatus.seen,
      ),
  ],
  [
    'another request of the same id',
    async () => {
      await tables.db.query('delete from request where id_project = $1 and id = $2', [project, talk.id]);
      await tables.db.query('delete from request_head where id_project = $1 and id = $2', [project, talk.id]);
      const { request_id } = talk;
      [talk = talk] = await insertRequests(tables.db, project, [{ request_id }]);
      await insertMessages(tables.db, project, talk.id, [{}, {}, {}, {}, {}]);
    },
  ],
])('shows at once what is new: %s', async (_what, change) => {
  const before = await Promise.all([page(admin), page(admin, { direction: -1, limit: 5 })]);

  await change();

  expect(await page(admin)).not.toBe(before[0]);
  expect(await page(admin, { direction: -1, limit: 5 })).not.toBe(before[1]);
});

it('is refused without access to the request, even if it is cached', async () => {
  await page(visitor);
  const stranger = caller(project, 'guest', 'stranger');
  await expect(rendered.list(stranger, project, talk.request_id, {})).rejects.toMatchObject({
    code: 'request_not_found',
  });
});
