import type { Database } from './database.ts';

/** What a replica reads when it renews. */
export interface RenewedLeases {
  /** False for a replica that another one has declared dead, or that has not announced itself: it holds nothing. */
  isAlive: boolean;
  /** Names of the leases that this replica holds, if it is alive. */
  held: string[];
  /** Holders of the other live replicas that share works. */
  others: string[];
  /** Of the names asked for, those that no other replica holds. */
  free: string[];
  /** Whether there are replicas that have not renewed in time. */
  hasLapsed: boolean;
  /** Whether rows of held leases end so soon that they are to be rewritten. */
  endsSoon: boolean;
}

interface LeaseRowsOptions {
  db: Database;
  holder: string;
  leaseMs: number;
}

/** Rows of held leases end after so many lease times, and are rewritten in the second half. */
const rowLeases = 8;

/**
 * The table `lease`. A replica renews one row for all of its leases, `replica/<holder>`. Whoever finds such a row expired deletes it
 * and frees the leases of its holder, under a lock of that row: so a replica either renews in time or learns that it has lost all.
 *
 * Replicas of the release before read `until` of each lease and nothing else. So each lease has an end of its own (`rowLeases`), far
 * enough ahead that rewriting it is rare, and a lease of theirs is free when its own end has passed.
 */
export class LeaseRows {
  readonly #db: Database;
  readonly #holder: string;
  readonly #leaseMs: number;
  readonly #rowMs: number;

  constructor({ db, holder, leaseMs }: LeaseRowsOptions) {
    this.#db = db;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
    this.#rowMs = rowLeases * leaseMs;
  }

  /** Begins as a replica that holds nothing. */
  async announce(isSharing: boolean): Promise<void> {
    await this.#db.query(announce, [this.#holder, this.#leaseMs, isSharing]);
  }

  async renew(isSharing: boolean, names: readonly string[]): Promise<RenewedLeases> {
    const [renewed] = await this.#db.query<RenewedLeases>(renew, [
      ...[this.#holder, this.#leaseMs, isSharing, names, this.#rowMs / 2],
    ]);
    return renewed as RenewedLeases;
  }

  /** Acquires free leases, and rewrites the rows of held ones. @returns names of those that this replica has now */
  async take(names: readonly string[]): Promise<string[]> {
    const rows = await this.#db.query<{ name: string }>(take, [this.#holder, this.#leaseMs, this.#rowMs, names]);
    return rows.map(({ name }) => name);
  }

  /** Frees what replicas held that have not renewed in time. */
  async freeLapsed(): Promise<void> {
    await this.#db.query(freeLapsed, [this.#holder]);
  }

  /** @param isLeaving whether the replica ends */
  async release(names: readonly string[], { isSharing, isLeaving }: { isSharing: boolean; isLeaving: boolean }) {
    await this.#db.query(release, [this.#holder, names, isSharing, isLeaving]);
  }
}

/** `fence` of a replica's row says whether it shares works; the previous release announced only such replicas, with 1. */
const announce = {
  name: 'leases_announce',
  text: `with freed as (
      update lease set holder = '', until = now() where holder = $1 and name not like 'replica/%'
    )
    insert into lease (name, holder, until, fence)
      values ('replica/' || $1::text, $1, now() + $2 * interval '1 ms', $3::boolean::int)
    on conflict (name) do update set until = excluded.until, fence = excluded.fence`,
};

const renew = {
  name: 'leases_renew',
  text: `with self as (
      update lease set until = now() + $2 * interval '1 ms', fence = $3::boolean::int
      where name = 'replica/' || $1::text
      returning name
    )
    select exists (select from self) as "isAlive",
      array(select name from lease where holder = $1) as held,
      array(
        select holder from lease where name like 'replica/%' and fence > 0 and until > now() and holder <> $1
      ) as others,
      array(
        select wanted.name from unnest($4::text[]) wanted(name)
        where not exists (select from lease where lease.name = wanted.name and until > now() and holder <> $1)
      ) as free,
      exists (select from lease where name like 'replica/%' and until <= now() and holder <> $1) as "hasLapsed",
      exists (
        select from lease where holder = $1 and name = any($4) and until < now() + $5 * interval '1 ms'
      ) as "endsSoon"`,
};

/** In the order of names, as all do who lock several. The lock of the own row keeps others from declaring this replica dead meanwhile. */
const take = {
  name: 'leases_take',
  text: `with self as (
      update lease set until = now() + $2 * interval '1 ms' where name = 'replica/' || $1::text returning name
    )
    insert into lease (name, holder, until, fence)
      select wanted.name, $1, now() + $3 * interval '1 ms', 1 from unnest($4::text[]) wanted(name), self
      order by wanted.name
    on conflict (name) do update
      set holder = excluded.holder, until = excluded.until,
          fence = lease.fence + case when lease.holder = excluded.holder then 0 else 1 end
      where lease.holder = excluded.holder or lease.until <= now()
    returning name`,
};

/** A row that is locked is being renewed, or freed by another replica. */
const freeLapsed = {
  name: 'leases_free_lapsed',
  text: `with lapsed as (
      delete from lease where name in (
        select name from lease where name like 'replica/%' and until <= now() and holder <> $1
        order by name for update skip locked
      )
      returning holder
    )
    update lease set holder = '', until = now()
    where name in (
      select name from lease where name not like 'replica/%' and holder in (select holder from lapsed)
      order by name for update
    )`,
};

const release = {
  name: 'leases_let_go',
  text: `with self as (
      update lease set fence = $3::boolean::int where name = 'replica/' || $1::text and not $4::boolean
    ), gone as (
      delete from lease where name = 'replica/' || $1::text and $4::boolean
    )
    update lease set holder = '', until = now() where holder = $1 and name = any($2::text[])`,
};
