/** Picks from lists, the same every time for the same seed, so that what a test finds it finds again. */
export function random(seed: number): <T>(of: readonly T[]) => T {
  let state = seed >>> 0;
  return (of) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const index = ((mixed ^ (mixed >>> 14)) >>> 0) % of.length;
    return of[index] as (typeof of)[number];
  };
}
