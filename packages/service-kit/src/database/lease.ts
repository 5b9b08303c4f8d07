import { hostname } from 'node:os';

import type { Logger } from 'pino';

import { newId } from '../call/ids.ts';
import type { Database } from './database.ts';

/** A new holder id of leases: unique to this process and call. */
export function newHolder(): string {
  return `${hostname()}/${process.pid}/${newId()}`;
}

/** Work that one replica at a time may do. */
export interface LeasedWork {
  /** Of the lease. */
  name: string;
  /**
   * This replica has the lease: it begins, or goes on.
   * @param until by `performance.now()`; the work ends by then, unless `hold` is called again
   */
  hold(until: number): void;
  /** Another replica has it: the work ends at once. Also called where the lease was never held. */
  lose(): void;
}

export interface LeaseKeeperOptions {
  db: Database;
  log: Logger;
  /** Default 15 s: the work of a replica that dies is taken over within 20 s. */
  leaseMs?: number;
}

const defaultLeaseMs = 15_000;

/** Acquires free leases and renews held ones, in one statement for all of a service, every third of the lease time. */
export class LeaseKeeper {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #leaseMs: number;
  readonly #holder = newHolder();
  #works: LeasedWork[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #renewing: Promise<void> | undefined;

  constructor({ db, log, leaseMs = defaultLeaseMs }: LeaseKeeperOptions) {
    this.#db = db;
    this.#log = log;
    this.#leaseMs = leaseMs;
  }

  add(works: readonly LeasedWork[]): void {
    if (works.length === 0) return;
    this.#works.push(...works);
    this.#timer ??= setInterval(() => this.#renew(), this.#leaseMs / 3).unref();
    this.#renew();
  }

  /** Another replica may have them at once; if the database is unreachable, when they expire. The work must have ended. */
  async release(works: readonly LeasedWork[]): Promise<void> {
    this.#works = this.#works.filter((work) => !works.includes(work));
    if (this.#works.length === 0) clearInterval(this.#timer);
    await this.#renewing;
    await this.#db.query(releaseLeases, [this.#holder, works.map(({ name }) => name)]).catch(() => undefined);
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
      // Counted from before the question, so that it ends here before it ends there.
      const until = performance.now() + this.#leaseMs;
      try {
        const names = this.#works.map(({ name }) => name);
        const held = await this.#db.query<{ name: string }>(takeOrRenew, [this.#holder, names, this.#leaseMs]);
        const own = new Set(held.map(({ name }) => name));
        // Those that were added meanwhile are asked for next.
        for (const work of this.#works.filter(({ name }) => names.includes(name)))
          own.has(work.name) ? work.hold(until) : work.lose();
      } catch (error) {
        this.#log.warn({ err: error }, 'leases could not be renewed');
      }
    }
  }
}

const takeOrRenew = {
  name: 'leases_take',
  text: `insert into lease (name, holder, until, fence)
      select name, $1, now() + $3 * interval '1 ms', 1 from unnest($2::text[]) name order by name
    on conflict (name) do update
      set holder = excluded.holder, until = excluded.until,
          fence = lease.fence + case when lease.holder = excluded.holder then 0 else 1 end
      where lease.holder = excluded.holder or lease.until <= now()
    returning name`,
};

const releaseLeases = {
  name: 'leases_let_go',
  text: `update lease set holder = '', until = now() where holder = $1 and name = any($2::text[])`,
};
