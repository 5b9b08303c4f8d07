import { shuffled } from '../concurrency/shuffled.ts';
import type { Database, Statement } from '../database/database.ts';
import { newHolder } from '../database/lease.ts';
import { shardCount } from './envelope.ts';

/*
 * Names in the table `lease`: `outbox/<shard>` is the right to publish a shard, `relay/<holder>` says that a replica is alive, so
 * that a new one, which holds nothing yet, is counted when shards are shared out.
 */

const renew: Statement = {
  name: 'relay_renew',
  text: `with alive as (
      insert into lease (name, holder, until, fence) values ('relay/' || $1::text, $1, now() + $2 * interval '1 ms', 1)
      on conflict (name) do update set until = excluded.until
    ), kept as (
      update lease set until = now() + $2 * interval '1 ms' where holder = $1 and name like 'outbox/%' returning name
    )
    select
      array(select substr(name, 8)::int from kept) as held,
      array(select holder from lease where name like 'relay/%' and until > now() and holder <> $1) as others,
      array(
        select shard from generate_series(0, ${shardCount - 1}) shard
        where not exists (select from lease where name = 'outbox/' || shard and (until > now() or holder = $1))
      ) as free`,
};

const take: Statement = {
  name: 'relay_take',
  text: `insert into lease (name, holder, until, fence)
    select 'outbox/' || shard, $1, now() + $2 * interval '1 ms', 1 from unnest($3::int[]) shard
    on conflict (name) do update set holder = excluded.holder, until = excluded.until, fence = lease.fence + 1
      where lease.until <= now()
    returning substr(name, 8)::int as shard`,
};

const releaseShards: Statement = {
  name: 'relay_let_go',
  text: `update lease set holder = '', until = now() where holder = $1 and name = any($2::text[])`,
};

const releaseAll: Statement = {
  name: 'relay_leave',
  text: `with gone as (delete from lease where name = 'relay/' || $1::text or (name like 'relay/%' and until < now() - interval '1 hour'))
    update lease set holder = '', until = now() where holder = $1 and name like 'outbox/%'`,
};

/** Which shards this replica may publish. A fair share of them, taken over from replicas that no longer renew. */
export class RelayLeases {
  readonly #db: Database;
  readonly #leaseMs: number;
  readonly #holder = newHolder();
  #held = new Set<number>();
  /** By this process's own clock, counted from before the question, so that it ends before the lease does. */
  #validUntil = 0;

  constructor(db: Database, leaseMs: number) {
    this.#db = db;
    this.#leaseMs = leaseMs;
  }

  /** Empty once the leases may have run out, be it because the process was paused. */
  usable(): number[] {
    return performance.now() < this.#validUntil ? [...this.#held] : [];
  }

  holdsAll(): boolean {
    return this.usable().length === shardCount;
  }

  /**
   * Renews what it holds, gives up what exceeds its share and takes what is free up to it.
   * @param quiet resolves when no batch of a shard that is given up is under way any more
   */
  async tick(quiet: () => Promise<void>): Promise<void> {
    const asked = performance.now();
    const [state] = await this.#db.query<{ held: number[]; others: string[]; free: number[] }>(renew, [
      this.#holder,
      this.#leaseMs,
    ]);
    if (state === undefined) return;
    const { held, others, free } = state;

    const share = this.#shareAmong([...others, this.#holder].sort());
    const surplus = held.slice(share);
    this.#held = new Set(held.slice(0, share));
    this.#validUntil = asked + this.#leaseMs;

    if (surplus.length > 0) {
      await quiet();
      await this.#db.query(releaseShards, [this.#holder, surplus.map((shard) => `outbox/${shard}`)]);
    }
    if (held.length < share && free.length > 0) {
      // In random order, so that two replicas that start together seldom want the same shard.
      const wanted = shuffled(free).slice(0, share - held.length);
      const taken = await this.#db.query<{ shard: number }>(take, [this.#holder, this.#leaseMs, wanted]);
      for (const { shard } of taken) this.#held.add(shard);
    }
  }

  /** Another replica may take the shards at once. */
  async release(): Promise<void> {
    this.#held.clear();
    await this.#db.query(releaseAll, [this.#holder]);
  }

  /** Shares differ by one at most and add up to all shards, so that every shard has a taker and no replica waits in vain. */
  #shareAmong(replicas: readonly string[]): number {
    const place = replicas.indexOf(this.#holder);
    return Math.floor(shardCount / replicas.length) + (place < shardCount % replicas.length ? 1 : 0);
  }
}
