/** One day: Node fires timers of more than 24.8 days at once. An early wake-up does no harm. */
const maxDelayMs = 86_400_000;

/**
 * Timers within this process, one per key: the earliest requested. An optimisation: rows say what is due, and a sweep finds what
 * a stopped process has left.
 */
export class Alarms {
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  readonly #ring: (key: string) => void;

  constructor(ring: (key: string) => void) {
    this.#ring = ring;
  }

  set(key: string, delayMs: number): void {
    const waitMs = Math.min(Math.max(0, delayMs), maxDelayMs);
    const at = performance.now() + waitMs;
    const known = this.#timers.get(key);
    if (known && known.at <= at) return;

    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      this.#ring(key);
    }, waitMs);
    timer.unref();
    this.#timers.set(key, { at, timer });
  }

  clear(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
