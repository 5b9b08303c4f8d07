/** Said at most so often. */
const pauseMs = 3000;
/** After so long without a key, typing has ended. */
const silenceMs = 5000;

/** Tells the visitor that an answer is being written, and that it no longer is. */
export class TypingSignal {
  readonly #publish: (typing: boolean) => void;
  #saidAt = 0;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(publish: (typing: boolean) => void) {
    this.#publish = publish;
  }

  key(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.stop(), silenceMs);
    if (Date.now() - this.#saidAt < pauseMs) return;
    this.#saidAt = Date.now();
    this.#publish(true);
  }

  stop(): void {
    clearTimeout(this.#silence);
    if (this.#saidAt === 0) return;
    this.#saidAt = 0;
    this.#publish(false);
  }
}
