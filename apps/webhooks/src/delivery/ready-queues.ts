import type { DeliveryQueue } from './delivery-queue.ts';

/**
 * Queues to poll because they have changed, in the order of notification. A polled queue cools down for a moment, so that bursts are
 * claimed together.
 */
export class ReadyQueues {
  readonly #cooldownMs: number;
  readonly #wake: () => void;
  readonly #ready = new Map<string, DeliveryQueue>();
  /** Queues that cool down, and whether they were added meanwhile. */
  readonly #cooling = new Map<string, boolean>();

  /** @param wake called when a queue becomes ready */
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

  /** The next queue to poll; starts its cooldown. */
  next(): DeliveryQueue | undefined {
    for (const [key, queue] of this.#ready) {
      this.#ready.delete(key);
      this.#cooling.set(key, false);
      setTimeout(() => this.#endCooldown(key, queue), this.#cooldownMs).unref();
      return queue;
    }
    return undefined;
  }

  /** Whether a queue is to be polled, now or after its cooldown. */
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
