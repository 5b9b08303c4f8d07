import type { LeasedWork, LeaseKeeper } from '../database/lease.ts';
import { shardCount } from './envelope.ts';

interface Shard extends LeasedWork {
  /** By `performance.now()`. */
  until: number;
}

export interface RelayShardsOptions {
  leases: LeaseKeeper;
  /** There is a shard that this replica did not have. */
  onGained(): void;
  /** This replica must publish nothing more of a shard. @returns when what it has begun is over */
  onLost(): Promise<void>;
}

/** The shards of an outbox that this replica publishes: it has a lease of each. */
export class RelayShards {
  readonly #options: RelayShardsOptions;
  readonly #shards: readonly Shard[];

  constructor(options: RelayShardsOptions) {
    this.#options = options;
    this.#shards = Array.from({ length: shardCount }, (_, shard) => this.#shard(shard));
    options.leases.add(this.#shards);
  }

  /** None once the leases may have run out, be it because the process was paused. */
  held(): number[] {
    const now = performance.now();
    return this.#shards.flatMap(({ until }, shard) => (now < until ? [shard] : []));
  }

  /** Lets other replicas have them. */
  release(): Promise<void> {
    return this.#options.leases.release(this.#shards);
  }

  /** The right to publish a shard. */
  #shard(shard: number): Shard {
    const { onGained, onLost } = this.#options;
    const work: Shard = {
      name: `outbox/${shard}`,
      isShared: true,
      until: 0,
      hold: (until) => {
        if (work.until <= performance.now()) onGained();
        work.until = until;
      },
      lose: () => {
        work.until = 0;
        return onLost();
      },
    };
    return work;
  }
}
