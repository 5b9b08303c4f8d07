import { timeOfDay } from '../app/address.ts';
import type { AnalyticsFilter } from './analytics-filter.ts';

/** Days are written `YYYY-MM-DD`, in the zone that the figures are asked for. */
export interface Period {
  from: string;
  to: string;
  days: number;
}

/** The longest period that the API answers. Source: contract 40 section 1.3. */
const longest = 1096;
const usual = 30;
const dayMs = 86_400_000;

/** The period of a filter. An end without a start has 30 days, a start without an end lasts until today; longer ones lose their start. */
export function periodOf(filter: AnalyticsFilter, today: string): Period {
  if (!filter.from && !filter.to) return ending(today, filter.days ?? usual);
  const to = filter.to ?? (filter.from && filter.from > today ? filter.from : today);
  if (!filter.from) return ending(to, usual);
  const [first, last] = filter.from <= to ? [filter.from, to] : [to, filter.from];
  return ending(last, Math.min(longest, daysBetween(first, last) + 1));
}

/** The same number of days right before. */
export function periodBefore({ from, days }: Period): Period {
  return ending(addDays(from, -1), days);
}

export function daysOf({ from, days }: Period): string[] {
  return Array.from({ length: days }, (_, index) => addDays(from, index));
}

/** The day of a time in a zone. */
export function dayIn(zone: string, at: number): string {
  // By its parts: engines write the day of a locale in different ways, Safari that of `en-CA` as 3/2/2026.
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

function ending(to: string, days: number): Period {
  return { from: addDays(to, 1 - days), to, days };
}

function addDays(day: string, count: number): string {
  return new Date(timeOfDay(day) + count * dayMs).toISOString().slice(0, 10);
}

function daysBetween(from: string, to: string): number {
  return Math.round((timeOfDay(to) - timeOfDay(from)) / dayMs);
}
