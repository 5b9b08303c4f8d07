import pg from 'pg';

import type { Liveness, LivenessPool } from './liveness.ts';

/** A pool that gives up on a server which has fallen silent: for those who have a connection and those who wait for one. */
export class GuardedPool extends pg.Pool implements LivenessPool {
  override connect: pg.Pool['connect'];
  readonly #clients = new Set<pg.PoolClient>();
  readonly #waiting = new Set<() => void>();

  constructor(config: pg.PoolConfig, liveness: Liveness) {
    super(config);
    this.on('connect', (client) => this.#clients.add(client));
    this.on('remove', (client) => this.#clients.delete(client));
    liveness.watch(this);
    this.connect = (() => this.#connect(liveness)) as pg.Pool['connect'];
  }

  #connect(liveness: Liveness): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      liveness.mustAnswer();
      const giveUp = () => {
        this.#waiting.delete(giveUp);
        reject(new Error('Connection terminated: the server does not answer'));
      };
      this.#waiting.add(giveUp);
      super.connect().then(
        (client) => (this.#waiting.delete(giveUp) ? resolve(client) : client.release()),
        (error: Error) => {
          this.#waiting.delete(giveUp);
          reject(error);
        },
      );
    });
  }

  isInUse(): boolean {
    return this.totalCount > this.idleCount || this.waitingCount > 0;
  }

  /** Idle connections, too: the first to use one again would wait on a connection that the other side may have forgotten. */
  drop(): void {
    for (const client of this.#clients) client.connection.stream.destroy();
    for (const giveUp of [...this.#waiting]) giveUp();
  }
}
