/** Runs with the clock of this process fast by so many ms, or slow; the database has its own. */
export async function withShiftedClock<Result>(ms: number, run: () => Promise<Result>): Promise<Result> {
  const Real = Date;
  class ShiftedDate extends Real {
    constructor(...given: []) {
      super(...(given.length === 0 ? ([ShiftedDate.now()] as unknown as []) : given));
    }

    static override now(): number {
      return Real.now() + ms;
    }

    static override [Symbol.hasInstance](value: unknown): boolean {
      return Object.prototype.toString.call(value) === '[object Date]';
    }
  }
  globalThis.Date = ShiftedDate as DateConstructor;
  try {
    return await run();
  } finally {
    globalThis.Date = Real;
  }
}
