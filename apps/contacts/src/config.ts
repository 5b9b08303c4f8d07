import { availableParallelism } from 'node:os';

import { integer } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Where searches connect to, with connections of their own. */
  DATABASE_URL_CONTACTS: z.string(),
  /** How many searches that an index helps run at once. */
  SEARCH_POOL: integer({ min: 1, max: 50, byDefault: 4 }),
  /** How many others: one processor stays free for those who write. */
  SLOW_SEARCH_POOL: integer({ min: 1, max: 50, byDefault: Math.max(1, availableParallelism() - 1) }),
  /** How many files of leads are read at once. */
  EXPORT_POOL: integer({ min: 1, max: 20, byDefault: 2 }),
});
export type Config = z.output<typeof Config>;
