/** Timers of one length end when a test says so, before their time: the clock has not moved. All others run as ever. */
export class HeldTimers {
  /** How often such a timer was set or refreshed, ended and cleared ones included. */
  begun = 0;
  readonly #setTimeout = globalThis.setTimeout;
  #end: () => void = () => undefined;

  /** @param lengthMs that nothing else in the process has */
  constructor(lengthMs: number) {
    const set = (...given: Parameters<typeof setTimeout>) => {
      const timer = this.#setTimeout(...given);
      const [run, ms] = given;
      if (ms !== lengthMs) return timer;
      const begin = () => {
        this.begun += 1;
        this.#end = run;
      };
      const refresh = timer.refresh.bind(timer);
      begin();
      return Object.assign(timer, {
        refresh: () => {
          begin();
          return refresh();
        },
      });
    };
    globalThis.setTimeout = Object.assign(set, this.#setTimeout);
  }

  /** Ends the one that was set last. */
  end(): void {
    this.#end();
  }

  /** Restores `setTimeout`. */
  release(): void {
    globalThis.setTimeout = this.#setTimeout;
  }
}
