/** Numbers from 0 to 1 that look random, the same ones for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const start = Date.parse('2024-03-01T08:00:00Z');

/** Hours and minutes after the first row of all exports. */
export const timeAt = (nth: number, minutes = 0): string =>
  new Date(start + nth * 3_600_000 + minutes * 60_000).toISOString();
