/** Wakes one loop from its wait; a call while the loop works ends the next wait at once. */
export class Signal {
  #called = false;
  #wake: (() => void) | undefined;

  /** Since the last wait. */
  get isCalled(): boolean {
    return this.#called;
  }

  call(): void {
    this.#called = true;
    this.#wake?.();
  }

  /** Resolves after `ms`, or with the first call. @returns whether there was a call since the last wait */
  async wait(ms: number): Promise<boolean> {
    if (!this.#called) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
    }
    const called = this.#called;
    this.#called = false;
    this.#wake = undefined;
    return called;
  }
}
