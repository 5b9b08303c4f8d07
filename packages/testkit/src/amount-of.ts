/** Set by `npm run test:soak`. */
const isSoak = process.env.PARLEY_SOAK === 'true';

/**
 * How often a test repeats what differs by chance or by place: seeds, rounds, generated cases. `npm test` does the smaller amount,
 * `npm run test:soak` all of it, in the test files that call this (`jest/soak-filter.mjs`).
 */
export function amountOf({ usual, soak }: { usual: number; soak: number }): number {
  return isSoak ? soak : usual;
}
