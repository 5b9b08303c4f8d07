import { pause } from '../concurrency/timing.ts';
import type { Database, Statement } from '../database/database.ts';

/** No row with a number up to `seq` will appear any more; every event committed at or before `timeMs` has such a number. */
export interface HorizonPoint {
  seq: number;
  /** By the database's clock. */
  timeMs: number;
}

/** Is reached when every transaction with a smaller id than this has ended. */
interface AwaitedPoint extends HorizonPoint {
  txId: number;
}

/** A look is shared by all readers within this time, in ms: many consumers cost the database no more than one. */
const freshMs = 200;
/** Most transactions are over after one of these waits; one that is not moves the horizon the next time. */
const waitsMs = [0, 5, 10, 20, 40, 80];

/**
 * Up to where an outbox is complete. Numbers are drawn before the commit, so a row may appear below others that are already visible;
 * a reader by number must not pass the place where one may still appear. Source: contract 50 section 3.6.
 *
 * A transaction gets its id before it draws a number (see `outboxInsert`). So every transaction that has drawn one up to the
 * highest has an id below one that is taken after looking at the highest; once all of those have ended, that number is final. The
 * `tx_id` of visible rows alone is not enough: an older transaction may draw the higher number and commit first. Nor would the
 * upper end of a snapshot: it is the highest id that has ended, and younger ones that still run are above it.
 *
 * Ids belong to the whole server. A long transaction that writes something else, or in another database, holds nothing up: who has
 * drawn a number keeps a lock on the sequence until the end.
 */
export class CommitHorizon {
  readonly #db: Database;
  #reached: HorizonPoint | undefined;
  #awaited: AwaitedPoint | undefined;
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The newest one known; undefined while a transaction runs that began before the first look.
   * @param maxAgeMs with 0 it includes what was committed before the call, unless some transaction takes long
   */
  async look(maxAgeMs = freshMs): Promise<HorizonPoint | undefined> {
    const notBefore = performance.now() - maxAgeMs;
    // One in progress may have begun too early.
    while (this.#lookedAt < notBefore) {
      this.#looking ??= this.#renew().finally(() => {
        this.#looking = undefined;
      });
      await this.#looking;
    }
    return this.#reached;
  }

  async #renew(): Promise<void> {
    const begun = performance.now();
    // What an earlier look has left to wait for says nothing of what was committed since.
    if (await this.#settle()) {
      this.#awaited = await this.#sample();
      await this.#settle();
    }
    this.#lookedAt = begun;
  }

  /** @returns whether nothing is awaited any more */
  async #settle(): Promise<boolean> {
    for (const waitMs of this.#awaited === undefined ? [] : waitsMs) {
      await pause(waitMs);
      if (await this.#isOver(this.#awaited)) return true;
    }
    return this.#awaited === undefined;
  }

  /** @returns nothing when no number was drawn since: the horizon then moves in time alone */
  async #sample(): Promise<AwaitedPoint | undefined> {
    const [row] = await this.#db.query<{ seq: number; timeMs: number; txId: number | null }>(sample, [
      this.#reached?.seq ?? -1,
    ]);
    if (row === undefined) return undefined;
    const { seq, timeMs, txId } = row;
    if (txId !== null) return { seq, timeMs, txId };
    this.#reached = { seq, timeMs };
    return undefined;
  }

  async #isOver(awaited: AwaitedPoint | undefined): Promise<boolean> {
    if (awaited === undefined) return true;
    const [{ over } = { over: false }] = await this.#db.query<{ over: boolean }>(ended, [String(awaited.txId)]);
    if (!over) return false;
    this.#reached = { seq: awaited.seq, timeMs: awaited.timeMs };
    this.#awaited = undefined;
    return true;
  }
}

// The number is read after the time and before the id: a transaction that draws a higher one commits later than the time, and one that
// has drawn a lower one has a smaller id. A sequence shows 1 before its first number, too.
const sample: Statement = {
  name: 'horizon_sample',
  text: `select seq, floor(extract(epoch from statement_timestamp()) * 1000)::bigint as "timeMs",
      case when seq <> $1::bigint then pg_current_xact_id()::text::bigint end as "txId"
    from (select case when is_called then last_value else 0 end as seq from outbox_seq) drawn`,
};

// As a rule, everything older has ended, which the snapshot shows at once.
const ended: Statement = {
  name: 'horizon_ended',
  text: `select case when pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 then true else not exists (
      select from pg_locks drawn join pg_locks own using (virtualtransaction)
      where drawn.locktype = 'relation' and drawn.relation = 'outbox_seq'::regclass and drawn.mode = 'RowExclusiveLock'
        and drawn.database = (select oid from pg_database where datname = current_database())
        and own.locktype = 'transactionid' and own.mode = 'ExclusiveLock'
        and age(own.transactionid) > age(xid($1::text::xid8))) end as over`,
};
