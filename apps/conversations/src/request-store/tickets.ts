import { Batcher, LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

import { takeTickets } from './request.statements.ts';

/** A project beyond them, if it is busy, may have two: tickets are taken by one statement all the same. */
const maxBatchers = 1_000;

/**
 * Ticket numbers of new requests: increasing, with gaps, never twice. Taken outside the transaction that uses them, so that
 * creations do not wait for each other's commits; calls during one round trip share the next one.
 */
export class Tickets {
  readonly #db: Database;
  readonly #batchers = new LRUCache<string, Batcher<void, number>>({ max: maxBatchers });

  constructor(db: Database) {
    this.#db = db;
  }

  take(projectId: string): Promise<number> {
    const batcher = this.#batchers.get(projectId) ?? this.#addBatcher(projectId);
    return batcher.load();
  }

  #addBatcher(projectId: string): Batcher<void, number> {
    const batcher = new Batcher<void, number>((questions) => this.#takeAll(projectId, questions.length));
    this.#batchers.set(projectId, batcher);
    return batcher;
  }

  async #takeAll(projectId: string, count: number): Promise<number[]> {
    const [row] = await this.#db.query<{ last: number }>(takeTickets, [projectId, count]);
    const first = (row?.last ?? 0) - count + 1;
    return Array.from({ length: count }, (_, place) => first + place);
  }
}
