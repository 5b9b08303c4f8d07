/** Maximum pause between two messages of a bot. */
export const pauseMs = 600;

interface PaceOptions<Message> {
  show(message: Message): void;
  /** The next held message, or undefined when none is held any more. */
  onHold(next: Message | undefined): void;
  now(): number;
  /** Runs work after a delay. @returns what cancels it */
  later(work: () => void, delayMs: number): () => void;
}

/** Shows messages that a bot has sent at once one after the other, in order. */
export class Pace<Message> {
  readonly #options: PaceOptions<Message>;
  #held: Message[] = [];
  #announced: Message | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: PaceOptions<Message>) {
    this.#options = options;
  }

  /** @param isSlow false: show at once, with all held messages before it */
  take(message: Message, isSlow: boolean): void {
    this.#held.push(message);
    if (!isSlow) this.flush();
    else this.#wait();
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const message of this.#held.splice(0)) this.#options.show(message);
    this.#hold(undefined);
  }

  /** Discards held messages. */
  close(): void {
    this.#cancel?.();
    this.#held = [];
  }

  #wait(): void {
    if (this.#cancel) return;
    const waitMs = Math.min(pauseMs, this.#shownAt + pauseMs - this.#options.now());
    if (waitMs <= 0) {
      this.#next();
      return;
    }
    this.#hold(this.#held[0]);
    this.#cancel = this.#options.later(() => this.#next(), waitMs);
  }

  #hold(next: Message | undefined): void {
    if (next === this.#announced) return;
    this.#announced = next;
    this.#options.onHold(next);
  }

  #next(): void {
    this.#cancel = undefined;
    const message = this.#held.shift();
    if (message === undefined) return;
    this.#shownAt = this.#options.now();
    this.#hold(undefined);
    this.#options.show(message);
    if (this.#held.length > 0) this.#wait();
  }
}
