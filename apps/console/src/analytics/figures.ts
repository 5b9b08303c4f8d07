import type { AnalyticsFilter } from './analytics-filter.ts';
import { daysOf, type Period } from './period.ts';

/** What a figure measures: how many, milliseconds, or points of a rating. */
export type Unit = 'count' | 'duration' | 'points';

/** A figure that there is nothing to make of is null: not 0. */
export type Value = number | null;

/** One figure over time. */
export interface Series {
  title: string;
  /** One for each day of the period. */
  values: readonly Value[];
}

interface GridRow {
  key: string;
  name: string;
  /** The name in files, where it differs from that on the screen. */
  fileName?: string;
  values: readonly Value[];
}

/** The figures of one chart: what the chart draws, the table shows, and the CSV holds. */
export interface Grid {
  /** Over the names of the rows. */
  corner: string;
  columns: readonly string[];
  rows: readonly GridRow[];
  unit: Unit;
  /** Those of the columns, where they differ. */
  units?: readonly Unit[];
}

export function unitOf({ unit, units }: Grid, column: number): Unit {
  return units?.[column] ?? unit;
}

/** What a group of figures can be filtered by. Source: contract 40 sections 1.3 and 2.3. */
export type Scope = 'conversations' | 'messages' | 'messageTotals' | 'unfiltered';

const parameterOf: Record<Scope, { [Name in 'department' | 'channel' | 'person']?: string }> = {
  conversations: { department: 'department_id', channel: 'channel', person: 'participant' },
  messages: { channel: 'channel', person: 'sender' },
  messageTotals: { person: 'sender' },
  unfiltered: {},
};
const filterNames = ['department', 'channel', 'person'] as const;
export type FilterName = (typeof filterNames)[number];

/** Parameters with which the API is asked for figures of the scope: whole days of the zone, and the filters it knows. */
export function figureParameters(filter: AnalyticsFilter, { from, to }: Period, tz: string, scope: Scope) {
  const filters = filterNames.flatMap((name) => {
    const parameter = parameterOf[scope][name];
    return parameter && filter[name] ? [[parameter, filter[name]] as const] : [];
  });
  return { tz, start_date: from, end_date: to, ...Object.fromEntries(filters) };
}

/** Filters that are set and that figures of the scope do not know. */
export function ignoredFilters(filter: AnalyticsFilter, scope: Scope): FilterName[] {
  return filterNames.filter((name) => filter[name] !== undefined && !parameterOf[scope][name]);
}

/** Rows of days in the order of the period; days that the API has no row for have no value. */
export function valuesByDay<Row extends { date: string }>(
  period: Period,
  rows: readonly Row[],
  read: (row: Row) => Value,
): Value[] {
  const found = new Map(rows.map((row) => [row.date, read(row)]));
  return daysOf(period).map((day) => found.get(day) ?? null);
}

/** Series over days as a grid: one row a day. */
export function gridOfDays(
  days: readonly string[],
  series: readonly Series[],
  { unit, corner, nameOf }: { unit: Unit; corner: string; nameOf: (day: string) => string },
): Grid {
  return {
    corner,
    unit,
    columns: series.map(({ title }) => title),
    rows: days.map((day, index) => ({
      key: day,
      name: nameOf(day),
      fileName: day,
      values: series.map(({ values }) => values[index] ?? null),
    })),
  };
}

/** The series that a grid of days holds. */
export function seriesOf({ columns, rows }: Grid): Series[] {
  return columns.map((title, index) => ({ title, values: rows.map(({ values }) => values[index] ?? null) }));
}

/** Weekdays in rows, from Monday on, and hours in columns. */
export function gridOfWeek(
  counts: readonly { _id: { hour: number; weekday: number }; count: number }[],
  { corner, weekday, hour }: { corner: string; weekday: (day: number) => string; hour: (hour: number) => string },
): Grid {
  const found = new Map(counts.map(({ _id, count }) => [_id.weekday * 24 + _id.hour, count]));
  const hours = Array.from({ length: 24 }, (_, index) => index);
  return {
    corner,
    unit: 'count',
    columns: hours.map(hour),
    rows: [2, 3, 4, 5, 6, 7, 1].map((day) => ({
      key: String(day),
      name: weekday(day),
      values: hours.map((one) => found.get(day * 24 + one) ?? null),
    })),
  };
}

/** How a figure has changed, in parts of the one before; nothing where there is none to compare with. */
export function changeOf(now: Value, before: Value): number | undefined {
  return now === null || before === null || before === 0 ? undefined : (now - before) / before;
}

/** How many of the days that have a value keep to a target. */
export function daysWithin(
  values: readonly Value[],
  isWithin: (value: number) => boolean,
): { met: number; days: number } {
  const known = values.filter((value) => value !== null);
  return { met: known.filter(isWithin).length, days: known.length };
}

/** Values as at most so many: counts of neighbours add up, other figures are averaged; none of no values. */
export function condensed(values: readonly Value[], most: number, unit: Unit): Value[] {
  const size = Math.ceil(values.length / most);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) => {
    const known = values.slice(index * size, (index + 1) * size).filter((value) => value !== null);
    if (known.length === 0) return null;
    const sum = known.reduce((one, other) => one + other, 0);
    return unit === 'count' ? sum : sum / known.length;
  });
}

/** Series that add up to a whole, the whole first: what a stacked bar is drawn from. A day without any value has none. */
export function stacked(series: readonly Series[]): Value[][] {
  const days = series[0]?.values.length ?? 0;
  return series
    .map((_, top) =>
      Array.from({ length: days }, (__, day) => {
        const parts = series.slice(0, top + 1).map(({ values }) => values[day] ?? null);
        return parts.every((part) => part === null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
      }),
    )
    .reverse();
}

/** The hour of the week with the most conversations; the first of equals. */
export function busiestOf(
  counts: readonly { _id: { hour: number; weekday: number }; count: number }[],
): { hour: number; weekday: number } | undefined {
  const [first, ...others] = counts;
  return first && others.reduce((most, one) => (one.count > most.count ? one : most), first)._id;
}

/** A grid as CSV: `;`, CRLF, quoted where needed. A cell that a spreadsheet would calculate gets a leading `'`. */
export function csvOf({ corner, columns, rows }: Grid): string {
  const lines = [
    [corner, ...columns],
    ...rows.map(({ name, fileName = name, values }) => [fileName, ...values.map((value) => value ?? '')]),
  ];
  return lines.map((line) => `${line.map(cell).join(';')}\r\n`).join('');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^['=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
