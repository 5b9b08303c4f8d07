import { hostname } from 'node:os';

import type { Logger } from 'pino';

import { newId } from '../call/ids.ts';
import { shuffled } from '../concurrency/shuffled.ts';
import { pause } from '../concurrency/timing.ts';
import type { Database } from './database.ts';
import { LeaseRows, type RenewedLeases } from './lease-rows.ts';

/** A new holder id of leases: unique to this process and call. */
function newHolder(): string {
  return `${hostname()}/${process.pid}/${newId()}`;
}

/** Work that one replica at a time may do. */
export interface LeasedWork {
  /** Of the lease. */
  name: string;
  /** One of many equal works, which the replicas of a service share out evenly; others stay with the replica that had them first. */
  isShared?: boolean;
  /**
   * This replica has the lease: it begins, or continues.
   * @param until by `performance.now()`; the work ends by then, unless `hold` is called again
   */
  hold(until: number): void;
  /**
   * Another replica has it, or is about to: the work begins nothing more. Also called if the lease was never held.
   * @returns when what it has begun is over
   */
  lose(): void | Promise<void>;
}

export interface LeaseKeeperOptions {
  db: Database;
  log: Logger;
  /** The work of a replica that dies is taken over within a third more. */
  leaseMs: number;
  /** Between renewals; default a third of the lease. */
  renewMs?: number;
}

/**
 * Acquires free leases and renews held ones: at rest one statement for all of a service, which writes one row. A replica with shared
 * works is counted when works are shared out, also a new one that holds nothing yet.
 */
export class LeaseKeeper {
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #renewMs: number;
  readonly #holder = newHolder();
  readonly #rows: LeaseRows;
  #works: LeasedWork[] = [];
  /** Shared works that this replica has, and those that it is giving up. */
  readonly #held = new Set<LeasedWork>();
  readonly #leaving = new Map<LeasedWork, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #renewing: Promise<void> | undefined;

  constructor({ db, log, leaseMs, renewMs = leaseMs / 3 }: LeaseKeeperOptions) {
    this.#log = log;
    this.#leaseMs = leaseMs;
    this.#renewMs = renewMs;
    this.#rows = new LeaseRows({ db, holder: this.#holder, leaseMs });
  }

  add(works: readonly LeasedWork[]): void {
    if (works.length === 0) return;
    this.#works.push(...works);
    this.#timer ??= setInterval(() => this.#renew(), this.#renewMs).unref();
    this.#renew();
  }

  /** Another replica may have them at once; if the database is unreachable, when they expire. The work must have ended. */
  async release(works: readonly LeasedWork[]): Promise<void> {
    this.#works = this.#works.filter((work) => !works.includes(work));
    if (this.#works.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    await this.#renewing;
    await Promise.all(works.map((work) => this.#leaving.get(work)));
    for (const work of works) this.#held.delete(work);
    await this.#free(works).catch(() => undefined);
  }

  #renew(): void {
    this.#isDue = true;
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined;
    });
  }

  async #renewAll(): Promise<void> {
    while (this.#isDue && this.#works.length > 0) {
      this.#isDue = false;
      try {
        await this.#renewOnce();
      } catch (error) {
        this.#log.warn({ err: error }, 'leases could not be renewed');
      }
    }
  }

  /** Renews what is held, takes what is free, and informs each holder of the outcome. */
  async #renewOnce(): Promise<void> {
    // Counted from before the query, so that it expires here before it expires in the table.
    const until = performance.now() + this.#leaseMs;
    const renewed = await this.#renewed();
    const held = new Set(renewed.held);
    const kept = this.#works.filter((work) => held.has(work.name) && (!work.isShared || this.#held.has(work)));
    const asked = this.#works.filter((work) => !work.isShared || this.#held.has(work));
    const { excess, wanted } = this.#shareOut(renewed, kept);
    // Not waited for: what they have begun may take longer than the other leases last.
    for (const work of excess) this.#giveUp(work);

    const own = new Set(kept.filter((work) => !excess.includes(work)));
    const written = [...(renewed.endsSoon ? own : []), ...wanted];
    if (written.length > 0) {
      const taken = new Set(await this.#rows.take(written.map(({ name }) => name)));
      for (const work of written) taken.has(work.name) ? own.add(work) : own.delete(work);
    }
    for (const work of new Set([...asked, ...wanted])) {
      // One that was released meanwhile is freed next.
      if (!this.#works.includes(work) || this.#leaving.has(work)) continue;
      const isHeld = own.has(work);
      if (work.isShared) isHeld ? this.#held.add(work) : this.#held.delete(work);
      isHeld ? work.hold(until) : void work.lose();
    }
  }

  /** Leases as they are once this replica has announced itself, and what dead ones held is free. */
  async #renewed(): Promise<RenewedLeases> {
    let renewed = await this.#read();
    if (!renewed.isAlive) {
      await this.#rows.announce(this.#isSharing());
      renewed = await this.#read();
    }
    if (!renewed.hasLapsed) return renewed;
    await this.#rows.freeLapsed();
    return this.#read();
  }

  #read(): Promise<RenewedLeases> {
    return this.#rows.renew(
      this.#isSharing(),
      this.#works.map(({ name }) => name),
    );
  }

  #isSharing(): boolean {
    return this.#works.some(({ isShared }) => isShared);
  }

  /** What exceeds the share of this replica, and what is free and its own to take. */
  #shareOut({ others, free }: RenewedLeases, kept: readonly LeasedWork[]) {
    const shared = this.#works.filter(({ isShared }) => isShared);
    const share = shareOf(shared.length, others, this.#holder);
    const own = kept.filter(({ isShared }) => isShared);
    const isFree = new Set(free);
    const open = this.#works.filter(
      (work) => isFree.has(work.name) && !kept.includes(work) && !this.#leaving.has(work),
    );
    // In random order, so that two replicas that start together seldom want the same.
    const openShared = shuffled(open.filter(({ isShared }) => isShared));
    return {
      excess: own.slice(share),
      wanted: [...open.filter(({ isShared }) => !isShared), ...openShared.slice(0, Math.max(0, share - own.length))],
    };
  }

  #giveUp(work: LeasedWork): void {
    this.#held.delete(work);
    const left = async () => {
      try {
        // Beyond the end of the lease its work is over, whatever it says.
        await Promise.race([work.lose(), pause(this.#leaseMs)]);
        await this.#free([work]);
      } catch (error) {
        this.#log.warn({ err: error }, 'a lease could not be given up; it expires');
      } finally {
        this.#leaving.delete(work);
      }
    };
    this.#leaving.set(work, left());
  }

  async #free(works: readonly LeasedWork[]): Promise<void> {
    const names = works.map(({ name }) => name);
    const isLeaving = this.#works.length === 0;
    await this.#rows.release(names, { isSharing: this.#isSharing(), isLeaving });
  }
}

/** Shares differ by one at most and add up to all, so that each work has a taker and no replica waits in vain. */
function shareOf(count: number, others: readonly string[], holder: string): number {
  const replicas = [...others, holder].sort();
  return Math.floor(count / replicas.length) + (replicas.indexOf(holder) < count % replicas.length ? 1 : 0);
}
