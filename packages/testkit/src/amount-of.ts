/** `true` or `whole`; set by `npm run test:soak`, and by CI for the tests in a browser and under stress. */
const { PARLEY_SOAK: soaking } = process.env;

interface Amounts {
  usual: number;
  soak: number;
  /** Where a line of the contract names more than CI has time for; default: `soak`. */
  whole?: number;
}

/**
 * How often a test repeats what differs by chance or by place (seeds, rounds, generated cases): the usual amount, or more
 * with `PARLEY_SOAK`, which `npm run test:soak` sets for the test files that call this (`jest/soak-filter.mjs`).
 */
export function amountOf({ usual, soak, whole = soak }: Amounts): number {
  if (soaking === 'whole') return whole;
  return soaking === 'true' ? soak : usual;
}
