import { z } from 'zod';

import { isRecordId, isStorable } from '../fields.ts';

/** A day of the calendar, as a number: days since 1 January 1970. */
export type CalendarDay = number;

const maxWindowDays = 1096;
const maxLastSeconds = 31_622_400;
const dayMs = 86_400_000;

const One = z.string().max(500).refine(isStorable, 'Must not contain U+0000 or lone surrogates');

/**
 * A parameter that `read` makes something of; an empty one counts as absent [client].
 * @param written what the reference says of it
 */
function parameter<Value>(
  read: (text: string) => Value | undefined,
  message: string,
  written: Record<string, unknown> = {},
) {
  return One.meta(written)
    .transform((text, context) => {
      const value = text === '' ? undefined : read(text);
      if (text !== '' && value === undefined) context.addIssue({ code: 'custom', message });
      return value;
    })
    .optional();
}

function whole(min: number, max: number) {
  const isWithin = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return parameter(
    (text) => (isWithin(text) ? Number(text) : undefined),
    `Must be a whole number between ${min} and ${max}`,
    { type: 'integer', minimum: min, maximum: max, maxLength: undefined },
  );
}

/** `DD/MM/YYYY` or `YYYY-MM-DD`; nothing when it is no date of the calendar. */
export function readCalendarDay(text: string): CalendarDay | undefined {
  const parts = /^(?:(\d{2})\/(\d{2})\/(\d{4})|(\d{4})-(\d{2})-(\d{2}))$/.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [parts[3] ?? parts[4], parts[2] ?? parts[5], parts[1] ?? parts[6]].map(Number);
  if (year === undefined || month === undefined || day === undefined || year < 1900) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / dayMs : undefined;
}

/** An IANA name, or `±HH:MM` in quarters of an hour; a plus sign that was not escaped arrives as a blank. */
function readZone(text: string): string | undefined {
  const offset = /^([+ -])(\d{2}):(\d{2})$/.exec(text);
  if (offset) {
    const [hours, minutes] = [Number(offset[2]), Number(offset[3])];
    const isOffset = hours * 60 + minutes <= 14 * 60 && minutes % 15 === 0 && minutes < 60;
    return isOffset ? text.replace(' ', '+') : undefined;
  }
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) ? text : undefined;
  } catch {
    return undefined;
  }
}

const Zone = parameter(readZone, 'Must be an IANA time zone, or an offset like +05:45');
const Day = parameter(readCalendarDay, 'Must be a date: DD/MM/YYYY or YYYY-MM-DD', {
  pattern: String.raw`^(?:\d{2}/\d{2}/\d{4}|\d{4}-\d{2}-\d{2})$`,
});

/** Which days are meant, and whose clock decides. Source: contract 40 section 1.3. */
export const windowQuery = {
  tz: Zone,
  timezone: Zone,
  start_date: Day,
  end_date: Day,
};

/** Any text: an unknown one finds nothing. */
const Text = parameter((text) => text, '');

/** What most paths take besides. */
const shape = {
  ...windowQuery,
  lastdays: whole(1, maxWindowDays),
  direction: parameter(
    (text) => (text.trim() === '1' ? (1 as const) : text.trim() === '-1' ? (-1 as const) : undefined),
    'Must be 1 or -1',
    { type: 'integer', enum: [1, -1], maxLength: undefined },
  ),
  fill: parameter((text) => (text.trim() === 'zero' ? ('zero' as const) : undefined), 'Must be zero', {
    enum: ['zero'],
  }),
  format: parameter((text) => (text.trim() === 'csv' ? ('csv' as const) : undefined), 'Must be csv', {
    enum: ['csv'],
  }),
};

const filters = {
  department_id: parameter(
    (text) => (isRecordId(text) ? text : undefined),
    'Must be an id of 24 hexadecimal characters',
    { pattern: '^[0-9a-f]{24}$' },
  ),
  participant: Text,
  channel: Text,
};

export const FiguresQuery = z.object(shape);
/** Of figures that are no rows. */
export const TagFiguresQuery = FiguresQuery.omit({ format: true });
export type FiguresQuery = z.output<typeof FiguresQuery>;

/** Of every path of conversations. */
export const ConversationFiguresQuery = z.object({ ...shape, ...filters });
export type ConversationFiguresQuery = z.output<typeof ConversationFiguresQuery>;

/** `last`: seconds up to now. */
export const WaitingTimeQuery = ConversationFiguresQuery.extend({ last: whole(1, maxLastSeconds) });

/** `recipient`: a `request_id`. */
export const MessageCountQuery = FiguresQuery.extend({
  sender: Text,
  recipient: Text,
});
export const MessageFiguresQuery = MessageCountQuery.extend({ channel: Text });
export type MessageFiguresQuery = z.output<typeof MessageFiguresQuery>;
export const SenderFiguresQuery = MessageFiguresQuery.extend({ limit: whole(1, 1_000_000) });

export const CustomEventFiguresQuery = FiguresQuery.extend({ name: Text });

/** What reports group by. */
const commonGroups = ['policy', 'priority', 'department', 'agent', 'channel', 'tag', 'day'] as const;
const slaGroups = [...commonGroups, 'metric'] as const;
const satisfactionGroups = [...commonGroups, 'survey'] as const;
export type ReportGroup = (typeof slaGroups)[number] | (typeof satisfactionGroups)[number];

const groupOf = <Group extends ReportGroup>(groups: readonly Group[]) =>
  parameter((text) => groups.find((group) => group === text.trim()), `Must be one of ${groups.join(', ')}`, {
    enum: [...groups],
  });

export const SlaReportQuery = ConversationFiguresQuery.omit({ fill: true }).extend({ group: groupOf(slaGroups) });
export const SatisfactionReportQuery = ConversationFiguresQuery.omit({ fill: true }).extend({
  group: groupOf(satisfactionGroups),
});
