import type { CalendarDay } from '@parley/contracts';

import { dayMs } from './zone.ts';

export type DayKey = { year: number; month: number; day: number };
export type WeekKey = { year: number; month: number; week: number };
export type MonthKey = { year: number; month: number };

export function dayKey(day: CalendarDay): DayKey {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Weeks begin on Sunday and end with the year; `month` is that of the first day. */
export function weekKey(day: CalendarDay): WeekKey {
  const first = firstOfWeek(day);
  const { year, month } = dayKey(first);
  // Week 1 contains the first Sunday; the days before it are week 0.
  const dayOfYear = first - firstOfYear(first);
  return { year, month, week: Math.floor((dayOfYear + 7 - weekdayOf(first)) / 7) };
}

export function monthKey(day: CalendarDay): MonthKey {
  const { year, month } = dayKey(day);
  return { year, month };
}

/** What a group says of its time besides its key; nothing for hours and weekdays. */
export type DateOf<Key> = Key extends { year: number; month: number } ? { date: string } : object;

/** ISO 8601: `2026-11-20`, of a week its first day, of a month `2026-11`. Source: contract 40 section 1.4. */
export function dateOf<Key>(key: Key): DateOf<Key> {
  const { year, month, day, week } = (key ?? {}) as { year?: number; month?: number; day?: number; week?: number };
  if (year === undefined || month === undefined) return {} as DateOf<Key>;
  const start = week === undefined ? Date.UTC(year, month - 1, day ?? 1) : startOfWeek(year, week) * dayMs;
  const date = new Date(start).toISOString().slice(0, day === undefined && week === undefined ? 7 : 10);
  return { date } as DateOf<Key>;
}

function startOfWeek(year: number, week: number): CalendarDay {
  const first = Date.UTC(year, 0, 1) / dayMs;
  const sunday = first + ((7 - weekdayOf(first)) % 7);
  return Math.max(first, sunday + (week - 1) * 7);
}

/** 0 is Sunday. */
export function weekdayOf(day: CalendarDay): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The first day of the week of a day, within its year. */
export function firstOfWeek(day: CalendarDay): CalendarDay {
  return Math.max(day - weekdayOf(day), firstOfYear(day));
}

export function firstOfMonth(day: CalendarDay): CalendarDay {
  return day - dayKey(day).day + 1;
}

function firstOfYear(day: CalendarDay): CalendarDay {
  return Date.UTC(dayKey(day).year, 0, 1) / dayMs;
}
