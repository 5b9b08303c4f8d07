import type { EventBus, Running } from '@parley/service-kit/bus';
import { z } from 'zod';

/** Who types where: told at once, kept nowhere. Other replicas hear of it by the bus, or not at all. */
const Told = z.object({
  topic: z.string(),
  record: z.object({ user_id: z.string(), fullname: z.string(), typing: z.boolean() }),
});
type Told = z.output<typeof Told>;

type Hearer = (text: string) => void;

const channel = 'typing';
/** So often at most is told of one person in one request. */
const everyMs = 1_000;
const mostWaiting = 100;
const mostRemembered = 10_000;

export class Typing {
  readonly #bus: EventBus;
  readonly #hearing: Running;
  readonly #hearers = new Map<string, Set<Hearer>>();
  readonly #lately = new Map<string, { at: number; typing: boolean }>();

  constructor(bus: EventBus) {
    this.#bus = bus;
    this.#hearing = bus.onBroadcast(channel, (text) => this.#hear(text));
  }

  /** @param topic name of a typing topic */
  publish(topic: string, record: Told['record']): void {
    const key = `${topic} ${record.user_id}`;
    const last = this.#lately.get(key);
    const now = Date.now();
    // Whoever stops is believed at once: else others would see him type for ever.
    if (last && now - last.at < everyMs && (last.typing === record.typing || record.typing)) return;
    if (this.#lately.size >= mostRemembered) this.#lately.clear();
    this.#lately.set(key, { at: now, typing: record.typing });
    this.#bus.broadcast(channel, JSON.stringify({ topic, record } satisfies Told));
  }

  /** JSON of who types, as it comes. */
  async *follow(topic: string, signal: AbortSignal): AsyncGenerator<string> {
    const waiting: string[] = [];
    let wake = Promise.withResolvers<void>();
    const hear: Hearer = (text) => {
      if (waiting.length < mostWaiting) waiting.push(text);
      wake.resolve();
    };
    const hearers = this.#hearers.get(topic) ?? new Set();
    this.#hearers.set(topic, hearers.add(hear));
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
      hearers.delete(hear);
      if (hearers.size === 0) this.#hearers.delete(topic);
    }
  }

  stop(): Promise<void> {
    return this.#hearing.stop();
  }

  #hear(text: string): void {
    const told = Told.safeParse(JSON.parse(text));
    if (!told.success) return;
    const { topic, record } = told.data;
    for (const hear of this.#hearers.get(topic) ?? []) hear(JSON.stringify(record));
  }
}
