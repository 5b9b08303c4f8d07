import type { Logger } from '../observability/log.ts';

/** Things to close, in reverse order of their opening. */
export class Closers {
  readonly #log: Logger;
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  add(close: () => Promise<unknown> | unknown): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        // One part that does not close must not keep the others open.
        this.#log.error({ err: error }, 'a part of the service did not close');
      }
    }
  }
}
