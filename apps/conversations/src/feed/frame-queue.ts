import type { FrameMethod } from '@parley/contracts';

import { type FeedPosition, isAfter } from './cursor.ts';

/** One change on one topic, as one follower sees it. */
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

/** Limits of a follower's queue; beyond them the follower resumes from their cursor. */
const maxFrames = 5_000;
const maxCharacters = 16_000_000;

/** Bounded queue between the feed's tail and one follower. */
export class FrameQueue {
  #frames: Frame[] = [];
  #characters = 0;
  #wake: (() => void) | undefined;
  #waking: NodeJS.Immediate | undefined;
  #isOverflowed = false;
  #from: FeedPosition | undefined;

  /** The follower was too slow and the queue was dropped. */
  get isOverflowed(): boolean {
    return this.#isOverflowed;
  }

  /** The follower has everything up to here. */
  skipTo(position: FeedPosition): void {
    this.#from = position;
    this.#frames = this.#frames.filter((frame) => isAfter(frame.position, position));
    this.#characters = this.#frames.reduce((sum, { text }) => sum + text.length, 0);
  }

  push(frame: Frame): void {
    if (this.#isOverflowed || (this.#from && !isAfter(frame.position, this.#from))) return;
    this.#frames.push(frame);
    this.#characters += frame.text.length;
    if (this.#frames.length > maxFrames || this.#characters > maxCharacters) {
      this.#isOverflowed = true;
      this.#frames = [];
    }
    // Frames of one tick are taken together.
    if (this.#wake) this.#waking ??= setImmediate(() => this.#wakeNow());
  }

  /** All queued frames, or the next ones to arrive; none after the time-out, an abort or an overflow. */
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
    // A `take` that timed out may have taken them meanwhile.
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
