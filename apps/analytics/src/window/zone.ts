import type { CalendarDay } from '@parley/contracts';

export const dayMs = 86_400_000;
const quarterMs = 900_000;

/** A period with a constant UTC offset; all in ms. */
export interface OffsetPeriod {
  from: number;
  until: number;
  /** Offset ahead of UTC. */
  offset: number;
}

/** A time zone. */
export class Zone {
  readonly #format: Intl.DateTimeFormat;

  /** @param name an IANA name, or an offset like `+05:45` */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  offsetAt(at: number): number {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = offsetPattern.exec(this.#format.format(at)) ?? [];
    const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -ahead : ahead;
  }

  dayAt(at: number): CalendarDay {
    return Math.floor((at + this.offsetAt(at)) / dayMs);
  }

  /** The first instant of a day. A day that the zone skipped begins with the next one. */
  startOf(day: CalendarDay): number {
    const wall = day * dayMs;
    const before = wall - this.offsetAt(wall - dayMs);
    const after = wall - this.offsetAt(wall + dayMs);
    const fits = [before, after].filter((at) => at + this.offsetAt(at) === wall);
    return Math.min(...(fits.length > 0 ? fits : [before]));
  }

  /** Splits the time between two instants where the offset changes. */
  offsetPeriods(from: number, until: number): OffsetPeriod[] {
    const found: OffsetPeriod[] = [];
    let current: OffsetPeriod = { from, until, offset: this.offsetAt(from) };
    for (let at = from; at < until; at += dayMs) {
      const next = Math.min(at + dayMs, until);
      const offset = this.offsetAt(next);
      if (offset === current.offset) continue;
      const change = this.#changeBetween(at, next, offset);
      found.push({ ...current, until: change });
      current = { from: change, until, offset };
    }
    return [...found, current].filter((period) => period.from < period.until);
  }

  /** When the offset of `until` began. Offsets change at quarters of an hour. */
  #changeBetween(from: number, until: number, offset: number): number {
    let [before, after] = [Math.floor(from / quarterMs), Math.ceil(until / quarterMs)];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.offsetAt(middle * quarterMs) === offset) after = middle;
      else before = middle;
    }
    return after * quarterMs;
  }
}

const offsetPattern = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
