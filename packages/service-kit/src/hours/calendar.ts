import { type HolidayView, type HoursSpan, spansOf, type WeekHours } from '@parley/contracts';

import { TimeZone } from './time-zone.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Two weeks and a day: a span within an hour skipped by a clock change opens a week later. */
const stateHorizonMs = 15 * dayMs;
/** After so long without open time, nothing is expected to open again. */
const closedHorizonMs = 366 * dayMs;
/** Nothing is looked for any further, however little is open: a minute a week would be looked at for centuries. */
const horizonMs = 10 * closedHorizonMs;
/** Whose holidays a calendar keeps. */
const maxYears = 50;

/** Days on which other hours apply than those of the week. */
export interface Holiday {
  name: string;
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Each year, whatever the year of `from`. */
  yearly: boolean;
  /** Open then; empty: closed. */
  spans: readonly HoursSpan[];
}

/** A holiday, and the schedules whose days it is of. */
export interface StoredHoliday extends Holiday {
  /** `project`, and ids of time slots; empty: all. */
  applies: readonly string[];
}

/** A holiday as hours are reckoned with it. */
export function holidayOf({ name, from, to, yearly, spans, applies }: HolidayView): StoredHoliday {
  return { name, from, to, yearly, spans: spansOf(spans), applies };
}

/** The hours of a schedule with its holidays. @param schedule `project`, or the id of a time slot */
export function calendarWith(week: WeekHours, holidays: readonly StoredHoliday[], schedule: string): Calendar {
  return new Calendar(
    week,
    holidays.filter(({ applies }) => applies.length === 0 || applies.includes(schedule)),
  );
}

/** Whether hours are open at a time, and when that changes next. */
export interface OpenStateAt {
  open: boolean;
  /** Absent when it never does. */
  nextChangeAt?: Date;
}

/** Open time from an instant to another, both in ms since the epoch; the end is not part of it. */
interface Interval {
  from: number;
  to: number;
}

/** Time without a clock change. */
interface Stretch extends Interval {
  /** From UTC to the wall clock, in ms. */
  offset: number;
}

/**
 * The open hours of a place: a local wall-clock time is open if a span has it, start included, end excluded. So an hour that a clock change
 * skips is in no span, and one that occurs twice is open both times. Source: contract 11 section 2, contract 25 section 5.5.
 */
export class Calendar {
  readonly #zone: TimeZone;
  readonly #days: WeekHours['days'];
  readonly #holidays: readonly Holiday[];
  /** By year and start of the day on the wall clock. */
  readonly #years = new Map<number, ReadonlyMap<number, Holiday>>();
  /** From the first opening to the last closing of each day of the week, Sunday first, by the wall clock. */
  readonly #week: readonly (Interval & { openMs: number })[];

  /** @param holidays in the order of their creation: of those that share a day, the last one applies */
  constructor({ tzname, days }: WeekHours, holidays: readonly Holiday[] = []) {
    this.#zone = TimeZone.of(tzname);
    this.#days = days;
    this.#week = days.map(wholeOf);
    this.#holidays = holidays;
  }

  stateAt(at: Date): OpenStateAt {
    const now = at.getTime();
    const horizon = now + stateHorizonMs;
    let end: number | undefined;
    for (const { from, to } of this.#intervals(now, horizon)) {
      if (end === undefined && from > now) return { open: false, nextChangeAt: new Date(from) };
      if (end !== undefined && from > end) break;
      end = to;
    }
    if (end === undefined) return { open: false };
    return { open: true, ...(end < horizon && { nextChangeAt: new Date(end) }) };
  }

  /** The holiday of a day, closed or not. */
  holidayAt(at: number): Holiday | undefined {
    return this.#holidayOf(startOfDay(at + this.#zone.offsetAt(at)));
  }

  /** Open time between two instants, in ms. */
  openMs(from: number, to: number): number {
    let sum = 0;
    for (const interval of this.#intervals(from, to)) sum += interval.to - interval.from;
    return sum;
  }

  /**
   * The instant at which `ms` of open time have passed since `from`: at closing, if they end there.
   * @param limit nothing later is looked for
   * @returns `undefined` when nothing opens for a year before that, or it is more than ten years away
   */
  after(from: number, ms: number, limit = Number.POSITIVE_INFINITY): number | undefined {
    if (ms <= 0) return from;
    let left = ms;
    let seen = from;
    for (const stretch of this.#stretches(from, Math.min(limit, from + horizonMs))) {
      for (let day = firstDay(stretch); day < stretch.to + stretch.offset; day += dayMs) {
        const whole = this.#week[weekday(day)];
        // A year of open time is a thousand days: one without a holiday that is over before the end is taken as a whole.
        if (whole && !this.#holidayOf(day)) {
          if (whole.openMs === 0) continue;
          const [open, close] = [day + whole.from - stretch.offset, day + whole.to - stretch.offset];
          if (whole.openMs < left && open >= stretch.from && close <= stretch.to) {
            if (open - seen > closedHorizonMs) return undefined;
            seen = close;
            left -= whole.openMs;
            continue;
          }
        }
        for (const interval of this.#intervalsOf(stretch, day)) {
          if (interval.from - seen > closedHorizonMs) return undefined;
          seen = interval.to;
          const length = interval.to - interval.from;
          if (length >= left) return interval.from + left;
          left -= length;
        }
      }
    }
    return undefined;
  }

  /** When it opens the `nth` time after an instant. @returns `undefined` as `after` does */
  opening(after: number, nth: number): number | undefined {
    let count = 0;
    let end = after;
    for (const { from, to } of this.#intervals(after, after + horizonMs)) {
      if (from - end > closedHorizonMs) return undefined;
      if (from > end) {
        count += 1;
        if (count === nth) return from;
      }
      end = to;
    }
    return undefined;
  }

  /** Open and closed spans between two instants, in order; a closed one that begins on a holiday is of it. */
  *spans(from: number, to: number): Generator<Interval & { why: 'open' | 'closed' | 'holiday' }> {
    let seen = from;
    const closed = (until: number) =>
      ({ from: seen, to: until, why: this.holidayAt(seen) ? 'holiday' : 'closed' }) as const;
    for (const interval of this.#intervals(from, to)) {
      if (interval.from > seen) yield closed(interval.from);
      yield { ...interval, why: 'open' };
      seen = interval.to;
    }
    if (seen < to) yield closed(to);
  }

  *#intervals(from: number, to: number): Generator<Interval> {
    for (const stretch of this.#stretches(from, to))
      for (let day = firstDay(stretch); day < stretch.to + stretch.offset; day += dayMs)
        yield* this.#intervalsOf(stretch, day);
  }

  /** @param day its start on the wall clock, in ms as if it were UTC; here and below */
  *#intervalsOf({ from, to, offset }: Stretch, day: number): Generator<Interval> {
    for (const span of this.#spansOf(day)) {
      const open = Math.max(from, day + span.start * minuteMs - offset);
      const close = Math.min(to, day + span.end * minuteMs - offset);
      if (open < close) yield { from: open, to: close };
    }
  }

  *#stretches(from: number, to: number): Generator<Stretch> {
    for (let begin = from; begin < to; ) {
      const { until, offset } = this.#zone.stretchFrom(begin);
      yield { from: begin, to: Math.min(until, to), offset };
      begin = until;
    }
  }

  #spansOf(day: number): readonly HoursSpan[] {
    return this.#holidayOf(day)?.spans ?? this.#days[weekday(day)] ?? [];
  }

  #holidayOf(day: number): Holiday | undefined {
    if (this.#holidays.length === 0) return undefined;
    const year = new Date(day).getUTCFullYear();
    const known = this.#years.get(year);
    if (known) return known.get(day);
    if (this.#years.size >= maxYears) this.#years.clear();
    const days = holidaysIn(year, this.#holidays);
    this.#years.set(year, days);
    return days.get(day);
  }
}

function holidaysIn(year: number, holidays: readonly Holiday[]): ReadonlyMap<number, Holiday> {
  const days = new Map<number, Holiday>();
  for (const holiday of holidays) {
    const [first, last] = [new Date(holiday.from), new Date(holiday.to)];
    const begin = (of: number) => Date.UTC(of, first.getUTCMonth(), first.getUTCDate());
    // One that goes over the end of a year began in the year before.
    const begins = holiday.yearly ? [begin(year - 1), begin(year)] : [first.getTime()];
    for (const start of begins) {
      const end = Math.min(start + last.getTime() - first.getTime(), Date.UTC(year, 11, 31));
      for (let day = Math.max(start, Date.UTC(year)); day <= end; day += dayMs) days.set(day, holiday);
    }
  }
  return days;
}

const firstDay = ({ from, offset }: Stretch): number => startOfDay(from + offset);

/** The epoch was a Thursday. */
const weekday = (day: number): number => (((day / dayMs + 4) % 7) + 7) % 7;

function wholeOf(spans: readonly HoursSpan[]): Interval & { openMs: number } {
  return {
    from: (spans[0]?.start ?? 0) * minuteMs,
    to: (spans.at(-1)?.end ?? 0) * minuteMs,
    openMs: spans.reduce((sum, { start, end }) => sum + end - start, 0) * minuteMs,
  };
}

function startOfDay(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}
