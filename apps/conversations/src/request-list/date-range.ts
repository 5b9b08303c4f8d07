import { type ListRequestsQuery, type LocalTime, parseLocalTime } from '@parley/contracts';

/** Half-open: from `from`, inclusive, to `before`, exclusive. */
export interface DateRange {
  from?: Date;
  before?: Date;
}

/** The date filter of a list, in the caller's zone. An end date includes its whole day, an end time its whole unit. */
export function dateRange(query: ListRequestsQuery): DateRange {
  const zone = query.timezone ?? 'UTC';
  const start = parseLocalTime(query.start_date ?? query.start_date_time ?? '');
  const end = parseLocalTime(query.end_date ?? query.end_date_time ?? '');
  return {
    ...(start && { from: instantOf(start, zone) }),
    ...(end && { before: instantOf(unitAfter(end), zone) }),
  };
}

function unitAfter(local: LocalTime): LocalTime {
  const { year, month, day, time } = local;
  if (!time) return fromParts(Date.UTC(year, month - 1, day + 1), false);

  const { hour, minute, second } = time;
  const next = second === undefined ? [minute + 1, 0] : [minute, second + 1];
  return fromParts(Date.UTC(year, month - 1, day, hour, next[0], next[1]), true);
}

function fromParts(at: number, timed: boolean): LocalTime {
  const date = new Date(at);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    ...(timed && {
      time: { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
    }),
  };
}

/**
 * The instant of a wall-clock time in a zone. A time skipped by daylight saving maps to the hour after it, a repeated one to its
 * first occurrence.
 */
export function instantOf(local: LocalTime, zone: string): Date {
  const { hour = 0, minute = 0, second = 0 } = local.time ?? {};
  const wall = Date.UTC(local.year, local.month - 1, local.day, hour, minute, second);
  // The offsets before and after any clock change near this time; the earlier instant is the first occurrence.
  const before = wall - offsetAt(wall - 86_400_000, zone);
  const after = wall - offsetAt(wall + 86_400_000, zone);
  const fits = [before, after].filter((at) => at + offsetAt(at, zone) === wall);
  return new Date(fits.length > 0 ? Math.min(...fits) : before);
}

/** Milliseconds by which the zone's wall clock is ahead of UTC at an instant. */
function offsetAt(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  );
  return wall - Math.floor(at / 1000) * 1000;
}
