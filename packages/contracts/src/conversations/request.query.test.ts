import { CountRequestsQuery, ListRequestsQuery, parseLocalTime } from './request.query.ts';

const faultsOf = (query: Record<string, unknown>) => {
  const parsed = ListRequestsQuery.safeParse(query);
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'));
};

it.each([
  { start_date: '31/02/2026' },
  { start_date: '2026-02-01' },
  { end_date: '01/02/2026 24:00' },
  { end_date: '01/02/26' },
  { timezone: 'Mars/X' },
  { timezone: '+02:00' },
  { filterRangeField: 'rating' },
  { sortField: 'notes' },
  { sort: '__proto__' },
  { status: 'abc' },
  { status: '' },
  { status: '100,,200' },
  { status: '101' },
  { limit: '0' },
  { limit: '-1' },
  { limit: 'abc' },
  { limit: '1.5' },
  { limit: '' },
  { page: '-1' },
  { page: '1e9' },
  { direction: '2' },
  { direction: 'desc' },
  { hasBot: 'yes' },
  { ticket_id: 'x1' },
  { dept_id: ['a', 'b'] },
  { dept_id: { $ne: '' } },
  { lead: 'a\u0000b' },
  { tags: [{ $gt: '' }] },
  { priority: 'highest' },
  { duration: 'long' },
  { phone: 'none' },
])('refuses %j', (query) => {
  expect(faultsOf(query)).toEqual([Object.keys(query)[0]]);
});

it('lists every faulty parameter at once', () => {
  expect(faultsOf({ limit: 'x', status: 'y', start_date: 'z', sortField: 'a' })).toEqual(
    expect.arrayContaining(['limit', 'status', 'start_date', 'sortField']),
  );
});

it('ignores names it does not know, operators of other databases among them', () => {
  expect(ListRequestsQuery.parse({ 'dept_id[$ne]': '', $where: '1', unknown: 'x' })).toEqual({ page: 0, limit: 40 });
});

it('reads words as numbers, booleans and lists', () => {
  const parsed = ListRequestsQuery.parse({
    page: '2',
    limit: '1000',
    direction: '1',
    hasBot: 'TRUE',
    status: '100, 300,1000',
    tags: 'vip',
    'workingStatus[in]': 'a, b,',
    duration: '1.5',
  });
  expect(parsed).toEqual({
    page: 2,
    limit: 200,
    direction: 1,
    hasBot: true,
    status: [100, 200, 1000],
    tags: ['vip'],
    'workingStatus[in]': ['a', 'b'],
    duration: 1.5,
  });
});

it('reads all as every status', () => {
  expect(ListRequestsQuery.parse({ status: 'all' }).status).toEqual([50, 100, 150, 200, 1000]);
});

it.each([
  ['31/01/2026', { year: 2026, month: 1, day: 31 }],
  ['2026/01/31', { year: 2026, month: 1, day: 31 }],
  ['29/02/2028 09:05', { year: 2028, month: 2, day: 29, time: { hour: 9, minute: 5, second: undefined } }],
  ['2026/01/31 23:59:58', { year: 2026, month: 1, day: 31, time: { hour: 23, minute: 59, second: 58 } }],
  ['29/02/2026', undefined],
  ['31/04/2026', undefined],
  ['00/01/2026', undefined],
  ['01/13/2026', undefined],
])('reads the date %s', (text, time) => {
  expect(parseLocalTime(text)).toEqual(time);
});

it('takes merge_assigned=1 as clients send it', () => {
  expect(CountRequestsQuery.parse({ merge_assigned: '1' })).toEqual({ merge_assigned: true });
  expect(CountRequestsQuery.parse({ merge_assigned: 'false' })).toEqual({ merge_assigned: false });
});
