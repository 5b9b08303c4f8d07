import { type BusTimings, retryDelayMs } from '../bus/bus.ts';

const maxRemembered = 10_000;

/** Events that have failed in this process: how often, and when each is to be tried again. */
export class FailedEvents {
  readonly #timings: BusTimings;
  /** By event id, the oldest failure first; `againAt` by `performance.now()`. */
  readonly #failed = new Map<string, { attempts: number; againAt: number }>();

  constructor(timings: BusTimings) {
    this.#timings = timings;
  }

  attemptsOf(eventId: string): number {
    return this.#failed.get(eventId)?.attempts ?? 0;
  }

  /** By `performance.now()`; 0: it has not failed. */
  againAt(eventId: string): number {
    return this.#failed.get(eventId)?.againAt ?? 0;
  }

  add(eventId: string, attempts: number): void {
    const againAt = performance.now() + retryDelayMs(this.#timings, attempts);
    this.#failed.delete(eventId);
    this.#failed.set(eventId, { attempts, againAt });
    if (this.#failed.size <= maxRemembered) return;
    // The oldest: another replica has most likely succeeded with it.
    for (const oldest of this.#failed.keys()) {
      this.#failed.delete(oldest);
      return;
    }
  }

  delete(eventId: string): void {
    this.#failed.delete(eventId);
  }
}
