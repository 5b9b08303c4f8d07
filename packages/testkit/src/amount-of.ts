/** `true` or `whole`; set by `npm run test:soak`, and by whoever wants more of the tests in a browser. */
const { PARLEY_SOAK: soaking } = process.env;

interface Amounts {
  usual: number;
  soak: number;
  /** Where a line of the contract names more than CI has time for; default: `soak`. */
  whole?: number;
}

/**
 * How often a test repeats what differs by chance or by place: seeds, rounds, generated cases. `npm test` and `npm run test:browser` do
 * the usual amount, `npm run test:soak` more in the test files that call this (`jest/soak-filter.mjs`). See `PARLEY_SOAK`.
 */
export function amountOf({ usual, soak, whole = soak }: Amounts): number {
  if (soaking === 'whole') return whole;
  return soaking === 'true' ? soak : usual;
}
