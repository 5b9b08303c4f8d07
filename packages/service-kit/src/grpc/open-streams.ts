/** Streams that go on until somebody hangs up; thousands of them, so that none looks through the others when it comes or goes. */
export class OpenStreams {
  readonly #open = new Set<AbortController>();
  #areOver = false;

  add(stream: AbortController): void {
    this.#open.add(stream);
    if (this.#areOver) stream.abort();
  }

  delete(stream: AbortController): void {
    this.#open.delete(stream);
  }

  /** Those that are open, and those that come. */
  endAll(): void {
    this.#areOver = true;
    for (const stream of this.#open) stream.abort();
  }
}
