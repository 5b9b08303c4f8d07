import pg from 'pg';
import type { Logger } from 'pino';

const channel = 'parley_outbox';

/** What a relay sends when this process has written events that others publish. */
export const notifyOthers = { name: 'relay_notify', text: `select pg_notify('${channel}', '')` };

/**
 * LISTENs for events that other processes have written. Only wake-ups: what it misses is found by the poll.
 *
 * NOTIFY is sent after the commit, in a transaction of its own. Inside the change's transaction (by a trigger) it would make
 * commits of the whole server wait for one another, because PostgreSQL keeps its queue in the order of commits.
 */
export class RelayListener {
  readonly #url: string;
  readonly #log: Logger;
  readonly #onNotification: () => void;
  #client: pg.Client | undefined;

  constructor({ url, log, onNotification }: { url: string; log: Logger; onNotification: () => void }) {
    this.#url = url;
    this.#log = log;
    this.#onNotification = onNotification;
  }

  /** Called again and again: connects when it is not. */
  async open(): Promise<void> {
    if (this.#client !== undefined) return;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'parley relay',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on('notification', this.#onNotification);
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      this.#lost(client, error);
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (error !== undefined) this.#log.debug({ err: error }, 'the relay gets no notifications for the moment');
    client.end().catch(() => undefined);
  }
}
