import type pg from 'pg';
import type { Logger } from 'pino';

import { isConflict, isStale, translate } from './failures.ts';
import { openWith, type Wire, type WireResult } from './wire.ts';

/** What transactions of one database share. */
export interface TransactionOptions {
  /** No transaction runs longer, in ms. */
  transactionMs: number;
  log: Logger;
}

/**
 * One database transaction on one pooled connection. Takes the connection with its first statement, so that one that asks
 * nothing costs nothing.
 */
export class PooledTransaction {
  readonly #pool: pg.Pool;
  readonly #options: TransactionOptions;
  #opening: Promise<pg.PoolClient> | undefined;
  #client: pg.PoolClient | undefined;
  #begun = false;
  #ended = false;
  #unusable = false;
  #deadline: NodeJS.Timeout | undefined;
  #savepoints = 0;
  #effects: (() => void)[] = [];
  /** A statement met a serialization failure or deadlock: the same work, done again, may succeed. */
  conflict = false;
  /** A prepared statement no longer fits: the same work, done again on another connection, may succeed. */
  stale = false;

  constructor(pool: pg.Pool, options: TransactionOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async query(wire: Wire): Promise<WireResult> {
    this.#mustBeOpen();
    this.#opening ??= this.#pool.connect();
    try {
      const client = await this.#opening;
      this.#mustBeOpen();
      return await (this.#begun ? client.query(wire) : this.#begin(client, wire));
    } catch (error) {
      this.conflict ||= isConflict(error);
      this.stale ||= isStale(error);
      throw translate(error);
    }
  }

  /** Sends a statement whose failure the server remembers: it fails everything after it, the commit at the latest. */
  send(text: string): void {
    this.query({ text }).catch(() => undefined);
  }

  /** Marks a point that `rollbackTo` returns to. */
  savepoint(): Savepoint {
    const name = `parley_${++this.#savepoints}`;
    this.send(`savepoint ${name}`);
    return { name, effects: this.#effects.length };
  }

  release(savepoint: Savepoint): void {
    this.send(`release savepoint ${savepoint.name}`);
  }

  async rollbackTo(savepoint: Savepoint): Promise<void> {
    this.#effects.length = savepoint.effects;
    // Refused when the connection is gone, and then everything is undone anyway.
    await this.query({ text: `rollback to savepoint ${savepoint.name}` }).catch(() => undefined);
    this.release(savepoint);
  }

  afterCommit(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** @throws Error when a statement had failed and its error was swallowed: nothing is stored then. */
  async commit(): Promise<void> {
    this.#mustBeOpen();
    const client = await this.#end();
    if (client && this.#begun) {
      try {
        const { command } = await client.query('commit');
        if (command !== 'COMMIT') {
          throw new Error('A statement of the transaction had failed and its error was swallowed: nothing is stored.');
        }
      } catch (error) {
        this.conflict ||= isConflict(error);
        throw translate(error);
      } finally {
        this.#releaseClient(client);
      }
    } else if (client) {
      this.#releaseClient(client);
    }
    for (const effect of this.#effects) this.#runEffect(effect);
  }

  /** Does nothing after a commit that failed: the server has undone it already. */
  async rollback(): Promise<void> {
    if (this.#ended) return;
    const client = await this.#end();
    if (!client) return;
    if (this.#begun) await client.query('rollback').catch(() => (this.#unusable = true));
    this.#releaseClient(client);
  }

  #begin(client: pg.PoolClient, wire: Wire): Promise<WireResult> {
    this.#begun = true;
    this.#client = client;
    this.#deadline = setTimeout(() => this.#expire(client), this.#options.transactionMs);
    this.#deadline.unref();
    return openWith(client, wire);
  }

  /** The server undoes what the lost connection had open; locks held for longer would stop others for as long. */
  #expire(client: pg.PoolClient): void {
    this.#unusable = true;
    this.#options.log.warn(
      { transactionMs: this.#options.transactionMs },
      'a transaction took too long and was broken off',
    );
    client.connection.stream.destroy();
  }

  #mustBeOpen(): void {
    if (this.#ended) throw new Error('The transaction of this call has ended. Is there a promise that is not awaited?');
  }

  async #end(): Promise<pg.PoolClient | undefined> {
    // Without a connection the caller has its error already.
    const client = this.#client ?? (await this.#opening?.catch(() => undefined));
    this.#ended = true;
    clearTimeout(this.#deadline);
    return client;
  }

  #releaseClient(client: pg.PoolClient): void {
    client.release(this.#unusable || this.stale);
  }

  #runEffect(effect: () => void): void {
    try {
      effect();
    } catch (error) {
      this.#options.log.error({ err: error }, 'an effect after the commit failed');
    }
  }
}

/** A point of a transaction that `rollbackTo` returns to. */
export interface Savepoint {
  name: string;
  /** How many effects were waiting when it was set. */
  effects: number;
}
