import fc from 'fast-check';

import {
  busiestOf,
  changeOf,
  condensed,
  csvOf,
  daysWithin,
  figureParameters,
  gridOfDays,
  gridOfWeek,
  ignoredFilters,
  seriesOf,
  stacked,
  valuesByDay,
} from './figures.ts';

const period = { from: '2026-02-27', to: '2026-03-02', days: 4 };

it('leaves a day without a row empty, and keeps a zero', () => {
  const rows = [
    { date: '2026-03-02', count: 0 },
    { date: '2026-02-28', count: 7 },
  ];
  expect(valuesByDay(period, rows, ({ count }) => count)).toEqual([null, 7, null, 0]);
});

it('draws the series that the table shows', () => {
  const value = fc.option(fc.integer(), { nil: null });
  fc.assert(
    fc.property(
      fc.array(fc.record({ title: fc.string(), values: fc.array(value, { minLength: 4, maxLength: 4 }) })),
      (series) => {
        const grid = gridOfDays(['a', 'b', 'c', 'd'], series, { unit: 'count', corner: '', nameOf: (day) => day });
        expect(seriesOf(grid)).toEqual(series);
      },
    ),
  );
});

it('puts each hour of the week in its cell, Monday first', () => {
  const grid = gridOfWeek([{ _id: { weekday: 1, hour: 23 }, count: 3 }], {
    corner: '',
    weekday: String,
    hour: String,
  });
  expect(grid.rows.map(({ name }) => name)).toEqual(['2', '3', '4', '5', '6', '7', '1']);
  expect(grid.rows.flatMap(({ values }) => values).findIndex((value) => value !== null)).toBe(7 * 24 - 1);
});

it.each([
  ['conversations', { department_id: 'd', channel: 'c', participant: 'p' }, []],
  ['messages', { channel: 'c', sender: 'p' }, ['department']],
  ['messageTotals', { sender: 'p' }, ['department', 'channel']],
  ['unfiltered', {}, ['department', 'channel', 'person']],
] as const)('asks for %s with the filters that the API knows for them', (scope, filters, ignored) => {
  const filter = { department: 'd', channel: 'c', person: 'p' };
  const dates = { tz: 'Asia/Tokyo', start_date: '2026-02-27', end_date: '2026-03-02' };
  expect(figureParameters(filter, period, 'Asia/Tokyo', scope)).toEqual({ ...dates, ...filters });
  expect(ignoredFilters(filter, scope)).toEqual(ignored);
  expect(ignoredFilters({}, scope)).toEqual([]);
});

it('compares only with a figure that is there', () => {
  expect([changeOf(3, 2), changeOf(0, 2), changeOf(3, 0), changeOf(3, null), changeOf(null, 3)]).toEqual([
    0.5,
    -1,
    undefined,
    undefined,
    undefined,
  ]);
});

it('condenses a long course: counts add up, times are averaged, and what has no value has none', () => {
  expect(condensed([1, 2, null, null, 5], 3, 'count')).toEqual([3, null, 5]);
  expect(condensed([1, 2, null, 4, 5], 3, 'duration')).toEqual([1.5, 4, 5]);
  expect(condensed([1, null], 60, 'count')).toEqual([1, null]);
  expect(condensed([], 60, 'count')).toEqual([]);
});

it('stacks the parts of a day up to its whole, which comes first', () => {
  const series = [
    { title: 'a', values: [1, null, null] },
    { title: 'b', values: [2, 3, null] },
  ];
  expect(stacked(series)).toEqual([
    [3, 3, null],
    [1, null, null],
  ]);
});

it('counts the days within a target among those with a figure', () => {
  expect(daysWithin([1, null, 5, 3], (value) => value <= 3)).toEqual({ met: 2, days: 3 });
});

it('names the fullest hour of the week, the first of equals', () => {
  const at = (weekday: number, hour: number, count: number) => ({ _id: { weekday, hour }, count });
  expect(busiestOf([at(2, 9, 4), at(3, 10, 7), at(4, 11, 7)])).toEqual({ weekday: 3, hour: 10 });
  expect(busiestOf([])).toBeUndefined();
});

it('writes CSV that spreadsheets read as text and numbers, and never calculate', () => {
  const rows = [
    { key: 'a', name: '1 March', fileName: '2026-03-01', values: [1.5, null] },
    { key: 'b', name: '=1+1', values: [-2, 0] },
  ];
  expect(csvOf({ corner: 'Day', columns: ['a;b', 'say "x"'], rows, unit: 'count' })).toBe(
    'Day;"a;b";"say ""x"""\r\n2026-03-01;1.5;\r\n\'=1+1;-2;0\r\n',
  );
});
