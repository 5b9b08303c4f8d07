/** The open server streams, to be ended on shutdown. Adding and removing take constant time: there are thousands. */
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

  /** Ends the open streams, and new ones as soon as they are added. */
  endAll(): void {
    this.#areOver = true;
    for (const stream of this.#open) stream.abort();
  }
}
