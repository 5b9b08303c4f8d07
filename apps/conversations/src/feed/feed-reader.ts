import type { TeamScope } from '../access/visibility.ts';
import { type ChangeFilter, unionOf } from './change-filter.ts';
import type { FeedPosition } from './cursor.ts';
import type { FeedRepository } from './feed.repository.ts';
import type { FeedRow, WantedRecords } from './feed-row.ts';
import type { PositionedNotice } from './notice.ts';
import { noticesOf } from './notices-of.ts';

/** A batch of one project's changes with their notices, shared by all who read it. */
export interface FeedBatch {
  rows: readonly FeedRow[];
  /** The end of the batch, if more may follow. */
  last: FeedPosition | undefined;
  noticesOf(row: FeedRow, wanted: WantedRecords): Promise<PositionedNotice[]>;
  scope(): Promise<TeamScope>;
}

/** What one reader asks for. */
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
 * Reads past changes for followers that resume from a cursor. They arrive together when a replica is lost, so reads of one
 * project are coalesced: one batch at a time serves every reader that waits for a part of it. Nothing is cached between batches.
 */
export class FeedReader {
  readonly #repository: FeedRepository;
  readonly #waiting = new Map<string, PendingRead[]>();

  constructor(repository: FeedRepository) {
    this.#repository = repository;
  }

  /**
   * A batch that contains what follows a position within the filter, and perhaps more. The read starts after the call, so no
   * right in it is older than the call.
   */
  next(projectId: string, asked: BatchQuery): Promise<FeedBatch> {
    const { promise, resolve: read, reject: failed } = Promise.withResolvers<FeedBatch>();
    const reader = { ...asked, read, failed };
    const waiting = this.#waiting.get(projectId);
    if (waiting) waiting.push(reader);
    else void this.#serve(projectId, [reader]);
    return promise;
  }

  /**
   * Goes forward from reader to reader, then starts again with the first: a reader far behind delays the others by at most one
   * batch.
   */
  async #serve(projectId: string, waiting: PendingRead[]): Promise<void> {
    this.#waiting.set(projectId, waiting);
    for (let position = 0; waiting.length > 0; ) {
      // Readers that arrive from now on wait for the next batch: this one may be older than a right they have lost.
      const asked = waiting.splice(0);
      const { after } = asked.reduce((one, other) => (isServedFirst(other, one, position) ? other : one));
      const upTo = asked.reduce((highest, reader) => Math.max(highest, reader.upTo), 0);
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
    const cached = new Map<FeedRow, Map<string, Promise<PositionedNotice[]>>>();
    const [scopeOf, find] = [this.#repository.scopes(), this.#repository.finder(rows)];
    const load = async (row: FeedRow, wanted: WantedRecords) => {
      const found = await find(row, wanted);
      return noticesOf(found ? { ...row, found } : row);
    };
    return {
      rows,
      last,
      noticesOf: (row, wanted) => {
        const known = cached.get(row) ?? new Map<string, Promise<PositionedNotice[]>>();
        const key = `${wanted.people} ${wanted.inbox}`;
        const notices = known.get(key) ?? load(row, wanted);
        cached.set(row, known.set(key, notices));
        return notices;
      },
      scope: () => scopeOf(projectId),
    };
  }
}

/** Order of a pass that goes forward from a position and then wraps around. */
function isServedFirst({ after: one }: PendingRead, { after: other }: PendingRead, position: number): boolean {
  const [isAhead, isOtherAhead] = [one.seq >= position, other.seq >= position];
  return isAhead === isOtherAhead ? one.seq < other.seq : isAhead;
}
