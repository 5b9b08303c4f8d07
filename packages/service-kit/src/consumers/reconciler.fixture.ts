import type { ServiceName } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import type { BusTimings, EventBus } from '../bus/bus.ts';
import { noMetrics } from '../bus/event-metrics.ts';
import type { Database } from '../database/database.ts';
import { LeaseKeeper } from '../database/lease.ts';
import { change, log, openStore, type Store, thingChanged, upTo } from '../outbox/outbox.fixture.ts';
import { OutboxReader, type Publisher } from '../outbox/outbox-reader.ts';
import { type Reconciler, type ReconcilerTimings, startReconciler } from './reconciler.ts';
import { on, type Subscription } from './subscription.ts';
import { startSubscriptions } from './subscriptions.ts';

export const everyMs = 20;
export const publisherName = 'workspace';
export const consumerName = 'test-copies';
export const hasty = { retryMs: 20, graceMs: 50, freshMs: 0 };
export const leaseMs = 900;
const soonAgain = { retryDelaysMs: Array<number>(7).fill(1) };

export const keys = upTo(20).map((n) => `k${n}`);

interface Given {
  bus: EventBus;
  subscriptions?: Subscription<undefined>[];
  publishers?: Partial<Record<ServiceName, Publisher>>;
  timings?: Partial<ReconcilerTimings>;
  leaseMs?: number;
  retries?: Partial<BusTimings>;
  db?: Database;
}

/** Counts an event of a thing that had an effect. */
export async function applyIn(db: Database, key: string): Promise<void> {
  await db.query('update thing set applied = applied + 1 where key = $1', [key]);
}

export function keepCopyIn(db: Database): Subscription<undefined> {
  return on(thingChanged, (_: undefined, { partitionkey }) => applyIn(db, partitionkey)) as Subscription<undefined>;
}

/** Consumers and the copies that they keep: in the database of the publisher, which no service does. */
export class Copies {
  /** Ended with the test, the last one first. */
  readonly running: { stop(): Promise<unknown> }[] = [];
  #store: Store | undefined;
  /** The one that was started last. */
  #reconciler: Reconciler | undefined;

  /** Empty at the beginning of each test of a file. */
  static ofTests(): Copies {
    const copies = new Copies();
    beforeAll(async () => {
      copies.#store = await openStore();
    });
    afterAll(() => copies.#store?.stop());
    beforeEach(() => copies.db.query('truncate outbox, inbox, dead_letter, thing, lease, event_cursor'));
    afterEach(async () => {
      for (const part of copies.running.splice(0).reverse()) await part.stop();
    });
    return copies;
  }

  get db(): Database {
    return this.#opened.db;
  }

  /** A connection of another replica. */
  connect(): Promise<Database> {
    return this.#opened.connect();
  }

  get #opened(): Store {
    if (this.#store === undefined) throw new Error('the store is opened before the first test');
    return this.#store;
  }

  /** A consumer with its reconciler, as one replica of a service has them. */
  consume(given: Given) {
    const { bus, db = this.db, subscriptions = [keepCopyIn(db)], retries: timings = soonAgain } = given;
    let reconciled = 0;
    const metrics = {
      ...noMetrics,
      reconciled: () => {
        reconciled += 1;
      },
    };
    const base = { db, bus, log, metrics };
    const started = startSubscriptions({ ...base, name: consumerName, subscriptions, context: undefined, timings });
    const publishers = given.publishers ?? { [publisherName]: new OutboxReader(this.db, everyMs) };
    const outboxes = Object.entries(publishers).map(([name, publisher]) => ({
      ...{ name: name as ServiceName, publisher },
      consumers: started.consumers,
    }));
    const leases = new LeaseKeeper({ leaseMs, ...given, db, log });
    const reconciler = startReconciler({
      ...{ ...base, leases, outboxes },
      timings: { ...hasty, ...given.timings },
    });
    this.running.push(started, reconciler);
    this.#reconciler = reconciler;
    return { stop: () => reconciler.stop(), reconciled: () => reconciled };
  }

  /** The outbox, and how far its answers reach. */
  watching(onSeqs: (seqs: number[]) => void): Publisher {
    const reader = new OutboxReader(this.db, everyMs);
    return {
      async *listEvents(request, over) {
        onSeqs(Object.values(request.afterSeq));
        for await (const page of reader.listEvents(request, over)) {
          yield page;
          onSeqs(page.horizons.map(({ seq }) => seq));
        }
      },
      getEvents: (request) => reader.getEvents(request),
    };
  }

  async changed(some: readonly string[]): Promise<void> {
    await Promise.all(some.map((key) => change(this.db, key)));
  }

  /** Each change of a thing had an effect, once. */
  async expectAllApplied(): Promise<void> {
    await eventually(async () => {
      expect(await this.db.query('select key, n, applied from thing where n <> applied')).toEqual([]);
    });
  }

  letters() {
    return this.db.query<{ attempts: number }>('select attempts from dead_letter');
  }

  async nowAsOf(): Promise<number> {
    return (await this.#reconciler?.asOf(consumerName, [publisherName]))?.getTime() ?? 0;
  }

  async databaseTime(): Promise<number> {
    return (await this.db.query<{ at: Date }>('select clock_timestamp() as at'))[0]?.at.getTime() ?? 0;
  }

  async lastNumber(): Promise<number> {
    return (await this.db.query<{ last: number }>('select last_value as last from outbox_seq'))[0]?.last ?? 0;
  }
}
