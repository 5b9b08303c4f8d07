import type { EventEnvelope } from '@parley/contracts';

import { outgoing } from '../bus/bus.fixture.ts';
import type { EventBus, OutgoingEvent } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { log, openStore, type Store, thingChanged } from '../outbox/outbox.fixture.ts';
import { on, type Subscription } from './subscription.ts';
import { type Subscriptions, startSubscriptions } from './subscriptions.ts';

/** A service that consumes: its tables, a bus that tries again at once, and table `thing` for the effects of its handlers. */
export class Copies {
  store!: Store;
  bus!: EventBus;
  #running: Subscriptions[] = [];

  async open(): Promise<void> {
    this.store = await openStore();
  }

  /** For `beforeEach`. */
  async begin(): Promise<void> {
    await this.store.db.query('truncate outbox, inbox, dead_letter, thing');
    this.bus = createMemoryBus({ timings: { retryDelaysMs: [1, 1, 1, 1, 1, 1, 1] } });
  }

  /** For `afterEach`. */
  async end(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((subscriptions) => subscriptions.stop()));
    await this.bus.close();
  }

  async close(): Promise<void> {
    await this.store?.stop();
  }

  /** @param more another replica has connections and a bus of its own */
  start(
    subscriptions: Subscription<string>[],
    more: { concurrency?: number; db?: Store['db']; bus?: EventBus } = {},
  ): Subscriptions {
    const { db, bus } = { db: this.store.db, bus: this.bus, ...more };
    const { concurrency } = more;
    const started = startSubscriptions({
      ...{ name: 'test-copies', subscriptions, context: 'the context', db, bus, log, concurrency },
    });
    this.#running.push(started);
    return started;
  }

  /** Those that were started first. */
  get running(): Subscriptions {
    const [first] = this.#running;
    if (!first) throw new Error('nothing is started');
    return first;
  }

  publish(...events: OutgoingEvent[]): Promise<void> {
    return this.bus.publish(events, () => undefined);
  }

  /** An effect: counts how often it was made. */
  async apply(key: string): Promise<void> {
    await this.store.db.query(
      'insert into thing (key, applied) values ($1, 1) on conflict (key) do update set applied = thing.applied + 1',
      [key],
    );
  }

  /** Effects by key. */
  async applied(): Promise<Record<string, number>> {
    const rows = await this.store.db.query<{ key: string; applied: number }>(
      'select key, applied from thing order by key',
    );
    return Object.fromEntries(rows.map(({ key, applied }) => [key, applied]));
  }

  inbox() {
    return this.store.db.query('select consumer, event_id, state from inbox order by event_id');
  }

  letters() {
    return this.store.db.query<Record<string, unknown>>('select * from dead_letter');
  }
}

type Handler = (event: EventEnvelope<{ n: number }>) => Promise<void>;

export const onThing = (handle: Handler) => on(thingChanged, (_: string, event) => handle(event));

export const thing = (n: number, over: { projectId?: string; key?: string } = {}) => outgoing({ data: { n }, ...over });

/** A handler that never succeeds. */
export const poison = () => Promise.reject(new Error('cannot digest this'));
