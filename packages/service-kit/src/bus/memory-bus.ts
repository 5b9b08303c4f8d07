import { AsyncLocalStorage } from 'node:async_hooks';

import type { EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import {
  type BusConsumer,
  type BusTimings,
  busTimings,
  type EventBus,
  type OutgoingEvent,
  type Running,
} from './bus.ts';
import { type Clock, systemClock } from './clock.ts';
import { MemoryQueue } from './memory-queue.ts';

export interface MemoryBusOptions {
  /**
   * Takes no events before `open()`: for a process whose services start one after the other, so that none misses what another
   * one publishes from its last run.
   */
  held?: boolean;
  timings?: Partial<BusTimings>;
  clock?: Clock;
  log?: Logger;
  /** For tests: delivers each event twice, each copy after a random part of `spreadMs` (20), the same for the same seed. */
  shuffle?: { seed: number; spreadMs?: number };
}

/** The in-process bus; it may be held closed while services start. */
export interface MemoryBus extends EventBus {
  /** Takes events from now on; every consumer of the process is there. */
  open(): void;
}

interface Listener {
  types: ReadonlySet<string>;
  handle(event: EventEnvelope): void | Promise<void>;
}

/**
 * The bus of the embedded mode: one instance, shared by all services of the process. At least once, like NATS. It stores nothing, so
 * it answers for an event only when every consumer is done with it; until then the outbox keeps it for the next start.
 * Source: contract 50 section 3.7.
 */
export function createMemoryBus(options: MemoryBusOptions = {}): MemoryBus {
  const { clock = systemClock, log } = options;
  const timings = { ...busTimings, ...options.timings };
  const delay = options.shuffle && spread(options.shuffle.seed, options.shuffle.spreadMs ?? 20);
  // Handlers start where the bus was made, not inside the call or transaction of the publisher.
  const outsideCalls = AsyncLocalStorage.snapshot();
  const queues = new Map<string, MemoryQueue>();
  const listeners = new Set<Listener>();
  const channels = new Map<string, Set<(text: string) => void>>();
  const waiting = new Set<() => void>();
  let listening = 0;
  let closed = false;
  let open = !options.held;

  const busy = () => listening > 0 || [...queues.values()].some((queue) => queue.busy());
  const changed = () => {
    if (busy()) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  return {
    open() {
      open = true;
    },

    async publish(batch, acknowledged) {
      if (closed) throw new Error('The bus is closed.');
      if (!open) throw new Error('The bus is not open yet.');
      outsideCalls(() => {
        for (const event of batch) deliver(event, acknowledged);
      });
    },

    consume(consumer: BusConsumer): Running {
      const queue =
        queues.get(consumer.name) ?? new MemoryQueue({ types: consumer.types, timings, clock, outsideCalls, changed });
      queues.set(consumer.name, queue);
      return queue.join(consumer);
    },

    listen(types, handle) {
      const listener: Listener = { types: new Set(types), handle };
      listeners.add(listener);
      return {
        async stop() {
          listeners.delete(listener);
        },
      };
    },

    broadcast(channel, text) {
      for (const handle of channels.get(channel) ?? []) outsideCalls(() => handle(text));
    },

    onBroadcast(channel, handle) {
      const others = channels.get(channel) ?? new Set();
      channels.set(channel, others.add(handle));
      return {
        async stop() {
          others.delete(handle);
        },
      };
    },

    // It stores nothing.
    forget: async () => undefined,

    health: () => ({ up: !closed, adapter: 'memory' }),

    idle: () => (busy() ? new Promise((resolve) => waiting.add(resolve)) : Promise.resolve()),

    async close() {
      closed = true;
      for (const queue of queues.values()) queue.clear();
      changed();
    },
  };

  function deliver(event: OutgoingEvent, acknowledged: (ids: readonly string[]) => void): void {
    const read = parsedOnce(event.text);
    for (const listener of listeners) if (listener.types.has(event.type)) notifyListener(listener, read);

    const targets = [...queues.values()].filter((queue) => queue.types.has(event.type) && queue.admits(read));
    const copies = delay ? 2 : 1;
    let left = targets.length * copies;
    if (left === 0) acknowledged([event.id]);
    const done = () => {
      left -= 1;
      if (left === 0) acknowledged([event.id]);
    };
    for (const queue of targets)
      for (let copy = 0; copy < copies; copy++) queue.add({ event, read, done }, delay?.() ?? 0);
  }

  function notifyListener({ handle }: Listener, read: () => EventEnvelope): void {
    listening += 1;
    Promise.resolve()
      .then(() => handle(read()))
      .catch((error: unknown) => log?.error({ err: error }, 'a listener failed'))
      .finally(() => {
        listening -= 1;
        changed();
      });
  }
}

/** All consumers of the process share one parsed event. None of them changes it. */
function parsedOnce(text: string): () => EventEnvelope {
  let parsed: EventEnvelope | undefined;
  return () => {
    parsed ??= JSON.parse(text) as EventEnvelope;
    return parsed;
  };
}

/** Mulberry32: the same delays for the same seed. */
function spread(seed: number, spreadMs: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * spreadMs;
  };
}
