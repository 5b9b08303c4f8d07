import type { DeliveryQueue } from './delivery-queue.ts';

/**
 * Lanes that are to be looked at because something has changed in them, in the order in which that was told. One that was looked at
 * rests for a moment: what comes in crowds is taken together.
 */
export class ReadyQueues {
  readonly #cooldownMs: number;
  readonly #wake: () => void;
  readonly #ready = new Map<string, DeliveryQueue>();
  /** Those that rest, and whether they were told of meanwhile. */
  readonly #cooling = new Map<string, boolean>();

  /** @param wake called when there is one */
  constructor(cooldownMs: number, wake: () => void) {
    this.#cooldownMs = cooldownMs;
    this.#wake = wake;
  }

  add(queue: DeliveryQueue): void {
    const key = keyOf(queue);
    if (this.#cooling.has(key)) {
      this.#cooling.set(key, true);
      return;
    }
    this.#ready.set(key, queue);
    this.#wake();
  }

  /** The next one to look at, which begins its rest. */
  next(): DeliveryQueue | undefined {
    for (const [key, queue] of this.#ready) {
      this.#ready.delete(key);
      this.#cooling.set(key, false);
      setTimeout(() => this.#endCooldown(key, queue), this.#cooldownMs).unref();
      return queue;
    }
    return undefined;
  }

  /** Whether one is to be looked at, now or after its rest. */
  hasAny(): boolean {
    return this.#ready.size > 0 || [...this.#cooling.values()].includes(true);
  }

  #endCooldown(key: string, queue: DeliveryQueue): void {
    const wasAdded = this.#cooling.get(key);
    this.#cooling.delete(key);
    if (wasAdded) this.add(queue);
  }
}

const keyOf = ({ projectId, subscriptionId }: DeliveryQueue) => `${projectId}/${subscriptionId}`;
