/** Days are written `YYYY-MM-DD`, in the zone that the figures are asked for. */
export interface Period {
  from: string;
  to: string;
  days: number;
}

/** Filters of the figures; all of it stands in the address. Without a period: 30 days. */
export interface AnalyticsFilter {
  days?: 7 | 90;
  from?: string;
  to?: string;
  department?: string;
  channel?: string;
  /** User id, or `bot_<id>`. */
  person?: string;
}

/** The longest period that the API answers. Source: contract 40 section 1.3. */
const longest = 1096;
const usual = 30;
const dayMs = 86_400_000;

/** Reads the address; unknown and faulty parts are left out, the rest holds. */
export function readAnalyticsFilter(search: Record<string, unknown>): AnalyticsFilter {
  const days = [7, 90].find((known) => known === Number(search.days)) as 7 | 90 | undefined;
  const texts = (['department', 'channel', 'person'] as const).flatMap((name) => textEntry(search, name));
  const dates = (['from', 'to'] as const).flatMap((name) =>
    textEntry(search, name).filter(([, value]) => isDay(value)),
  );
  return { ...(days && dates.length === 0 && { days }), ...Object.fromEntries([...dates, ...texts]) };
}

export function textEntry<Name extends string>(search: Record<string, unknown>, name: Name): [Name, string][] {
  const value = search[name];
  const isWord = typeof value === 'string' || typeof value === 'number';
  return isWord && value !== '' ? [[name, String(value)]] : [];
}

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
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(at);
}

/** The zone of the browser, as the API takes it. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Midnight UTC of a day: for drawing and naming days, not for times. */
export function timeOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && new Date(timeOfDay(value)).toJSON()?.startsWith(value) === true;
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
