import { viewingStates } from '@parley/contracts';
import type { EventBus, Running } from '@parley/service-kit/bus';
import { pause } from '@parley/service-kit/concurrency';
import { z } from 'zod';

import { ViewerRegister, type ViewerReport } from './viewer-register.ts';

const Broadcast = z.object({
  topic: z.string(),
  user_id: z.string(),
  fullname: z.string(),
  state: z.enum(viewingStates),
  connection: z.string(),
  /** When it was reported, in ms: replicas tell the same time. */
  at: z.number(),
});

const channel = 'viewing';
const lookMs = 1_000;
/** Between two frames of one request to one subscriber. */
const spacingMs = 1_000;

/** Who has a request open: announced over the bus to every replica, and never stored. Source: contract 82 section 7. */
export class Viewing {
  readonly #bus: EventBus;
  readonly #subscription: Running;
  readonly #register: ViewerRegister;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #timer: NodeJS.Timeout;

  /** @param lapseMs how long an entry lasts after its last report */
  constructor(bus: EventBus, lapseMs: number) {
    this.#bus = bus;
    this.#register = new ViewerRegister(lapseMs);
    this.#subscription = bus.onBroadcast(channel, (text) => this.#receive(text));
    this.#timer = setInterval(() => this.#wake(this.#register.lapse(Date.now())), lookMs);
    this.#timer.unref();
  }

  publish(report: ViewerReport): void {
    this.#bus.broadcast(channel, JSON.stringify({ ...report, at: Date.now() }));
  }

  /** JSON of the viewers of a topic: the present ones, then whenever they have changed, at most once a second. */
  async *follow(topic: string, signal: AbortSignal): AsyncGenerator<string> {
    let news = Promise.withResolvers<void>();
    const wake = () => news.resolve();
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(wake));
    signal.addEventListener('abort', wake);
    try {
      for (let sent: string | undefined; !signal.aborted; ) {
        news = Promise.withResolvers();
        const text = JSON.stringify(this.#register.viewersOf(topic));
        if (text === sent) {
          await news.promise;
          continue;
        }
        yield text;
        sent = text;
        await pause(spacingMs, signal);
      }
    } finally {
      signal.removeEventListener('abort', wake);
      listeners.delete(wake);
      if (listeners.size === 0) this.#listeners.delete(topic);
    }
  }

  stop(): Promise<void> {
    clearInterval(this.#timer);
    return this.#subscription.stop();
  }

  #receive(text: string): void {
    const { data } = Broadcast.safeParse(JSON.parse(text));
    if (!data) return;
    const { at, ...report } = data;
    if (this.#register.report(report, Date.now(), at)) this.#wake([report.topic]);
  }

  #wake(topics: readonly string[]): void {
    for (const topic of topics) for (const wake of this.#listeners.get(topic) ?? []) wake();
  }
}
