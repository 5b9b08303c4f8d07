import type { CalendarDay } from '@parley/contracts';

import { type DayKey, dayKey, type MonthKey, monthKey, type WeekKey, weekdayOf, weekKey } from './calendar.ts';
import type { Window } from './window.ts';
import type { Zone } from './zone.ts';

export const quarterMs = 900_000;
const hourMs = 3_600_000;

/** A section of a window; it ends where the next one begins. */
export interface Cell<Key> {
  key: Key;
  /** In ms. */
  from: number;
}

export type HourKey = { hour: number };
export type WeekdayKey = { hour: number; weekday: number };

/** How an endpoint divides its window. Source: contract 40 section 1.4. */
export type Division<Key> = (window: Window) => Cell<Key>[];

export const wholeWindow: Division<undefined> = ({ from }) => [{ key: undefined, from }];
export const byDay: Division<DayKey> = (window) => cellsOfDays(window, dayKey);
export const byWeek: Division<WeekKey> = (window) => cellsOfDays(window, weekKey);
export const byMonth: Division<MonthKey> = (window) => cellsOfDays(window, monthKey);
/** One cell per hour of each day; cells with equal keys are summed. */
export const byHour: Division<HourKey> = (window) => cellsOfHours(window, ({ hour }) => ({ hour }));
export const byWeekday: Division<WeekdayKey> = (window) => cellsOfHours(window, (key) => key);

function cellsOfDays<Key extends object>(window: Window, keyOf: (day: CalendarDay) => Key): Cell<Key>[] {
  const { from, until, zone } = window;
  const cells: Cell<Key>[] = [];
  let latest = '';
  for (let day = zone.dayAt(from); day <= zone.dayAt(until - 1); day++) {
    const key = keyOf(day);
    const name = JSON.stringify(key);
    if (name === latest || isLeftOut(zone, day)) continue;
    cells.push({ key, from: Math.max(from, zone.startOf(day)) });
    latest = name;
  }
  return cells;
}

/** A day that the zone skipped, by moving across the date line. */
function isLeftOut(zone: Zone, day: CalendarDay): boolean {
  return zone.startOf(day) === zone.startOf(day + 1);
}

function cellsOfHours<Key>({ from, until, zone }: Window, keyOf: (at: WeekdayKey) => Key): Cell<Key>[] {
  return zone.offsetPeriods(from, until).flatMap((period) => {
    const cells: Cell<Key>[] = [];
    for (let at = period.from; at < period.until; ) {
      const hours = Math.floor((at + period.offset) / hourMs);
      const weekday = weekdayOf(Math.floor(hours / 24)) + 1;
      cells.push({ key: keyOf({ hour: ((hours % 24) + 24) % 24, weekday }), from: at });
      at = (hours + 1) * hourMs - period.offset;
    }
    return cells;
  });
}

/** By hour, then weekday. */
export function compareHours(
  one: { key: HourKey & Partial<WeekdayKey> },
  other: { key: HourKey & Partial<WeekdayKey> },
): number {
  return one.key.hour - other.key.hour || (one.key.weekday ?? 0) - (other.key.weekday ?? 0);
}
