import type { Roster } from '../access/visibility.ts';
import type { Place } from './cursor.ts';
import type { FeedRepository } from './feed.repository.ts';
import type { FeedRow } from './feed-row.ts';
import { type Reach, together } from './reach.ts';
import type { PlacedTelling } from './telling.ts';
import { tellingsOf } from './tellings-of.ts';

/** A part of one project's feed and what it tells, looked up once for all who read it. */
export interface Stretch {
  rows: readonly FeedRow[];
  /** Where it ends, when more may follow. */
  last: Place | undefined;
  /** @param people whether teammates are wanted, too */
  tellingsOf(row: FeedRow, people: boolean): Promise<PlacedTelling[]>;
  roster(): Promise<Roster>;
}

/** A part of the feed that somebody asks for. */
interface Asked {
  after: Place;
  upTo: number;
  reach: Reach;
}

interface Reader extends Asked {
  read(stretch: Stretch): void;
  failed(error: unknown): void;
}

const rowsAtOnce = 500;

/**
 * Reads what has been told, for those who go on from a cursor. They come in crowds, whenever a replica is lost: of one project
 * one stretch is read at a time, for everybody who waits for a part of it, and none is kept.
 */
export class FeedReader {
  readonly #repository: FeedRepository;
  readonly #waiting = new Map<string, Reader[]>();

  constructor(repository: FeedRepository) {
    this.#repository = repository;
  }

  /** Has what follows a place within a reach, and perhaps more on all sides; read after the call, so that no right in it is older. */
  next(projectId: string, asked: Asked): Promise<Stretch> {
    const { promise, resolve: read, reject: failed } = Promise.withResolvers<Stretch>();
    const reader = { ...asked, read, failed };
    const waiting = this.#waiting.get(projectId);
    if (waiting) waiting.push(reader);
    else void this.#walk(projectId, [reader]);
    return promise;
  }

  /** Forward from reader to reader, then again from the first: whoever is far behind holds up nobody by more than a stretch. */
  async #walk(projectId: string, waiting: Reader[]): Promise<void> {
    this.#waiting.set(projectId, waiting);
    for (let place = 0; waiting.length > 0; ) {
      // Whoever comes from now on is not served by this reading: it may be older than a right that he has lost.
      const asked = waiting.splice(0);
      const { after } = asked.reduce((one, other) => (isMetFirst(other, one, place) ? other : one));
      const upTo = asked.reduce((most, reader) => Math.max(most, reader.upTo), 0);
      const reach = together(asked.map((reader) => reader.reach));
      try {
        const stretch = await this.#read(projectId, { after, upTo, reach });
        place = stretch.last?.seq ?? Number.POSITIVE_INFINITY;
        for (const reader of asked) {
          if (reader.after.seq >= after.seq && reader.after.seq < place) reader.read(stretch);
          else waiting.push(reader);
        }
      } catch (error) {
        for (const { failed } of asked) failed(error);
      }
    }
    this.#waiting.delete(projectId);
  }

  async #read(projectId: string, asked: Asked): Promise<Stretch> {
    const { rows, last } = await this.#repository.page(projectId, { ...asked, limit: rowsAtOnce });
    const told = {
      people: new Map<FeedRow, Promise<PlacedTelling[]>>(),
      others: new Map<FeedRow, Promise<PlacedTelling[]>>(),
    };
    const [rosterOf, find] = [this.#repository.rosters(), this.#repository.finder(rows)];
    const tell = async (row: FeedRow, people: boolean) => {
      const found = await find(row, people);
      return tellingsOf(found ? { ...row, found } : row);
    };
    return {
      rows,
      last,
      tellingsOf: (row, people) => {
        const known = people ? told.people : told.others;
        const tellings = known.get(row) ?? tell(row, people);
        known.set(row, tellings);
        return tellings;
      },
      roster: () => rosterOf(projectId),
    };
  }
}

/** On a walk that goes forward from a place and then again from the beginning. */
function isMetFirst({ after: one }: Reader, { after: other }: Reader, place: number): boolean {
  const [isAhead, isOtherAhead] = [one.seq >= place, other.seq >= place];
  return isAhead === isOtherAhead ? one.seq < other.seq : isAhead;
}
