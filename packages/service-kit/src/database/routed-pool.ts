import pg from 'pg';

import type { Ambient } from './ambient.ts';
import type { PooledTransaction, Savepoint } from './transaction.ts';
import type { Wire, WireResult } from './wire.ts';

/**
 * The pool that Prisma's adapter gets: it has no connections of its own and sends every statement where the ambient scope says.
 * A subclass, because the adapter asks `instanceof pg.Pool`.
 */
export class RoutedPool extends pg.Pool {
  override query: pg.Pool['query'];
  override connect: pg.Pool['connect'];

  constructor(ambient: Ambient, options: pg.PoolConfig) {
    super(options);
    this.query = ((wire: Wire | string) => ambient.query(toWire(wire))) as pg.Pool['query'];
    this.connect = (async () => {
      const { transaction, joined, done } = await ambient.joinOrBegin();
      return new TransactionClient(transaction, joined, done);
    }) as unknown as pg.Pool['connect'];
  }
}

/**
 * Stands in for a pooled client while Prisma runs a transaction of its own (a nested write): inside the ambient transaction
 * its BEGIN, COMMIT and ROLLBACK become a savepoint.
 */
class TransactionClient {
  readonly #transaction: PooledTransaction;
  readonly #joined: boolean;
  readonly #done: () => void;
  #savepoint: Savepoint | undefined;

  constructor(transaction: PooledTransaction, joined: boolean, done: () => void) {
    this.#transaction = transaction;
    this.#joined = joined;
    this.#done = done;
  }

  async query(input: Wire | string): Promise<WireResult> {
    const wire = toWire(input);
    const word = wire.text.toUpperCase();
    if (word === 'BEGIN') this.#begin();
    else if (word === 'COMMIT') await this.#commit();
    else if (word === 'ROLLBACK') await this.#rollback();
    // A part cannot have another isolation than the whole.
    else if (!(this.#joined && word.startsWith('SET TRANSACTION'))) return this.#transaction.query(wire);
    return nothing;
  }

  /** The adapter listens for errors of the connection; those reach it through its statements. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }

  release(): void {
    if (!this.#joined) void this.#transaction.rollback();
    this.#done();
  }

  #begin(): void {
    if (this.#joined) this.#savepoint = this.#transaction.savepoint();
  }

  async #commit(): Promise<void> {
    if (!this.#joined) await this.#transaction.commit();
    else if (this.#savepoint) this.#transaction.release(this.#savepoint);
  }

  async #rollback(): Promise<void> {
    if (!this.#joined) await this.#transaction.rollback();
    else if (this.#savepoint) await this.#transaction.rollbackTo(this.#savepoint);
  }
}

const nothing: WireResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

function toWire(input: Wire | string): Wire {
  return typeof input === 'string' ? { text: input } : input;
}
