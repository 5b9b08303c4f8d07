import { databaseAddress, duration, integer } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Database, also for the separate connections of queries and exports. */
  DATABASE_URL_ANALYTICS: databaseAddress(),
  /** Maximum number of concurrent queries for figures. */
  FIGURES_POOL: integer({ min: 1, max: 50, byDefault: 4 }),
  /** Maximum number of concurrent exports of activities. */
  EXPORT_POOL: integer({ min: 1, max: 20, byDefault: 2 }),
  /** Days that activities are kept; a project may shorten it. */
  ACTIVITY_RETENTION_DAYS: integer({ min: 1, max: 3650, byDefault: 365 }),
  /** How long the figures of a deleted project are kept. */
  PROJECT_ERASURE_DELAY: duration('30d'),
});
export type Config = z.output<typeof Config>;
