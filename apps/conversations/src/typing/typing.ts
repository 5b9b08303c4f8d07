import type { EventBus, Running } from '@parley/service-kit/bus';
import { z } from 'zod';

/** Typing indicators: broadcast at most once over the bus and never stored. */
const TypingBroadcast = z.object({
  topic: z.string(),
  record: z.object({ user_id: z.string(), fullname: z.string(), typing: z.boolean() }),
});
type TypingBroadcast = z.output<typeof TypingBroadcast>;

type TypingListener = (text: string) => void;

const channel = 'typing';
/** Rate limit per person and request. */
const minIntervalMs = 1_000;
const maxQueued = 100;
const maxRemembered = 10_000;

export class Typing {
  readonly #bus: EventBus;
  readonly #subscription: Running;
  readonly #listeners = new Map<string, Set<TypingListener>>();
  readonly #lastPublished = new Map<string, { at: number; typing: boolean }>();

  constructor(bus: EventBus) {
    this.#bus = bus;
    this.#subscription = bus.onBroadcast(channel, (text) => this.#receive(text));
  }

  /** @param topic name of a typing topic */
  publish(topic: string, record: TypingBroadcast['record']): void {
    const key = `${topic} ${record.user_id}`;
    const last = this.#lastPublished.get(key);
    const now = Date.now();
    // A stop is never dropped, or the indicator would stay on.
    if (last && now - last.at < minIntervalMs && (last.typing === record.typing || record.typing)) return;
    if (this.#lastPublished.size >= maxRemembered) this.#lastPublished.clear();
    this.#lastPublished.set(key, { at: now, typing: record.typing });
    this.#bus.broadcast(channel, JSON.stringify({ topic, record } satisfies TypingBroadcast));
  }

  /** JSON of typing records as they arrive. */
  async *follow(topic: string, signal: AbortSignal): AsyncGenerator<string> {
    const waiting: string[] = [];
    let wake = Promise.withResolvers<void>();
    const listener: TypingListener = (text) => {
      if (waiting.length < maxQueued) waiting.push(text);
      wake.resolve();
    };
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    const end = () => wake.resolve();
    signal.addEventListener('abort', end);
    try {
      while (!signal.aborted) {
        await wake.promise;
        wake = Promise.withResolvers();
        yield* waiting.splice(0);
      }
    } finally {
      signal.removeEventListener('abort', end);
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(topic);
    }
  }

  stop(): Promise<void> {
    return this.#subscription.stop();
  }

  #receive(text: string): void {
    const message = TypingBroadcast.safeParse(JSON.parse(text));
    if (!message.success) return;
    const { topic, record } = message.data;
    for (const listener of this.#listeners.get(topic) ?? []) listener(JSON.stringify(record));
  }
}
