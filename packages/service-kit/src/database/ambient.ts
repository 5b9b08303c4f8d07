import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

import type pg from 'pg';

import { isConflict, isStale, translate } from './failures.ts';
import { PooledTransaction, type TransactionOptions } from './transaction.ts';
import type { Wire, WireResult } from './wire.ts';

const attempts = 5;

/** Where the statements of an asynchronous chain go. */
interface Scope {
  kind: 'transaction' | 'unit' | 'outside';
  pool: pg.Pool;
  /** Absent in a unit of work that has not written yet, and outside. */
  transaction?: PooledTransaction | undefined;
  /** End of the queue for savepoints: those of one scope nest on the connection, so one is open at a time. */
  tail: Promise<void>;
}

/** The two pools of a database and the scopes that decide between them. */
export class Ambient {
  readonly #scopes = new AsyncLocalStorage<Scope | undefined>();
  readonly #main: pg.Pool;
  readonly #side: pg.Pool;
  readonly #options: TransactionOptions;

  /** @param side connections for work that must not wait for those that transactions hold */
  constructor(main: pg.Pool, side: pg.Pool, options: TransactionOptions) {
    this.#main = main;
    this.#side = side;
    this.#options = options;
  }

  query(wire: Wire): Promise<WireResult> {
    const scope = this.#scopes.getStore();
    const transaction = scope?.kind === 'unit' && !reads(wire.text) ? this.#opened(scope) : scope?.transaction;
    return transaction ? transaction.query(wire) : this.#autocommit(scope?.pool ?? this.#main, wire);
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const scope = this.#scopes.getStore();
    if (scope && scope.kind !== 'outside') return this.#nested(scope, work);

    const pool = scope?.pool ?? this.#main;
    let latest: PooledTransaction | undefined;
    const once = () => {
      latest = new PooledTransaction(pool, this.#options);
      return this.#complete({ kind: 'transaction', pool, transaction: latest, tail: free }, work);
    };
    return this.#repeated(once, () => latest?.conflict || latest?.stale);
  }

  async unitOfWork<T>(work: () => Promise<T>): Promise<T> {
    const scope = this.#scopes.getStore();
    if (scope && scope.kind !== 'outside') return this.transaction(work);
    return this.#complete({ kind: 'unit', pool: scope?.pool ?? this.#main, tail: free }, work);
  }

  inTransaction(): boolean {
    const kind = this.#scopes.getStore()?.kind;
    return kind === 'transaction' || kind === 'unit';
  }

  outside<T>(work: () => Promise<T>): Promise<T> {
    const scope = this.#scopes.getStore();
    const pool = scope?.transaction ? this.#side : (scope?.pool ?? this.#main);
    return this.#scopes.run({ kind: 'outside', pool, tail: free }, work);
  }

  afterCommit(effect: () => void): void {
    const run = () => this.#scopes.run(undefined, effect);
    const transaction = this.#scopes.getStore()?.transaction;
    if (transaction) transaction.afterCommit(run);
    else run();
  }

  /** A transaction for a driver that sends its own BEGIN and COMMIT; `joined` when it is a part of the ambient one. */
  async joinOrBegin(): Promise<{ transaction: PooledTransaction; joined: boolean; done: () => void }> {
    const scope = this.#scopes.getStore();
    if (!scope || scope.kind === 'outside') {
      const transaction = new PooledTransaction(scope?.pool ?? this.#main, this.#options);
      return { transaction, joined: false, done: () => undefined };
    }
    const done = await lockScope(scope);
    return { transaction: this.#opened(scope), joined: true, done };
  }

  #opened(scope: Scope): PooledTransaction {
    scope.transaction ??= new PooledTransaction(scope.pool, this.#options);
    return scope.transaction;
  }

  async #complete<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    try {
      const result = await this.#scopes.run(scope, work);
      await scope.transaction?.commit();
      return result;
    } catch (error) {
      await scope.transaction?.rollback();
      throw error;
    }
  }

  async #nested<T>(parent: Scope, work: () => Promise<T>): Promise<T> {
    const done = await lockScope(parent);
    try {
      const { transaction } = parent;
      if (!transaction) return await this.#first(parent, work);

      let conflict = false;
      const once = () =>
        this.#inSavepoint(parent, transaction, work).catch((error: unknown) => {
          conflict = transaction.conflict;
          transaction.conflict = false;
          throw error;
        });
      // In a unit of work this is the outermost one its caller knows.
      return await (parent.kind === 'unit' ? this.#repeated(once, () => conflict) : once());
    } finally {
      done();
    }
  }

  /** The first transaction of a unit opens the unit's own. When it rejects, that is rolled back and dropped: nothing else is in it. */
  #first<T>(unit: Scope, work: () => Promise<T>): Promise<T> {
    let latest: PooledTransaction | undefined;
    const once = async () => {
      const transaction = this.#opened(unit);
      latest = transaction;
      try {
        return await this.#scopes.run({ ...unit, kind: 'transaction', transaction, tail: free }, work);
      } catch (error) {
        unit.transaction = undefined;
        await transaction.rollback();
        throw error;
      }
    };
    return this.#repeated(once, () => latest?.conflict || latest?.stale);
  }

  async #inSavepoint<T>(parent: Scope, transaction: PooledTransaction, work: () => Promise<T>): Promise<T> {
    const savepoint = transaction.savepoint();
    try {
      const result = await this.#scopes.run({ ...parent, kind: 'transaction', transaction, tail: free }, work);
      transaction.release(savepoint);
      return result;
    } catch (error) {
      await transaction.rollbackTo(savepoint);
      throw error;
    }
  }

  async #repeated<T>(once: () => Promise<T>, again: () => boolean | undefined): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once();
      } catch (error) {
        if (attempt === attempts || !again()) throw error;
        await delay(Math.random() * 20 * attempt);
      }
    }
  }

  /** A statement that met a deadlock has done nothing, and is done again as a transaction is. */
  async #autocommit(pool: pg.Pool, wire: Wire): Promise<WireResult> {
    let latest: unknown;
    const once = () =>
      this.#onOwnConnection(pool, wire).catch((error) => {
        latest = error;
        throw translate(error);
      });
    return this.#repeated(once, () => isConflict(latest));
  }

  async #onOwnConnection(pool: pg.Pool, wire: Wire, again = true): Promise<WireResult> {
    let client: pg.PoolClient | undefined;
    let unusable = false;
    try {
      client = await pool.connect();
      return await client.query(wire);
    } catch (error) {
      unusable = isStale(error);
      if (!unusable || !again) throw error;
    } finally {
      client?.release(unusable);
    }
    return this.#onOwnConnection(pool, wire, false);
  }
}

const free = Promise.resolve();

/** Mutex of a scope: resolves when earlier holders have released it. @returns releases it */
async function lockScope(scope: Scope): Promise<() => void> {
  const before = scope.tail;
  const { promise, resolve } = Promise.withResolvers<void>();
  scope.tail = before.then(() => promise);
  await before;
  return resolve;
}

/** A unit of work stays without transaction as long as it only reads. */
function reads(text: string): boolean {
  return /^\s*(select|show|explain)\b/i.test(text);
}
