import { flag, integer } from '@parley/service-kit';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Off: imports may bring request ids of any form (contract 20 section 1). */
  REQUEST_ID_STRICT: flag(true),
  /** Where text searches connect to, with connections of their own. */
  DATABASE_URL_CONVERSATIONS: z.string(),
  /** Where visitors are: a file in the MaxMind DB format, of cities. Without it, only what a body says is known. */
  GEO_DATABASE: z.string().min(1).optional(),
  /** Longest file of requests, in rows; what follows is the next file. */
  EXPORT_ROWS: integer({ min: 1, max: 1_000_000, byDefault: 100_000 }),
  /** How long the change feed is kept; older cursors are expired. */
  FEED_RETENTION_HOURS: z.coerce.number().int().min(1).max(300).default(72),
  /** How many text searches run at once. */
  SEARCH_POOL: integer({ min: 1, max: 50, byDefault: 2 }),
});
export type Config = z.output<typeof Config>;
