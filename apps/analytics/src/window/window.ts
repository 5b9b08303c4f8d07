import { type CalendarDay, type FieldFault, validationFailed } from '@parley/contracts';

import { firstOfMonth, firstOfWeek } from './calendar.ts';
import { dayMs, Zone } from './zone.ts';

/** A requested window: from `from`, before `until`, in ms. */
export interface Window {
  from: number;
  until: number;
  zone: Zone;
  /** Ends now, instead of covering whole days. */
  isRolling: boolean;
}

/** The default window of an endpoint. */
export type DefaultWindow =
  | { kind: 'rolling'; ms: number }
  | { kind: 'days'; days: number }
  /** That many days, extended to the beginning of the first week or month. */
  | { kind: 'groups'; days: number; unit: 'week' | 'month' };

export interface WindowQuery {
  tz?: string | undefined;
  timezone?: string | undefined;
  start_date?: CalendarDay | undefined;
  end_date?: CalendarDay | undefined;
  lastdays?: number | undefined;
  last?: number | undefined;
}

const defaultDays = 30;
const firstDayOf = { week: firstOfWeek, month: firstOfMonth };
const maxDays = { rolling: 1096, days: 1096, groups: 3660 };

export const lastDay: DefaultWindow = { kind: 'rolling', ms: dayMs };
export const last4Hours: DefaultWindow = { kind: 'rolling', ms: dayMs / 6 };
export const last30Days: DefaultWindow = { kind: 'rolling', ms: defaultDays * dayMs };
export const last30WholeDays: DefaultWindow = { kind: 'days', days: defaultDays };
export const last7WholeDays: DefaultWindow = { kind: 'days', days: 7 };
export const last366Days = (unit: 'week' | 'month'): DefaultWindow => ({ kind: 'groups', days: 366, unit });

/** The location of the dates in the call, and the maximum span in days. */
interface Bounds {
  days: number;
  location: FieldFault['location'];
}

/** Source: contract 40 section 1.2. @throws validation_failed for invalid dates */
export function windowOf(
  query: WindowQuery,
  defaultWindow: DefaultWindow,
  now: number,
  bounds: Bounds = { days: maxDays[defaultWindow.kind], location: 'query' },
): Window {
  const zone = new Zone(query.tz ?? query.timezone ?? 'UTC');
  const days = (first: CalendarDay, last: CalendarDay): Window => ({
    from: zone.startOf(first),
    until: zone.startOf(last + 1),
    zone,
    isRolling: false,
  });
  const rolling = (ms: number): Window => ({ from: now - ms, until: now + 1, zone, isRolling: true });
  const today = zone.dayAt(now);

  const explicit = explicitDays(query, today);
  if (explicit) return days(...checked(explicit, bounds.days, bounds.location));
  if (query.lastdays !== undefined) return days(today - query.lastdays + 1, today);
  if (query.last !== undefined) return rolling(query.last * 1000);
  if (defaultWindow.kind === 'rolling') return rolling(defaultWindow.ms);
  const first = today - defaultWindow.days + 1;
  return days(defaultWindow.kind === 'groups' ? firstDayOf[defaultWindow.unit](first) : first, today);
}

/** The days of explicit dates; undefined without them. */
function explicitDays(
  { start_date, end_date }: WindowQuery,
  today: CalendarDay,
): [first: CalendarDay, last: CalendarDay] | undefined {
  if (start_date === undefined && end_date === undefined) return undefined;
  const last = end_date ?? today;
  return [start_date ?? last - defaultDays + 1, last];
}

/** @throws validation_failed */
export function checked(
  [first, last]: [first: CalendarDay, last: CalendarDay],
  limit: number,
  location: FieldFault['location'] = 'query',
): [CalendarDay, CalendarDay] {
  const refuse = (param: string, msg: string) => validationFailed([{ param, location, msg }]);
  if (last < first) throw refuse('end_date', 'Must not be before the first day');
  if (last - first >= limit) throw refuse('start_date', `At most ${limit} days`);
  return [first, last];
}
