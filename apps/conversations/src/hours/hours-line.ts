import { readHours } from '@parley/contracts';
import { type Calendar, calendarWith, type StoredHoliday } from '@parley/service-kit/hours';

/** The hours of a project as they are stored with a version. */
export interface StoredHours {
  /** Text of the project's hours, if they are switched on. */
  project: string | null;
  /** Texts of the hours of active time slots, by id. */
  slots: Record<string, string>;
  /** In the order of their creation. */
  holidays: StoredHoliday[];
}

export interface HoursVersion {
  /** In ms since the epoch; the first one is valid for all time before, too. */
  since: number;
  hours: StoredHours;
}

/** Open time by the hours that were valid at each instant. Source: contract 25 section 4. */
export class HoursLine {
  /** Oldest first; `null`: always open. */
  readonly #versions: readonly { since: number; calendar: Calendar | null }[];

  constructor(versions: readonly { since: number; calendar: Calendar | null }[]) {
    this.#versions = versions;
  }

  isOpen(at: number): boolean {
    return this.openMs(at, at + 1) > 0;
  }

  openMs(from: number, to: number): number {
    return this.#stretches(from, to).reduce(
      (sum, { calendar, ...stretch }) =>
        sum + (calendar ? calendar.openMs(stretch.from, stretch.to) : stretch.to - stretch.from),
      0,
    );
  }

  /** When so much open time has passed. @returns `undefined`: a year without open time comes before, or it is more than ten years away */
  after(from: number, ms: number): number | undefined {
    if (ms <= 0) return from;
    let left = ms;
    for (const { calendar, ...stretch } of this.#stretches(from, Number.POSITIVE_INFINITY)) {
      const due = calendar ? calendar.after(stretch.from, left, stretch.to) : stretch.from + left;
      if (due !== undefined && due <= stretch.to) return due;
      if (stretch.to === Number.POSITIVE_INFINITY) return undefined;
      left -= calendar ? calendar.openMs(stretch.from, stretch.to) : stretch.to - stretch.from;
    }
    return undefined;
  }

  /** Open and closed spans between two instants, in order. */
  *spans(from: number, to: number): Generator<{ from: number; to: number; why: 'open' | 'closed' | 'holiday' }> {
    for (const { calendar, ...stretch } of this.#stretches(from, to)) {
      if (calendar) yield* calendar.spans(stretch.from, stretch.to);
      else yield { ...stretch, why: 'open' };
    }
  }

  #stretches(from: number, to: number): { from: number; to: number; calendar: Calendar | null }[] {
    return this.#versions.flatMap(({ calendar }, place) => {
      const begin = place === 0 ? from : Math.max(from, this.#versions[place]?.since ?? from);
      const end = Math.min(to, this.#versions[place + 1]?.since ?? Number.POSITIVE_INFINITY);
      return begin < end ? [{ from: begin, to: end, calendar }] : [];
    });
  }
}

const always = new HoursLine([{ since: 0, calendar: null }]);

/** The lines of a project, by what policies call them: `always`, `project`, or the id of a time slot. */
export class HoursLines {
  readonly #versions: readonly HoursVersion[];
  readonly #lines = new Map<string, HoursLine>([['always', always]]);

  /** @param versions oldest first */
  constructor(versions: readonly HoursVersion[]) {
    this.#versions = versions;
  }

  /** A slot that is gone is always open. */
  of(key: string): HoursLine {
    const known = this.#lines.get(key);
    if (known) return known;
    const line = new HoursLine(this.#versions.map(({ since, hours }) => ({ since, calendar: calendarOf(hours, key) })));
    this.#lines.set(key, line);
    return line;
  }
}

export function calendarOf({ project, slots, holidays }: StoredHours, key: string): Calendar | null {
  const text = key === 'project' ? project : Object.hasOwn(slots, key) ? slots[key] : undefined;
  const week = text ? readHours(text) : undefined;
  return week ? calendarWith(week, holidays, key) : null;
}
