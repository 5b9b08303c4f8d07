import { hostname } from 'node:os';

import type { Logger } from 'pino';

import { newId } from '../call/ids.ts';
import { shuffled } from '../concurrency/shuffled.ts';
import type { Database } from './database.ts';

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
   * This replica has the lease: it begins, or goes on.
   * @param until by `performance.now()`; the work ends by then, unless `hold` is called again
   */
  hold(until: number): void;
  /**
   * Another replica has it, or is to have it: the work begins nothing more. Also called where the lease was never held.
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
 * Acquires free leases and renews held ones, in one statement for all of a service. A replica with shared works announces
 * itself by a lease of its own, `replica/<holder>`, so that a new one, which holds nothing yet, is counted when works are shared out.
 */
export class LeaseKeeper {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #renewMs: number;
  readonly #holder = newHolder();
  #works: LeasedWork[] = [];
  /** Shared works that this replica has, and those that it is giving up. */
  readonly #held = new Set<LeasedWork>();
  readonly #leaving = new Map<LeasedWork, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #renewing: Promise<void> | undefined;

  constructor({ db, log, leaseMs, renewMs = leaseMs / 3 }: LeaseKeeperOptions) {
    this.#db = db;
    this.#log = log;
    this.#leaseMs = leaseMs;
    this.#renewMs = renewMs;
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
    if (this.#works.length === 0) clearInterval(this.#timer);
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
        const { others, free } = await this.#take(this.#works.filter((work) => !work.isShared || this.#held.has(work)));
        await this.#share(others, new Set(free));
      } catch (error) {
        this.#log.warn({ err: error }, 'leases could not be renewed');
      }
    }
  }

  /** Takes those that are free, renews those that are held, and tells each what became of it. */
  async #take(works: readonly LeasedWork[]): Promise<Leases> {
    // Counted from before the question, so that it ends here before it ends there.
    const until = performance.now() + this.#leaseMs;
    const shared = this.#works.filter(({ isShared }) => isShared);
    const [leases = { held: [], others: [], free: [] }] = await this.#db.query<Leases>(takeOrRenew, [
      this.#holder,
      works.map(({ name }) => name),
      this.#leaseMs,
      shared.map(({ name }) => name),
    ]);
    const own = new Set(leases.held);
    for (const work of works) {
      // One that was released meanwhile is freed next.
      if (!this.#works.includes(work)) continue;
      const isHeld = own.has(work.name);
      if (work.isShared) isHeld ? this.#held.add(work) : this.#held.delete(work);
      isHeld ? work.hold(until) : void work.lose();
    }
    return leases;
  }

  /** Gives up what exceeds the share of this replica, or takes what is free up to it. */
  async #share(others: readonly string[], free: ReadonlySet<string>): Promise<void> {
    const shared = this.#works.filter(({ isShared }) => isShared);
    const own = shared.filter((work) => this.#held.has(work));
    const share = shareOf(shared.length, others, this.#holder);
    // Not waited for: what they have begun may take longer than the other leases last.
    for (const work of own.slice(share)) this.#giveUp(work);
    // In random order, so that two replicas that start together seldom want the same.
    const open = shuffled(
      shared.filter((work) => free.has(work.name) && !this.#held.has(work) && !this.#leaving.has(work)),
    );
    const wanted = open.slice(0, Math.max(0, share - own.length));
    if (wanted.length > 0) await this.#take(wanted);
  }

  #giveUp(work: LeasedWork): void {
    this.#held.delete(work);
    const left = async () => {
      try {
        await work.lose();
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
    const isLeaving = works.some(({ isShared }) => isShared) && !this.#works.some(({ isShared }) => isShared);
    await this.#db.query(releaseLeases, [this.#holder, works.map(({ name }) => name), isLeaving]);
  }
}

interface Leases {
  /** Of those asked for, the ones this replica has now. */
  held: string[];
  /** Holders of the other replicas that are alive. */
  others: string[];
  /** Shared ones that no other replica has. */
  free: string[];
}

/** Shares differ by one at most and add up to all, so that each work has a taker and no replica waits in vain. */
function shareOf(count: number, others: readonly string[], holder: string): number {
  const replicas = [...others, holder].sort();
  return Math.floor(count / replicas.length) + (replicas.indexOf(holder) < count % replicas.length ? 1 : 0);
}

const takeOrRenew = {
  name: 'leases_take',
  text: `with alive as (
      insert into lease (name, holder, until, fence)
        select 'replica/' || $1::text, $1, now() + $3 * interval '1 ms', 1 where cardinality($4::text[]) > 0
      on conflict (name) do update set until = excluded.until
    ), held as (
      insert into lease (name, holder, until, fence)
        select name, $1, now() + $3 * interval '1 ms', 1 from unnest($2::text[]) name order by name
      on conflict (name) do update
        set holder = excluded.holder, until = excluded.until,
            fence = lease.fence + case when lease.holder = excluded.holder then 0 else 1 end
        where lease.holder = excluded.holder or lease.until <= now()
      returning name
    )
    select array(select name from held) as held,
      array(select holder from lease where name like 'replica/%' and until > now() and holder <> $1) as others,
      array(
        select shared.name from unnest($4::text[]) shared(name)
        where not exists (select from lease where lease.name = shared.name and until > now() and holder <> $1)
      ) as free`,
};

const releaseLeases = {
  name: 'leases_let_go',
  text: `with gone as (
      delete from lease where name like 'replica/%'
        and (until < now() - interval '1 hour' or ($3::boolean and name = 'replica/' || $1::text))
    )
    update lease set holder = '', until = now() where holder = $1 and name = any($2::text[])`,
};
