/** Picks from lists, deterministically per seed, so that failures are reproducible. */
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
