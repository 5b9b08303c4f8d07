import { readCalendarDay } from '@parley/contracts';

import { dayKey, weekKey } from './calendar.ts';
import { byDay, byHour, byMonth, byWeek, byWeekday } from './cells.ts';
import { last30WholeDays, last366Days, windowOf } from './window.ts';
import { dayMs, Zone } from './zone.ts';

const day = (text: string) => readCalendarDay(text) ?? Number.NaN;
const explicit = (tz: string, first: string, last: string) =>
  windowOf({ tz, start_date: day(first), end_date: day(last) }, last30WholeDays, Date.parse('2026-11-21T12:00:00Z'));

const midnights: [zone: string, date: string, instant: string][] = [
  ['Asia/Kathmandu', '2026-03-01', '2026-02-28T18:15:00.000Z'],
  ['America/St_Johns', '2026-07-01', '2026-07-01T02:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-01-10', '2026-01-09T13:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-07-10', '2026-07-09T13:30:00.000Z'],
  ['Pacific/Apia', '2026-01-10', '2026-01-09T11:00:00.000Z'],
  ['+05:45', '2026-03-01', '2026-02-28T18:15:00.000Z'],
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
];

it.each(midnights)('%s: the day %s begins at %s, to the millisecond', (name, date, instant) => {
  const zone = new Zone(name);
  const at = Date.parse(instant);
  expect(new Date(zone.startOf(day(date))).toISOString()).toBe(instant);
  expect([zone.dayAt(at - 1), zone.dayAt(at)]).toEqual([day(date) - 1, day(date)]);
});

it.each([
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-06-01', 24],
])('in Rome the day %s has %d hours, and one in which the clock goes back has no hour of its own', (date, hours) => {
  const window = explicit('Europe/Rome', date, date);
  expect((window.until - window.from) / 3_600_000).toBe(hours);
  const cells = byHour(window);
  expect(cells).toHaveLength(hours);
  expect(new Set(cells.map(({ key }) => key.hour)).size).toBe(Math.min(hours, 24));
});

it('leaves out the day that Samoa skipped', () => {
  const days = byDay(explicit('Pacific/Apia', '2011-12-28', '2012-01-01')).map(({ key }) => key.day);
  expect(days).toEqual([28, 29, 31, 1]);
});

it('has one week of each number and year, which begins on Sunday or with the year', () => {
  const weeks = byWeek(explicit('Europe/Rome', '2025-12-20', '2026-01-12')).map(({ key }) => key);
  expect(weeks).toEqual([
    { year: 2025, month: 12, week: 50 },
    { year: 2025, month: 12, week: 51 },
    { year: 2025, month: 12, week: 52 },
    { year: 2026, month: 1, week: 0 },
    { year: 2026, month: 1, week: 1 },
    { year: 2026, month: 1, week: 2 },
  ]);
  expect(weekKey(day('2023-01-01'))).toEqual({ year: 2023, month: 1, week: 1 });
});

it('counts Sunday as the first day of the week, by the clock of the zone', () => {
  const cells = byWeekday(explicit('Asia/Kathmandu', '2026-11-22', '2026-11-22'));
  expect(cells.map(({ key }) => key.weekday)).toEqual(Array(24).fill(1));
  expect(cells.map(({ key }) => key.hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
});

it('continues from month to month', () => {
  const cells = byDay(explicit('UTC', '2026-01-30', '2026-02-02'));
  expect(cells.map(({ key }) => [key.month, key.day])).toEqual([
    [1, 30],
    [1, 31],
    [2, 1],
    [2, 2],
  ]);
  expect(byMonth(explicit('UTC', '2026-01-30', '2026-02-02')).map(({ key }) => key.month)).toEqual([1, 2]);
});

describe('windows', () => {
  const now = Date.parse('2026-11-21T22:30:00Z');
  const days = (window: { from: number; until: number; zone: Zone }) => [
    dayKey(window.zone.dayAt(window.from)),
    dayKey(window.zone.dayAt(window.until - 1)),
  ];

  it('ends today, by the clock of the zone, for a number of days', () => {
    const seven = windowOf({ lastdays: 7, tz: 'Asia/Kathmandu' }, last30WholeDays, now);
    expect(byDay(seven)).toHaveLength(7);
    expect(days(seven)[1]).toEqual({ year: 2026, month: 11, day: 22 });
  });

  it('is widened to the first day of the first group', () => {
    const [first] = days(windowOf({}, last366Days('month'), now));
    expect(first).toEqual({ year: 2025, month: 11, day: 1 });
  });

  it('derives the missing date from the given one', () => {
    const [first] = days(windowOf({ end_date: day('2026-03-30') }, last30WholeDays, now));
    expect(first).toEqual({ year: 2026, month: 3, day: 1 });
    const [, last] = days(windowOf({ start_date: day('2026-11-01') }, last30WholeDays, now));
    expect(last).toEqual({ year: 2026, month: 11, day: 21 });
  });

  it.each([
    [{ start_date: day('2026-03-02'), end_date: day('2026-03-01') }, 'end_date'],
    [{ start_date: day('2020-01-01'), end_date: day('2026-03-01') }, 'start_date'],
    [{ start_date: day('2027-01-01') }, 'end_date'],
  ])('refuses %j', (query, param) => {
    expect(() => windowOf(query, last30WholeDays, now)).toThrow(
      expect.objectContaining({ code: 'validation_failed', details: { errors: [expect.objectContaining({ param })] } }),
    );
  });

  it('spans no day more than asked for', () => {
    const window = windowOf({ lastdays: 1 }, last30WholeDays, now);
    expect(window.until - window.from).toBe(dayMs);
  });
});
