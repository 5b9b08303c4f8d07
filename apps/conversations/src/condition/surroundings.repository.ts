import type { Calendars } from '../hours/calendars.repository.ts';
import type { Conditions } from './evaluate.ts';
import type { SegmentCopies } from './segment-copies.repository.ts';
import { asksWhetherOpen, noSurroundings, type Surroundings } from './surroundings.ts';

/** Reads what conditions ask of a project. */
export class SurroundingsReader {
  readonly #calendars: Calendars;
  readonly #segments: SegmentCopies;

  constructor(calendars: Calendars, segments: SegmentCopies) {
    this.#calendars = calendars;
    this.#segments = segments;
  }

  /** As it is now. */
  async of(projectId: string, conditions: readonly Conditions[]): Promise<Surroundings> {
    const segments = await this.#segments.askedBy(projectId, conditions);
    if (!conditions.some(asksWhetherOpen)) return { ...noSurroundings, segments };
    const calendar = await this.#calendars.ofProject(projectId);
    return { isOpen: (at) => calendar?.stateAt(new Date(at)).open ?? true, segments };
  }
}
