import { Batcher } from '@parley/service-kit/concurrency';
import { type Database, sqlState } from '@parley/service-kit/database';
import type { outboxRows } from '@parley/service-kit/outbox';

import type { Head } from './request.loader.ts';
import { type Append, appendMessages, maxAppended } from './request.statements.ts';

/** A message that changes only the head of its request. */
export interface AppendedMessage {
  append: Append;
  /** As `messageRow` makes it. */
  message: object;
  event: ReturnType<typeof outboxRows>[number];
}

/** The head before the message. */
export interface Appended extends Head {
  stored: boolean;
}

/**
 * Stores messages in batches: those that come while a batch is on its way share one statement and one commit. Inside a transaction a message is
 * a batch of its own, and a part of that transaction.
 */
export class MessageAppender {
  readonly #db: Database;
  readonly #batches: Batcher<AppendedMessage, Appended | undefined>;

  constructor(db: Database) {
    this.#db = db;
    this.#batches = new Batcher((messages) => this.#appendIsolated(messages), maxAppended);
  }

  /** @returns `undefined` when nothing is stored because the request is gone, locked by another writer, or its batch failed: decide again, under the lock */
  async append(message: AppendedMessage): Promise<Appended | undefined> {
    if (!this.#db.inTransaction()) return this.#batches.load(message);
    const [appended] = await this.#append([message]);
    return appended;
  }

  /** The data of one message must not fail the others: when the database refuses a batch, each of its messages is decided again. */
  async #appendIsolated(messages: readonly AppendedMessage[]): Promise<(Appended | undefined)[]> {
    try {
      return await this.#append(messages);
    } catch (error) {
      if (sqlState(error) === undefined) throw error;
      return messages.map(() => undefined);
    }
  }

  async #append(messages: readonly AppendedMessage[]): Promise<(Appended | undefined)[]> {
    // A second message to the same request was decided on the same head.
    const byRequest = new Map<string, AppendedMessage>();
    for (const message of messages) {
      const key = keyOf(message.append);
      if (!byRequest.has(key)) byRequest.set(key, message);
    }
    const chosen = [...byRequest.values()];
    const rows = await this.#db.query<Appended & RequestKey>(appendMessages, [
      JSON.stringify(chosen.map(({ append }) => append)),
      JSON.stringify(chosen.map(({ message }) => message)),
      JSON.stringify(chosen.map(({ event }) => event)),
    ]);
    const heads = new Map(rows.map((row) => [keyOf(row), row]));
    return messages.map((message) => {
      const key = keyOf(message.append);
      return byRequest.get(key) === message ? heads.get(key) : undefined;
    });
  }
}

type RequestKey = Pick<Append, 'id_project' | 'id'>;
const keyOf = ({ id_project, id }: RequestKey): string => `${id_project} ${id}`;
