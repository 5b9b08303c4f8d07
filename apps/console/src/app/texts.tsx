import { useLingui } from '@lingui/react';
import { useMemo } from 'react';

import type { MessageId } from './language.ts';
import { localeOf } from './locale.ts';

export type Translate = (id: MessageId, values?: Record<string, string | number>) => string;

/** Texts of the console in the person's language. */
export function useTexts(): Translate {
  const { i18n } = useLingui();
  return useMemo(() => (id, values) => i18n._(id, values), [i18n]);
}

/** Numbers, dates and times in the person's language and the browser's zone. */
export function useFormats(): Formats {
  const { i18n } = useLingui();
  const known = made.get(i18n.locale) ?? formatsOf(localeOf(i18n.locale));
  made.set(i18n.locale, known);
  return known;
}

/** By language. They take half a millisecond to make, and each row of a list has them. */
const made = new Map<string, Formats>();
type Formats = ReturnType<typeof formatsOf>;

function formatsOf(locale: string) {
  const number = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const year = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
  const dayWords = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const unit = (name: 'second' | 'minute' | 'hour') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' });
  return {
    number: (value: number) => number.format(value),
    /** "50 MB". */
    bytes: (value: number) => megabytes.format(value / 1_048_576),
    /** @param code ISO 3166-1 alpha-2 */
    country: (code: string) => countries.of(code),
    time: (at: number) => time.format(at),
    full: (at: number) => full.format(at),
    /** "5 Mar 2026". */
    date: (at: number) => year.format(at),
    /** "45 sec", "3 min", "2 hr": of the largest unit that fits. */
    duration: (seconds: number) => {
      if (seconds < 60) return unit('second').format(seconds);
      if (seconds < 3_600) return unit('minute').format(Math.ceil(seconds / 60));
      return unit('hour').format(Math.ceil(seconds / 3_600));
    },
    /** "Today", "Yesterday", else the day. */
    day: (at: number, now: number) => {
      const days = Math.round((startOfDay(at) - startOfDay(now)) / 86_400_000);
      return days >= -1 && days <= 0 ? capitalised(dayWords.format(days, 'day')) : day.format(at);
    },
    /** Short, for lists: "now", "2 min", "3 h", "5 Mar". */
    ago: (at: number, now: number) => {
      const minutes = Math.floor((now - at) / 60_000);
      if (minutes < 1) return relative.format(0, 'second');
      if (minutes < 60) return relative.format(-minutes, 'minute');
      if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), 'hour');
      return new Date(at).getFullYear() === new Date(now).getFullYear() ? shortDay.format(at) : year.format(at);
    },
  };
}

/** Start of the day of a time in the browser's zone. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
