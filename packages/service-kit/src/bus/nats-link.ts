import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, type NodeConnectionOptions, nanos } from '@nats-io/transport-node';
import type { Logger } from 'pino';

import { pause } from '../concurrency/timing.ts';

export const streamName = 'PARLEY_EVENTS';

const requestMs = 5_000;
const retryMs = 250;
const hourMs = 3_600_000;
/** The server's code for a stream that exists with another configuration. */
const streamDiffers = 10_058;

/** The clients of one connection. */
export interface NatsSession {
  connection: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
}

export interface NatsLinkOptions {
  /** `NATS_URL`: `nats://[user:password@]host:port`, several with commas. */
  url: string;
  /** Shown by the server. */
  name: string;
  /** `NATS_REPLICAS` of the stream: 3 where there are 3 nodes. */
  replicas: number;
  log: Logger;
}

/** The connection to NATS, made in the background and remade whenever it is lost. */
export class NatsLink {
  /** True while the server answers. */
  up = false;
  readonly #options: NatsLinkOptions;
  readonly #first: Promise<NatsSession>;
  #session: NatsSession | undefined;
  #streamKnown = false;
  #closed = false;
  readonly #stopped = Promise.withResolvers<void>();
  readonly #whenBack = new Set<() => void>();
  #disconnected = disconnection();

  constructor(options: NatsLinkOptions) {
    this.#options = options;
    this.#first = this.#connectFirst();
    this.#first.catch(() => undefined);
  }

  /** Waits until the server has been reached once. @throws when the link is closed first */
  get(): Promise<NatsSession> {
    return this.#first;
  }

  /** The current session. @throws Error at once when the server is unreachable */
  now(): NatsSession {
    if (this.#session === undefined || !this.up) throw new Error('NATS is unavailable.');
    return this.#session;
  }

  /** Resolves like `answer`. @throws Error as soon as the connection is lost, rather than when the answer is overdue */
  orDisconnected<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.#disconnected.promise]);
  }

  /** Calls `back` whenever the connection is restored, perhaps to a server that has lost everything. @returns ends it */
  onBack(back: () => void): () => void {
    this.#whenBack.add(back);
    return () => this.#whenBack.delete(back);
  }

  /** Makes the stream unless it is known to be there. */
  async ensureStream(): Promise<void> {
    if (this.#streamKnown) return;
    const { manager } = this.now();
    const config = {
      name: streamName,
      subjects: ['parley.>'],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: nanos(72 * hourMs),
      duplicate_window: nanos(120_000),
      num_replicas: this.#options.replicas,
    };
    try {
      await manager.streams.add(config);
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== streamDiffers) throw error;
      await manager.streams.update(streamName, config);
    }
    this.#streamKnown = true;
  }

  /** Something was not there: the next `ensureStream` looks again. */
  forgetStream(): void {
    this.#streamKnown = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopped.resolve();
    const session = await this.#first.catch(() => undefined);
    await session?.connection.close();
    this.up = false;
  }

  async #connectFirst(): Promise<NatsSession> {
    for (let isLogged = false; ; ) {
      if (this.#closed) throw new Error('The connection to NATS is closed.');
      try {
        return await this.#connect();
      } catch (error) {
        if (!isLogged) this.#options.log.warn({ err: error }, 'NATS cannot be reached; still trying');
        isLogged = true;
        await Promise.race([pause(retryMs), this.#stopped.promise]);
      }
    }
  }

  async #connect(): Promise<NatsSession> {
    const connection = await connect({
      ...addressOf(this.#options.url),
      name: this.#options.name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: retryMs,
      timeout: requestMs,
      pingInterval: 10_000,
      maxPingOut: 2,
      ignoreAuthErrorAbort: true,
    });
    const options = { timeout: requestMs };
    const session = {
      connection,
      client: jetstream(connection, options),
      manager: await jetstreamManager(connection, { ...options, checkAPI: false }),
    };
    this.#session = session;
    this.up = true;
    void this.#watch(connection);
    return session;
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.up = false;
        this.#disconnected.reject(new Error('NATS is unavailable.'));
        this.#options.log.warn('NATS is unavailable; events wait in the outbox');
      }
      if (status.type === 'reconnect') {
        this.up = true;
        this.#disconnected = disconnection();
        this.#streamKnown = false;
        this.#options.log.info('NATS is available again');
        for (const back of this.#whenBack) back();
      }
    }
  }
}

/** The client takes credentials apart from the addresses. */
function addressOf(url: string): NodeConnectionOptions {
  const urls = url.split(',').map((part) => new URL(part.includes('://') ? part : `nats://${part}`));
  const { username, password, protocol } = urls[0] ?? new URL('nats://127.0.0.1:4222');
  const user = decodeURIComponent(username);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || '4222'}`),
    ...(password ? { user, pass: decodeURIComponent(password) } : user ? { token: user } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}

function disconnection(): PromiseWithResolvers<never> {
  const disconnected = Promise.withResolvers<never>();
  disconnected.promise.catch(() => undefined);
  return disconnected;
}
