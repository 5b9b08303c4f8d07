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
