/** A part of a day; `start` belongs to it, `end` does not. Times are `HH:mm`, `end` up to `24:00`. */
export interface Span {
  start: string;
  end: string;
}

/** Operating hours as the week grid shows them. */
export interface Week {
  /** IANA name of a time zone. */
  zone: string;
  /** Seven days, Sunday first; spans by time. */
  days: readonly (readonly Span[])[];
  /** Members of the text that are no hours, to be written back as they are. */
  rest: Readonly<Record<string, unknown>>;
}

/** Source: contract 11 section 2. */
export const maxSpans = 12;

export const emptyDays: Week['days'] = [[], [], [], [], [], [], []];

/**
 * Reads the stored text. Sunday may stand under `0` and `7`; both are one day.
 * @returns undefined where there are no hours; also for text that holds none, as an imported project may have
 */
export function weekOf(stored: string | undefined): Week | undefined {
  const parsed = parsedObject(stored);
  if (!parsed || typeof parsed.tzname !== 'string') return undefined;
  const { tzname, ...members } = parsed;
  const rest = Object.fromEntries(Object.entries(members).filter(([name]) => !/^[0-7]$/.test(name)));
  const [sunday, ...others] = emptyDays.map((_, day) => spansIn(members[String(day)]));
  const late = spansIn(members['7']);
  const days = [sunday && late && [...sunday, ...late], ...others];
  if (!days.every((spans) => spans !== undefined)) return undefined;
  return { zone: tzname, days: days.map(byStart), rest };
}

/** @returns undefined for what is no list of spans */
function spansIn(value: unknown): Span[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((span) => typeof span?.start === 'string' && typeof span.end === 'string'))
    return undefined;
  return value.map(({ start, end }: Span) => ({ start, end }));
}

/** The text to store. Days without spans are left out: they are closed. */
export function textOf({ zone, days, rest }: Week): string {
  const open = days.flatMap((spans, day) => (spans.length > 0 ? [[String(day), byStart(spans)]] : []));
  return JSON.stringify({ ...rest, tzname: zone, ...Object.fromEntries(open) });
}

export type DayFault = 'incomplete' | 'backwards' | 'overlap';

/** What the API would refuse of a day. */
export function faultOf(spans: readonly Span[]): DayFault | undefined {
  if (spans.some(({ start, end }) => !start || !end)) return 'incomplete';
  if (spans.some(({ start, end }) => start >= end)) return 'backwards';
  const sorted = byStart(spans);
  return sorted.some(({ start }, n) => start < (sorted[n - 1]?.end ?? '')) ? 'overlap' : undefined;
}

/** The end of a span as the browser’s time field shows it, which knows no 24:00. */
export const shownEnd = (end: string): string => (end === '24:00' ? '00:00' : end);

/** The end of a span from the browser’s time field: midnight is the end of the day. */
export const endOf = (shown: string): string => (shown === '00:00' ? '24:00' : shown);

/** One more span of a day: after the last one, or office hours. */
export function withSpan(spans: readonly Span[]): readonly Span[] {
  const last = byStart(spans).at(-1);
  if (!last) return [{ start: '09:00', end: '18:00' }];
  return last.end >= '23:00' ? [...spans, { start: '', end: '' }] : [...spans, { start: last.end, end: '24:00' }];
}

function byStart(spans: readonly Span[]): Span[] {
  return spans.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

function parsedObject(stored: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(stored ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
