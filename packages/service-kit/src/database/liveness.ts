import { setImmediate as afterPoll } from 'node:timers/promises';

import { commonErrors } from '@parley/contracts';
import pg from 'pg';
import type { Logger } from 'pino';

import { pause, untilNext } from '../concurrency/timing.ts';
import { translate } from './failures.ts';

const beatEveryMs = 500;
/** Looks at outboxes begin at whole seconds; their connections, in use for a moment, ask for no heartbeat. */
const beatOffsetMs = 250;
/** With the pause between beats, a server that falls silent is known as such after 2 s. */
const beatTimeoutMs = 1_500;
/** To find it again: many may be connecting to a server that has just come back. */
const reconnectTimeoutMs = 5_000;
const checkTimeoutMs = 1_000;

/**
 * Writes some 300 kB to a temporary file where the tables are: a server whose disk is full still answers queries, and refuses this
 * one with 53100. A probe that wrote a row would need a table in each database, and might find room in a page although the disk is full.
 */
const checkDisk = 'select count(*) from generate_series(1, 10000)';
const checkSettings = '-c work_mem=64kB -c temp_tablespaces=';

/** A connection pool that the breaker guards. */
export interface LivenessPool {
  isInUse(): boolean;
  /** Ends the connections, and the waits for one; called when the server falls silent. */
  drop(): void;
}

/**
 * Circuit breaker of a database server. A heartbeat on a connection of its own distinguishes a server that has fallen silent (frozen, cut off)
 * from one that runs a long statement, so that calls fail at once instead of after the statement timeout.
 */
export class Liveness {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #closed = new AbortController();
  readonly #beating: Promise<void>;
  readonly #pools = new Set<LivenessPool>();
  #isSilent = false;
  #hasAnswered = false;

  constructor(config: pg.PoolConfig, log: Logger) {
    this.#log = log;
    this.#pool = new pg.Pool({
      ...config,
      // One for the heartbeat, one for checks.
      max: 2,
      connectionTimeoutMillis: reconnectTimeoutMs,
      options: `${config.options ?? ''} ${checkSettings}`,
      allowExitOnIdle: true,
    });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#beating = this.#beat();
  }

  /** @throws AppError `dependency_down` at once while the server is silent */
  mustAnswer(): void {
    if (this.#isSilent) throw commonErrors.dependency_down({ dependency: 'database' }, new Error(silence));
  }

  /** Watches the server for a pool: as long as one of its connections is in use, or wanted. */
  watch(pool: LivenessPool): void {
    this.#pools.add(pool);
  }

  /** @throws AppError `dependency_down` when the server does not answer within 1 s, or cannot store anything */
  async check(): Promise<void> {
    this.mustAnswer();
    try {
      await this.#ask(checkDisk, checkTimeoutMs);
    } catch (error) {
      throw error instanceof NoAnswer
        ? commonErrors.dependency_down({ dependency: 'database' }, error)
        : translate(error);
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#beating;
    await this.#pool.end();
  }

  async #beat(): Promise<void> {
    const { signal } = this.#closed;
    for (; !signal.aborted; await pause(untilNext(beatEveryMs, beatOffsetMs), signal)) {
      if (this.#hasAnswered && !this.#isSilent && !this.#isNeeded()) continue;
      const hasAnswer = await this.#ask('select 1', this.#isSilent ? reconnectTimeoutMs : beatTimeoutMs).then(
        () => true,
        // A refusal is an answer: calls get it themselves, at once.
        (error: unknown) => !(error instanceof NoAnswer),
      );
      // Before the first answer the breaker stays closed: a server may take long to start.
      if (!hasAnswer && this.#hasAnswered) this.#fallSilent();
      if (hasAnswer) this.#recover();
    }
  }

  #fallSilent(): void {
    if (!this.#isSilent) this.#log.warn({ afterMs: beatTimeoutMs }, `${silence}: calls are refused until it does`);
    this.#isSilent = true;
    // Each time: a connection that was opened meanwhile will never answer.
    for (const pool of this.#pools) pool.drop();
  }

  /** Without connections in use there is no heartbeat. */
  #isNeeded(): boolean {
    return [...this.#pools].some((pool) => pool.isInUse());
  }

  #recover(): void {
    if (this.#isSilent) this.#log.warn('the database server answers again');
    this.#isSilent = false;
  }

  /** @throws NoAnswer when the connection and its answer take longer than `timeoutMs` */
  async #ask(text: string, timeoutMs: number): Promise<void> {
    const timeout = new AbortController();
    const asking = this.#askPooled(text, timeout.signal);
    const over = new AbortController();
    const late = pause(timeoutMs, over.signal).then(async () => {
      // A timer runs before what has arrived is read: an answer that waits behind work of our own counts.
      await afterPoll();
      if (over.signal.aborted) return;
      timeout.abort();
      throw new NoAnswer(silence);
    });
    try {
      await Promise.race([asking, late]);
      this.#hasAnswered = true;
    } finally {
      over.abort();
    }
  }

  async #askPooled(text: string, timeout: AbortSignal): Promise<void> {
    const client = await this.#pool.connect();
    const destroy = () => client.connection.stream.destroy();
    timeout.addEventListener('abort', destroy);
    let failure: Error | undefined;
    try {
      if (timeout.aborted) return;
      await client.query(text);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      timeout.removeEventListener('abort', destroy);
      client.release(failure);
    }
  }
}

const silence = 'the database server does not answer';

class NoAnswer extends Error {}
