/** Lets one loop wait for time to pass or for somebody to call; a call that comes while it works is not lost. */
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

  /** @returns whether somebody called */
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
