import { listenForIdentities } from '@parley/identity';

import type { Context } from '../context.ts';
import { checkRights } from './check-rights.ts';
import type { Connection } from './connection.ts';
import { heartbeatFrame } from './frames.ts';

const tickMs = 1_000;
/** Without the bus no revocation events arrive. */
const recheckWithoutBusMs = 3_000;
const maxConcurrentChecks = 32;

/** Sends heartbeats, and closes sockets that are silent, expired or no longer allowed. */
export class ConnectionMonitor {
  readonly #context: Context;
  readonly #timer: NodeJS.Timeout;
  readonly #listening: { stop(): Promise<void> };
  readonly #due = new Set<Connection>();
  #checking = 0;
  isStopping = false;

  constructor(context: Context) {
    this.#context = context;
    const { bus, identities } = context;
    this.#listening = listenForIdentities(bus, identities, (tags) => this.#onChange(tags));
    const period = Math.min(tickMs, context.config.SOCKET_HEARTBEAT / 4);
    this.#timer = setInterval(() => this.#tick(), period);
    this.#timer.unref();
  }

  stop(): void {
    this.isStopping = true;
    clearInterval(this.#timer);
    void this.#listening.stop();
  }

  #tick(): void {
    const { config, sockets, bus } = this.#context;
    const now = Date.now();
    const recheck = bus.health().up ? config.SOCKET_RECHECK : recheckWithoutBusMs;
    for (const connection of sockets) {
      if (!this.#isAlive(connection, now)) continue;
      if (now - connection.beatAt >= config.SOCKET_HEARTBEAT) {
        connection.beatAt = now;
        sockets.send(connection, heartbeatFrame);
      }
      if (now - connection.checkedAt >= recheck) this.#check(connection);
    }
  }

  #isAlive(connection: Connection, now: number): boolean {
    const { config, sockets } = this.#context;
    const { identity, openedAt, heardAt } = connection;
    if (!identity && now - openedAt >= config.SOCKET_AUTH_TIMEOUT) sockets.close(connection, 'unauthorized');
    else if (identity?.expiresAt !== undefined && now >= identity.expiresAt) sockets.close(connection, 'unauthorized');
    else if (now - heardAt >= 2 * config.SOCKET_HEARTBEAT) sockets.close(connection, 'silent');
    return connection.isOpen;
  }

  #onChange(tags: readonly string[]): void {
    for (const connection of this.#context.sockets.concernedBy(tags)) this.#check(connection);
  }

  /** Limits concurrent checks; the others queue. */
  #check(connection: Connection): void {
    connection.checkedAt = Date.now();
    this.#due.add(connection);
    while (this.#checking < maxConcurrentChecks && this.#due.size > 0) {
      const [next] = this.#due;
      if (!next) return;
      this.#due.delete(next);
      this.#checking += 1;
      void checkRights(this.#context, next).finally(() => {
        this.#checking -= 1;
        const [following] = this.#due;
        if (following) this.#check(following);
      });
    }
  }
}
