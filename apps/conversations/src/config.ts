import { z } from 'zod';

/** `true` or `false`; anything else is a mistake in the environment. */
const flag = (byDefault: boolean) =>
  z
    .enum(['true', 'false'])
    .optional()
    .transform((word) => (word === undefined ? byDefault : word === 'true'));

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Off: imports may bring request ids of any form (contract 20 section 1). */
  REQUEST_ID_STRICT: flag(true),
});
export type Config = z.output<typeof Config>;
