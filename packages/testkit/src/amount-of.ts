/** `true` or `full`; set by `npm run test:soak`, and by CI for the tests in a browser and under stress. */
const { PARLEY_SOAK: soaking } = process.env;

interface Amounts {
  quick: number;
  soak: number;
  /** Where a line of the contract names more than CI has time for; default: `soak`. */
  full?: number;
}

/**
 * How often a test repeats what differs by chance or by place (seeds, rounds, generated cases): the quick amount, or more
 * with `PARLEY_SOAK`, which `npm run test:soak` sets for the test files that call this (`jest/soak-filter.mjs`).
 */
export function amountOf({ quick, soak, full = soak }: Amounts): number {
  if (soaking === 'full') return full;
  return soaking === 'true' ? soak : quick;
}
