import type { Lane } from './lane.ts';

/**
 * Lanes that are to be looked at because something has changed in them, in the order in which that was told. One that was looked at
 * rests for a moment: what comes in crowds is taken together.
 */
export class ToldLanes {
  readonly #restMs: number;
  readonly #wake: () => void;
  readonly #ready = new Map<string, Lane>();
  /** Those that rest, and whether they were told of meanwhile. */
  readonly #resting = new Map<string, boolean>();

  /** @param wake called when there is one */
  constructor(restMs: number, wake: () => void) {
    this.#restMs = restMs;
    this.#wake = wake;
  }

  tell(lane: Lane): void {
    const key = keyOf(lane);
    if (this.#resting.has(key)) {
      this.#resting.set(key, true);
      return;
    }
    this.#ready.set(key, lane);
    this.#wake();
  }

  /** The next one to look at, which begins its rest. */
  next(): Lane | undefined {
    for (const [key, lane] of this.#ready) {
      this.#ready.delete(key);
      this.#resting.set(key, false);
      setTimeout(() => this.#rise(key, lane), this.#restMs).unref();
      return lane;
    }
    return undefined;
  }

  /** Whether one is to be looked at, now or after its rest. */
  hasAny(): boolean {
    return this.#ready.size > 0 || [...this.#resting.values()].includes(true);
  }

  #rise(key: string, lane: Lane): void {
    const isTold = this.#resting.get(key);
    this.#resting.delete(key);
    if (isTold) this.tell(lane);
  }
}

const keyOf = ({ projectId, subscriptionId }: Lane) => `${projectId}/${subscriptionId}`;
