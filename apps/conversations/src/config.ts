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
  /** Where text searches connect to, with connections of their own. */
  DATABASE_URL_CONVERSATIONS: z.string(),
  /** Where visitors are: a file in the MaxMind DB format, of cities. Without it, only what a body says is known. */
  GEO_DATABASE: z.string().min(1).optional(),
  /** Longest file of requests, in rows; what follows is the next file. */
  EXPORT_ROWS: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
  /** How many text searches run at once. */
  SEARCH_POOL: z.coerce.number().int().min(1).max(50).default(2),
});
export type Config = z.output<typeof Config>;
