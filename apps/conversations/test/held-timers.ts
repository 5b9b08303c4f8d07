/** Timers of one length end when a test says so, before their time: the clock has not moved. All others run as ever. */
export class HeldTimers {
  /** How many have been set, ended and cleared ones included. */
  begun = 0;
  readonly #setTimeout = globalThis.setTimeout;
  #end: () => void = () => undefined;

  constructor(lengthMs: number) {
    const set = (...given: Parameters<typeof setTimeout>) => {
      const [run, ms] = given;
      if (ms === lengthMs) {
        this.begun += 1;
        this.#end = run;
      }
      return this.#setTimeout(...given);
    };
    globalThis.setTimeout = Object.assign(set, this.#setTimeout);
  }

  /** Ends the one that was set last. */
  end(): void {
    this.#end();
  }

  release(): void {
    globalThis.setTimeout = this.#setTimeout;
  }
}
