const dayMs = 86_400_000;
/** More than a computation looks at. */
const maxDays = 20_000;
const maxZones = 100;
const zones = new Map<string, TimeZone>();

/** The wall clock of one time zone, by the rules that come with Node (ICU). All times are ms since the epoch. */
export class TimeZone {
  readonly #format: Intl.DateTimeFormat;
  /** Offsets at the beginnings of days (UTC): ICU takes microseconds for each, and due times are years of days away. */
  readonly #days = new Map<number, number>();

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

  /**
   * The interval of constant offset that begins at a time, at most a day: its end and its offset. It ends early where
   * clocks change.
   */
  stretchFrom(time: number): { until: number; offset: number } {
    const offset = this.offsetAt(time);
    const until = time + dayMs;
    return { until: this.offsetAt(until) === offset ? until : this.#changeBetween(time, until, offset), offset };
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
