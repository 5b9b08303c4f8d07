/** `true` or `full`; `npm run test:all` sets `true`. */
const { PARLEY_SOAK: soaking } = process.env;

interface Amounts {
  quick: number;
  soak: number;
  /** Where a line of the contract names more than a night has time for; default: `soak`. */
  full?: number;
}

/**
 * How often a test repeats what differs by chance or by place (seeds, rounds, generated cases): the quick amount, which CI takes
 * for each push, or more with `PARLEY_SOAK`, as every night.
 */
export function amountOf({ quick, soak, full = soak }: Amounts): number {
  if (soaking === 'full') return full;
  return soaking === 'true' ? soak : quick;
}
