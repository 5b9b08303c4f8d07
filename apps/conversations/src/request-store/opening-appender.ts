import { Batcher, LRUCache } from '@parley/service-kit/concurrency';
import { type Database, sqlState } from '@parley/service-kit/database';
import type { outboxRows } from '@parley/service-kit/outbox';

import { maxOpened, storeOpenings } from './opening.statements.ts';

/** All rows of a new request, as `storeOpenings` reads them. */
export interface NewRows {
  projectId: string;
  /** `_id` of the request. */
  id: string;
  request: object;
  head: object;
  messages: object[];
  history: object[];
  seats: object[];
  events: ReturnType<typeof outboxRows>;
  readers: object[];
  /** `null`: none. */
  clock: object | null;
  levels: object | null;
}

/** The database has refused the batch because of one of its openings: each is stored by itself. */
type Outcome = boolean | 'refused';

/** A project beyond them, if it is busy, may have two: a batch is one statement all the same. */
const maxBatchers = 1_000;

/**
 * Stores new requests in batches: those of a project that are ready at the same time share one statement and one commit. Inside a transaction a
 * request is a batch of its own, and a part of that transaction.
 */
export class OpeningAppender {
  readonly #db: Database;
  /** By project: a batch waits for the seats that it takes, and so do no other project's requests. */
  readonly #batchers = new LRUCache<string, Batcher<NewRows, Outcome>>({ max: maxBatchers });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns false when the id is taken or the lead erased @throws what the database says of this request */
  async append(rows: NewRows): Promise<boolean> {
    if (this.#db.inTransaction()) return this.#storeAlone(rows);
    const outcome = await this.#batcherOf(rows.projectId).load(rows);
    return outcome === 'refused' ? this.#storeAlone(rows) : outcome;
  }

  #batcherOf(projectId: string): Batcher<NewRows, Outcome> {
    const known = this.#batchers.get(projectId);
    if (known) return known;
    const made = new Batcher<NewRows, Outcome>((batch) => this.#storeTogether(batch), maxOpened);
    this.#batchers.set(projectId, made);
    return made;
  }

  async #storeTogether(batch: readonly NewRows[]): Promise<Outcome[]> {
    try {
      const stored = await this.#store(batch);
      return batch.map(({ id }) => stored.has(id));
    } catch (error) {
      if (sqlState(error) === undefined || batch.length === 1) throw error;
      return batch.map(() => 'refused');
    }
  }

  async #storeAlone(rows: NewRows): Promise<boolean> {
    return (await this.#store([rows])).has(rows.id);
  }

  /** @param batch of one project @returns `_id`s of the requests that are stored */
  async #store(batch: readonly NewRows[]): Promise<ReadonlySet<string>> {
    const all = (pick: (rows: NewRows) => object[] | object | null) =>
      JSON.stringify(batch.flatMap((rows) => pick(rows) ?? []));
    const stored = await this.#db.query<{ id: string }>(storeOpenings, [
      ...[batch[0]?.projectId, all(({ request }) => request), all(({ head }) => head)],
      ...[all(({ messages }) => messages), all(({ history }) => history), all(({ seats }) => seats)],
      ...[all(({ events }) => events), all(({ readers }) => readers)],
      ...[all(({ clock }) => clock), all(({ levels }) => levels)],
    ]);
    return new Set(stored.map(({ id }) => id));
  }
}
