import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

import { timeOfDay } from '../app/address.ts';
import { localeOf } from '../app/locale.ts';
import type { Unit, Value } from './figures.ts';

export type FigureFormats = ReturnType<typeof figureFormats>;

/** Figures, days and weekdays in the language of the page. */
export function useFigureFormats(): FigureFormats {
  const { i18n } = useLingui();
  return useMemo(() => figureFormats(localeOf(i18n.locale)), [i18n.locale]);
}

export function figureFormats(locale: string) {
  const number = new Intl.NumberFormat(locale);
  const points = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const signed = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const fullDay = new Intl.DateTimeFormat(locale, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    timeZone: 'UTC',
  });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const hourOfDay = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  return {
    /** A figure; a dash where there is none. */
    figure: (unit: Unit, value: Value): string => {
      if (value === null) return '–';
      if (unit === 'duration') return duration(locale, value);
      return unit === 'points' ? points.format(value) : number.format(value);
    },
    percent: (part: number) => percent.format(part),
    change: (part: number) => signed.format(part),
    /** Short, for axes. */
    day: (iso: string) => day.format(timeOfDay(iso)),
    fullDay: (iso: string) => fullDay.format(timeOfDay(iso)),
    /** 1 is Sunday, 7 Saturday. */
    weekday: (number: number) => weekday.format(timeOfDay('2026-03-01') + (number - 1) * 86_400_000),
    /** Of the day, in the way of the language: 9 AM, 09 Uhr. */
    hour: (hour: number) => hourOfDay.format(hour * 3_600_000),
    clock: (at: number) => clock.format(at),
  };
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Milliseconds in the two largest units that they reach: "2 hr 5 min". */
function duration(locale: string, ms: number): string {
  const seconds = Math.round(ms / 1000);
  const at = Math.max(
    0,
    units.findIndex(([, size]) => seconds >= size),
  );
  const largest = seconds === 0 ? units.length - 1 : at;
  let left = seconds;
  const parts = units.slice(largest, largest + 2).flatMap(([unit, size], index) => {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count === 0 && index > 0) return [];
    return [new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)];
  });
  return parts.join(' ');
}
