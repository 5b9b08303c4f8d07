import { LRUCache } from 'lru-cache';

import type { EventBus, Running } from '../bus/bus.ts';

/** Size of the cache, which saves the walk of the outbox a look into the inbox. */
const maxRemembered = 10_000;
const rememberedMs = 300_000;
/** How long ids are batched before they are broadcast; less than the grace period of the bus. */
const announceAfterMs = 1_000;

/**
 * Cache of the events that a consumer has passed, as far as this process knows. An event that concerned no handler has no inbox row: its id is broadcast
 * to the other replicas, one of which walks the outbox and would fetch it again.
 */
export class PassedEvents {
  readonly #bus: EventBus;
  readonly #channel: string;
  readonly #known = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMs });
  #unannounced: string[] = [];
  #announcing: NodeJS.Timeout | undefined;

  constructor(bus: EventBus, consumer: string) {
    this.#bus = bus;
    this.#channel = `passed-${consumer}`;
  }

  /** Listens for ids that other replicas have passed. */
  start(): Running {
    const broadcasts = this.#bus.onBroadcast(this.#channel, (ids) => {
      for (const id of ids.split(' ')) this.add(id);
    });
    return {
      stop: async () => {
        this.#announce();
        await broadcasts.stop();
      },
    };
  }

  has(eventId: string): boolean {
    return this.#known.get(eventId) === true;
  }

  add(eventId: string): void {
    this.#known.set(eventId, true);
  }

  addWithoutRow(eventId: string): void {
    this.add(eventId);
    this.#unannounced.push(eventId);
    if (this.#unannounced.length >= maxRemembered) this.#announce();
    else this.#announcing ??= setTimeout(() => this.#announce(), announceAfterMs).unref();
  }

  #announce(): void {
    clearTimeout(this.#announcing);
    this.#announcing = undefined;
    const ids = this.#unannounced.splice(0);
    if (ids.length > 0) this.#bus.broadcast(this.#channel, ids.join(' '));
  }
}
