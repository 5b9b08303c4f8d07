import { z } from 'zod';

import { isStorable, jsonBytes, jsonObject, maybe, text } from '../fields.ts';

/** Minutes since midnight; `start` belongs to the span, `end` (up to 1440) does not. */
export interface HoursSpan {
  start: number;
  end: number;
}

/** The hours of a week, as they are reckoned with. */
export interface WeekHours {
  /** IANA name of a time zone. */
  tzname: string;
  /** Seven days, Sunday first; each sorted, without overlap. */
  days: readonly (readonly HoursSpan[])[];
}

const maxTextBytes = 16_384;
const maxSpansPerDay = 12;

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time HH:mm');
const EndTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Must be a time HH:mm up to 24:00');

const Span = z
  .object({ start: Time, end: EndTime })
  .transform(({ start, end }): HoursSpan => ({ start: minutesOf(start), end: minutesOf(end) }))
  .refine(({ start, end }) => start < end, 'Must start before it ends');

const OneDay = maybe(z.array(Span));

/** Hours of one day as people write them. */
export type DayHours = readonly { start: string; end: string }[];

/** Hours of one day in a body, kept as sent. */
export const DayHours = z.array(z.object({ start: Time, end: EndTime })).superRefine((hours, context) => {
  const spans = spansOf(hours);
  const message = spans.some(({ start, end }) => start >= end) ? 'Must start before it ends' : faultOfDay(spans);
  if (message) context.addIssue({ code: 'custom', message });
});

/** In minutes, in their order. */
export function spansOf(hours: DayHours): HoursSpan[] {
  const spans = hours.map(({ start, end }) => ({ start: minutesOf(start), end: minutesOf(end) }));
  return spans.toSorted((one, other) => one.start - other.start);
}

/** Not an offset. */
export const TimeZoneName = z.string().refine(isTimeZone, 'Must be the IANA name of a time zone');

const Week = z
  .object({
    tzname: TimeZoneName,
    ...{ '0': OneDay, '1': OneDay, '2': OneDay, '3': OneDay, '4': OneDay, '5': OneDay, '6': OneDay, '7': OneDay },
  })
  .transform(({ tzname, ...week }): WeekHours => {
    const sunday = [...(week['0'] ?? []), ...(week['7'] ?? [])];
    const days = [sunday, week['1'], week['2'], week['3'], week['4'], week['5'], week['6']];
    return { tzname, days: days.map((spans = []) => spans.toSorted((one, other) => one.start - other.start)) };
  })
  .superRefine(({ days }, context) => {
    for (const [day, spans] of days.entries()) {
      const message = faultOfDay(spans);
      if (message) context.addIssue({ code: 'custom', path: [String(day)], message });
    }
  });

function faultOfDay(spans: readonly HoursSpan[]): string | undefined {
  if (spans.length > maxSpansPerDay) return `At most ${maxSpansPerDay} spans a day`;
  const overlap = spans.some(({ start }, n) => start < (spans[n - 1]?.end ?? 0));
  return overlap ? 'Spans must not overlap' : undefined;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Offsets such as `+01:00`, which are no names, know nothing of summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function firstMessage({ issues }: z.ZodError): string {
  const [issue] = issues;
  const place = issue?.path.join('.');
  return place ? `${place}: ${issue?.message}` : (issue?.message ?? 'Is not valid');
}

function parseHours(stored: string): z.ZodSafeParseResult<WeekHours> {
  try {
    return Week.safeParse(JSON.parse(stored));
  } catch {
    return Week.safeParse(undefined);
  }
}

/**
 * Reads operating hours as they are stored.
 * @returns nothing for text that is none: only an imported project can hold such
 */
export function readHours(stored: string): WeekHours | undefined {
  return parseHours(stored).data;
}

/**
 * Operating hours in a body: a JSON text, or the object itself. Parsed: the text, as sent; empty means none.
 * Source: contract 11 section 2.
 */
export const OperatingHours = z.union([z.string(), jsonObject(maxTextBytes, 5)]).transform((sent, context) => {
  const stored = typeof sent === 'string' ? sent : JSON.stringify(sent);
  if (stored === '') return stored;
  const fault = faultOf(stored);
  if (fault) context.addIssue({ code: 'custom', message: fault });
  return stored;
});

function faultOf(stored: string): string | undefined {
  if (!isStorable(stored)) return 'Must not contain U+0000 or lone surrogates';
  if (jsonBytes(stored) > maxTextBytes) return `At most ${maxTextBytes} bytes`;
  const { error } = parseHours(stored);
  return error && firstMessage(error);
}

const maxSlots = 50;
const TimeSlot = z.object({
  name: maybe(text(200)),
  active: z.boolean(),
  hours: OperatingHours.refine((hours) => hours !== '', 'Must not be empty'),
});

/** Named hours beside those of the project, by slot id. Source: contract 11 section 2. */
export const TimeSlots = jsonObject(196_608, 8)
  .refine((slots) => Object.keys(slots).length <= maxSlots, `At most ${maxSlots} slots`)
  .pipe(z.record(text(64, 1), TimeSlot));
