import fc from 'fast-check';

import { isDay } from '../app/address.ts';
import { readAnalyticsFilter } from './analytics-filter.ts';
import { dayIn, daysOf, periodBefore, periodOf } from './period.ts';

const today = '2026-03-02';

it.each([
  ['30 days unless the address says otherwise', {}, '2026-02-01', today, 30],
  ['a week', { days: 7 as const }, '2026-02-24', today, 7],
  ['own days, both ends included', { from: '2026-01-01', to: '2026-01-03' }, '2026-01-01', '2026-01-03', 3],
  ['ends in the wrong order', { from: '2026-01-03', to: '2026-01-01' }, '2026-01-01', '2026-01-03', 3],
  ['a start alone, until today', { from: '2026-03-01' }, '2026-03-01', today, 2],
  ['an end alone, 30 days', { to: '2026-01-30' }, '2026-01-01', '2026-01-30', 30],
  ['no more days than the API answers', { from: '2000-01-01', to: today }, '2023-03-03', today, 1096],
])('reads %s', (_, filter, from, to, days) => {
  expect(periodOf(filter, today)).toEqual({ from, to, days });
});

it('compares with as many days right before, without a day between or twice', () => {
  const day = fc
    .integer({ min: 0, max: 20_000 })
    .map((count) => new Date(count * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, (from, to) => {
      const period = periodOf({ from, to }, today);
      const both = [...daysOf(periodBefore(period)), ...daysOf(period)];
      expect(both).toHaveLength(2 * period.days);
      expect(
        both.every((one, index) => index === 0 || Date.parse(one) - Date.parse(both[index - 1] ?? '') === 86_400_000),
      ).toBe(true);
    }),
  );
});

it('takes from the address what is valid, and nothing else', () => {
  const search = { days: '7', department: 'd1', channel: '', person: 12, other: 'x' };
  expect(readAnalyticsFilter(search)).toEqual({ days: 7, department: 'd1', person: '12' });
  expect(readAnalyticsFilter({ days: 8, from: '2026-02-31', to: 'today' })).toEqual({});
  expect(readAnalyticsFilter({ days: 7, from: '2026-02-01' })).toEqual({ from: '2026-02-01' });
  expect(['2026-02-28', '2026-02-29', '2026-2-1', ''].map(isDay)).toEqual([true, false, false, false]);
});

it('knows which day it is in a zone', () => {
  const at = Date.parse('2026-03-01T18:20:00Z');
  expect(['UTC', 'Asia/Kathmandu', 'Pacific/Apia'].map((zone) => dayIn(zone, at))).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-02',
  ]);
});
