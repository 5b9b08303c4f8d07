import type { Roster } from '../access/visibility.ts';
import { type ChangeFilter, unionOf } from './change-filter.ts';
import type { FeedPosition } from './cursor.ts';
import type { FeedRepository } from './feed.repository.ts';
import type { FeedRow } from './feed-row.ts';
import type { PositionedNotice } from './notice.ts';
import { noticesOf } from './notices-of.ts';

/** A part of one project's feed and what it tells, looked up once for all who read it. */
export interface FeedBatch {
  rows: readonly FeedRow[];
  /** Where it ends, when more may follow. */
  last: FeedPosition | undefined;
  /** @param people whether teammates are wanted, too */
  noticesOf(row: FeedRow, people: boolean): Promise<PositionedNotice[]>;
  roster(): Promise<Roster>;
}

/** A part of the feed that somebody asks for. */
interface BatchQuery {
  after: FeedPosition;
  upTo: number;
  filter: ChangeFilter;
}

interface PendingRead extends BatchQuery {
  read(batch: FeedBatch): void;
  failed(error: unknown): void;
}

const batchRows = 500;

/**
 * Reads what has been told, for those who go on from a cursor. They come in crowds, whenever a replica is lost: of one project
 * one batch is read at a time, for everybody who waits for a part of it, and none is kept.
 */
export class FeedReader {
  readonly #repository: FeedRepository;
  readonly #waiting = new Map<string, PendingRead[]>();

  constructor(repository: FeedRepository) {
    this.#repository = repository;
  }

  /** Has what follows a position within a filter, and perhaps more on all sides; read after the call, so that no right in it is older. */
  next(projectId: string, asked: BatchQuery): Promise<FeedBatch> {
    const { promise, resolve: read, reject: failed } = Promise.withResolvers<FeedBatch>();
    const reader = { ...asked, read, failed };
    const waiting = this.#waiting.get(projectId);
    if (waiting) waiting.push(reader);
    else void this.#serve(projectId, [reader]);
    return promise;
  }

  /** Forward from reader to reader, then again from the first: whoever is far behind holds up nobody by more than a batch. */
  async #serve(projectId: string, waiting: PendingRead[]): Promise<void> {
    this.#waiting.set(projectId, waiting);
    for (let position = 0; waiting.length > 0; ) {
      // Whoever comes from now on is not served by this reading: it may be older than a right that he has lost.
      const asked = waiting.splice(0);
      const { after } = asked.reduce((one, other) => (isServedFirst(other, one, position) ? other : one));
      const upTo = asked.reduce((most, reader) => Math.max(most, reader.upTo), 0);
      const filter = unionOf(asked.map((reader) => reader.filter));
      try {
        const batch = await this.#read(projectId, { after, upTo, filter });
        position = batch.last?.seq ?? Number.POSITIVE_INFINITY;
        for (const reader of asked) {
          if (reader.after.seq >= after.seq && reader.after.seq < position) reader.read(batch);
          else waiting.push(reader);
        }
      } catch (error) {
        for (const { failed } of asked) failed(error);
      }
    }
    this.#waiting.delete(projectId);
  }

  async #read(projectId: string, asked: BatchQuery): Promise<FeedBatch> {
    const { rows, last } = await this.#repository.page(projectId, { ...asked, limit: batchRows });
    const cached = {
      withTeammates: new Map<FeedRow, Promise<PositionedNotice[]>>(),
      others: new Map<FeedRow, Promise<PositionedNotice[]>>(),
    };
    const [rosterOf, find] = [this.#repository.rosters(), this.#repository.finder(rows)];
    const load = async (row: FeedRow, people: boolean) => {
      const found = await find(row, people);
      return noticesOf(found ? { ...row, found } : row);
    };
    return {
      rows,
      last,
      noticesOf: (row, people) => {
        const known = people ? cached.withTeammates : cached.others;
        const notices = known.get(row) ?? load(row, people);
        known.set(row, notices);
        return notices;
      },
      roster: () => rosterOf(projectId),
    };
  }
}

/** On a walk that goes forward from a position and then again from the beginning. */
function isServedFirst({ after: one }: PendingRead, { after: other }: PendingRead, position: number): boolean {
  const [isAhead, isOtherAhead] = [one.seq >= position, other.seq >= position];
  return isAhead === isOtherAhead ? one.seq < other.seq : isAhead;
}
