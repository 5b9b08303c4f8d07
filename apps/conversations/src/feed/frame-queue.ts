import type { FrameMethod } from '@parley/contracts';

import type { FeedPosition } from './cursor.ts';

/** One change on one topic, as one follower hears of it. */
export interface Frame {
  position: FeedPosition;
  topic: string;
  method: FrameMethod;
  /** Of the domain event. */
  type: string;
  requestId?: string;
  /** `_id` and `__v` of the record. */
  id: string;
  version: number;
  /** JSON of the record. */
  text: string;
}

/** More than that waits for nobody: the follower begins again at his cursor. */
const mostFrames = 5_000;
const mostCharacters = 16_000_000;

/** Frames between the tail of the feed and one follower. */
export class FrameQueue {
  #frames: Frame[] = [];
  #characters = 0;
  #wake: (() => void) | undefined;
  #waking: NodeJS.Immediate | undefined;
  #isOverflowed = false;

  /** The follower was too slow: what waited is dropped. */
  get isOverflowed(): boolean {
    return this.#isOverflowed;
  }

  push(frame: Frame): void {
    if (this.#isOverflowed) return;
    this.#frames.push(frame);
    this.#characters += frame.text.length;
    if (this.#frames.length > mostFrames || this.#characters > mostCharacters) {
      this.#isOverflowed = true;
      this.#frames = [];
    }
    // What comes together is taken together.
    if (this.#wake) this.#waking ??= setImmediate(() => this.#wakeNow());
  }

  /** All that wait, or those that come first; none when the time is over, the signal came, or the follower was too slow. */
  async take(waitMs: number, signal: AbortSignal): Promise<Frame[]> {
    if (this.#frames.length === 0 && !this.#isOverflowed && !signal.aborted && waitMs > 0)
      await this.#wait(waitMs, signal);
    const frames = this.#frames;
    this.#frames = [];
    this.#characters = 0;
    return frames;
  }

  #wakeNow(): void {
    this.#waking = undefined;
    // Somebody may have taken them meanwhile, whose time was over.
    if (this.#frames.length > 0 || this.#isOverflowed) this.#wake?.();
  }

  async #wait(waitMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    this.#wake = resolve;
    const end = () => resolve();
    signal.addEventListener('abort', end);
    await promise;
    signal.removeEventListener('abort', end);
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
