import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { labelOf, nameOf } from '../rollup/label.ts';
import type { TallyFigures } from '../rollup/tally-figures.repository.ts';
import type { DayKey } from '../window/calendar.ts';
import { byDay } from '../window/cells.ts';
import type { DefaultWindow, WindowQuery } from '../window/window.ts';

export interface CustomEventQuestion extends WindowQuery {
  id_project: string;
  name?: string | undefined;
  fill?: string | undefined;
}

export interface CustomEventCount {
  key: DayKey;
  name: string;
  count: number;
}

/** Left out unless asked for by name: it fires on every key press. */
const excludedName = 'typing.start';

/** Reads the figures of custom events. */
export class CustomEventFigures {
  readonly #reader: FigureReader;
  readonly #tallies: TallyFigures;

  constructor(reader: FigureReader, tallies: TallyFigures) {
    this.#reader = reader;
    this.#tallies = tallies;
  }

  /** By day and name, in this order. @throws query_timeout, validation_failed */
  async counts(question: CustomEventQuestion, defaultWindow: DefaultWindow): Promise<CustomEventCount[]> {
    const { id_project, name, fill } = question;
    const { cells: days, plan } = this.#reader.divided(question, defaultWindow, byDay);
    const asked = { metric: 'events' as const, labels: name === undefined ? undefined : [labelOf(name)] };
    const rows = await this.#tallies.sumsByLabel(id_project, asked, plan);
    const shown = rows.filter(({ label }) => name !== undefined || label !== excludedName);
    const counts = new Map(shown.map(({ cell, label, total }) => [`${cell} ${label}`, total]));
    const labels = [
      ...new Set([...(name === undefined ? [] : [labelOf(name)]), ...shown.map(({ label }) => label)]),
    ].sort();
    return days.flatMap(({ key }, index) =>
      labels.flatMap((label) => {
        const count = counts.get(`${index + 1} ${label}`) ?? 0;
        return count > 0 || fill === 'zero' ? [{ key, name: nameOf(label), count }] : [];
      }),
    );
  }
}
