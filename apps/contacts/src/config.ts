import { availableParallelism } from 'node:os';

import { databaseAddress, integer } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Database of the separate pools for searches and exports. */
  DATABASE_URL_CONTACTS: databaseAddress(),
  /** Concurrent indexed searches. */
  SEARCH_POOL: integer({ min: 1, max: 50, byDefault: 4 }),
  /** Concurrent searches without an index; one processor stays free for writes. */
  SLOW_SEARCH_POOL: integer({ min: 1, max: 50, byDefault: Math.max(1, availableParallelism() - 1) }),
  /** Concurrent exports of leads. */
  EXPORT_POOL: integer({ min: 1, max: 20, byDefault: 2 }),
});
export type Config = z.output<typeof Config>;
