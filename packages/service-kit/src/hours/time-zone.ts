const dayMs = 86_400_000;
/** More than a computation looks at. */
const maxDays = 20_000;
const maxZones = 100;
/** Beyond it a stretch is not looked at. */
const stretchDays = 400;
const zones = new Map<string, TimeZone>();

/** The wall clock of one time zone, by the rules that come with Node (ICU). All times are ms since the epoch. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;
  /** Offsets at the beginnings of days (UTC): ICU takes microseconds for each, and due times are years of days away. */
  readonly #days = new Map<number, number>();

  /** Up to which day the offset at the beginning of a day stays. */
  readonly #stays = new Map<number, number>();
  /** The first change of the offset on a day. */
  readonly #changes = new Map<number, number>();

  /** @throws RangeError for an unknown name */
  static of(tzname: string): TimeZone {
    const known = zones.get(tzname);
    if (known) return known;
    if (zones.size >= maxZones) zones.clear();
    const zone = new TimeZone(tzname);
    zones.set(tzname, zone);
    return zone;
  }

  private constructor(tzname: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: tzname,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  }

  /** Added to a time, it gives the wall clock read as if it were UTC. */
  offsetAt(time: number): number {
    const day = Math.floor(time / dayMs);
    const offset = this.#offsetOf(day);
    return offset === this.#offsetOf(day + 1) ? offset : this.#compute(time);
  }

  #offsetOf(day: number): number {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    if (this.#days.size >= maxDays) this.#days.clear();
    const offset = this.#compute(day * dayMs);
    this.#days.set(day, offset);
    return offset;
  }

  #compute(time: number): number {
    const parts = new Map(this.#format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const wall = Date.UTC(
      ...([part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')] as const),
    );
    return wall - Math.floor(time / 1000) * 1000;
  }

  /** An interval of constant offset that begins at a time: its end and its offset. It ends where clocks change, or at the beginning of a day (UTC). */
  stretchFrom(time: number): { until: number; offset: number } {
    const offset = this.offsetAt(time);
    const next = Math.floor(time / dayMs) + 1;
    if (this.#offsetOf(next) === offset) return { until: this.#lastOf(next) * dayMs, offset };
    // As a rule it changes once on that day, wherever on it this begins.
    const isFirst = offset === this.#offsetOf(next - 1);
    return {
      until: isFirst ? this.#changeOn(next - 1, offset) : this.#changeBetween(time, next * dayMs, offset),
      offset,
    };
  }

  #changeOn(day: number, offset: number): number {
    const known = this.#changes.get(day);
    if (known !== undefined) return known;
    if (this.#changes.size >= maxDays) this.#changes.clear();
    const change = this.#changeBetween(day * dayMs, (day + 1) * dayMs, offset);
    this.#changes.set(day, change);
    return change;
  }

  #lastOf(day: number): number {
    const known = this.#stays.get(day);
    if (known !== undefined) return known;
    if (this.#stays.size >= maxDays) this.#stays.clear();
    const offset = this.#offsetOf(day);
    let last = day;
    while (last < day + stretchDays && this.#offsetOf(last + 1) === offset) last += 1;
    this.#stays.set(day, last);
    return last;
  }

  /** The first ms with a different offset. */
  #changeBetween(before: number, after: number, offset: number): number {
    let [same, other] = [before, after];
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (this.offsetAt(middle) === offset) same = middle;
      else other = middle;
    }
    return other;
  }
}
