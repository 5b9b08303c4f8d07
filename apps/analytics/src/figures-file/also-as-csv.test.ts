import { conversationFiguresApi, trafficFiguresApi } from '@parley/contracts';
import { answer, type HttpTable, Reply, readCsv } from '@parley/service-kit/http';
import { amountOf, anonymous } from '@parley/testkit';

import { seeded } from '../../test/random.ts';
import { alsoAsCsv } from './also-as-csv.ts';

type Endpoint = HttpTable<unknown>['routes'][number]['endpoint'];

/** What an operation with these rows answers to a query. */
async function answered(endpoint: Endpoint, rows: readonly object[], query: object): Promise<Reply<unknown>> {
  const run = async () => answer(rows, { 'parley-lag-ms': '7' });
  const [route] = alsoAsCsv({ routes: [{ endpoint, run }] }).routes;
  const result = await route?.run({}, anonymous, query, {} as never);
  if (!(result instanceof Reply)) throw new Error('no reply');
  return result;
}

const day = { _id: { year: 2026, month: 11, day: 20 }, count: 3, date: '2026-11-20' };

it('answers rows as a file that names its operation, with the headers of the JSON', async () => {
  const { text, headers } = await answered(conversationFiguresApi.getConversationsByDay, [day], { format: 'csv' });

  expect(text).toBe('\uFEFFyear;month;day;count;date\r\n2026;11;20;3;2026-11-20\r\n');
  expect(headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="getConversationsByDay.csv"',
    'parley-lag-ms': '7',
  });
});

it('names the columns of a file without rows', async () => {
  const { text } = await answered(conversationFiguresApi.getConversationsByDay, [], { format: 'csv' });

  expect(text).toBe('\uFEFFyear;month;day;count;date\r\n');
});

it.each([
  ['rows without a format', conversationFiguresApi.getConversationsByDay, {}],
  ['figures that are no rows', trafficFiguresApi.getTagFigures, { format: 'csv' }],
])('leaves %s as JSON', async (_, endpoint, query) => {
  const { text, body } = await answered(endpoint, [day], query);

  expect([text, body]).toEqual([undefined, [day]]);
});

it('lets no name run as a formula, and none break a line', async () => {
  const random = seeded(17);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const parts = ['=', '+', '-', '@', '"', ';', ',', '\n', '\r\n', '\t', 'a', '1', 'ü', '😀', '=cmd|calc', ' '];
  const names = Array.from({ length: amountOf({ quick: 500, soak: 10_000 }) }, () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(parts)).join(''),
  );
  const rows = names.map((name) => ({ ...day, _id: { ...day._id, name } }));

  const { text = '' } = await answered(trafficFiguresApi.getCustomEventsByDay, rows, { format: 'csv' });

  expect(readCsv(text).map(({ cells }) => cells[3])).toEqual(['name', ...names]);
  expect(text.match(/2026;11;20;/g)).toHaveLength(names.length);
  expect(text).not.toMatch(/2026;11;20;"?[=+\-@\t\r]/);
});
