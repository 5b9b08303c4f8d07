import type { HoursSpan, WeekHours } from '@parley/contracts';

import { TimeZone } from './time-zone.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Two weeks and a day: a span within an hour skipped by a clock change opens a week later. */
const horizonDays = 15;

/** Whether a week's hours are open at a time, and when that changes next. */
export interface WeekState {
  open: boolean;
  /** Absent when it never does. */
  nextChangeAt?: Date;
}

/** Start included, end excluded, on the local wall clock. */
export function weekStateAt({ tzname, days }: WeekHours, at: Date): WeekState {
  const zone = new TimeZone(tzname);
  const now = at.getTime();
  const open = isOpen(days, now + zone.offsetAt(now));

  let from = now;
  while (from < now + horizonDays * dayMs) {
    const { until, offset } = zone.stretchFrom(from);
    const change = changeWithin(days, from + offset, until + offset, open);
    if (change !== undefined) return { open, nextChangeAt: new Date(change - offset) };
    from = until;
  }
  return { open };
}

type Days = readonly (readonly HoursSpan[])[];

/** @param wall time on the wall clock, in ms as if it were UTC */
function isOpen(days: Days, wall: number): boolean {
  const minute = (wall - startOfDay(wall)) / minuteMs;
  return spansOf(days, wall).some(({ start, end }) => start <= minute && minute < end);
}

/** The first wall-clock time within the interval at which the state changes. */
function changeWithin(days: Days, from: number, until: number, was: boolean): number | undefined {
  const bounds = [from];
  for (let day = startOfDay(from); day < until; day += dayMs) {
    bounds.push(...spansOf(days, day).flatMap(({ start, end }) => [day + start * minuteMs, day + end * minuteMs]));
  }
  return bounds.find((wall) => wall >= from && wall < until && isOpen(days, wall) !== was);
}

function spansOf(days: Days, wall: number): readonly HoursSpan[] {
  return days[new Date(wall).getUTCDay()] ?? [];
}

function startOfDay(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}
