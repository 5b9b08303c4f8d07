import { duration, integer, outboundConfig } from '@parley/service-kit';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Bots of a project, the trash not counted. */
  BOTS_MAX: integer({ min: 1, max: 10_000, byDefault: 1_000 }),
  /** Intents of a bot. */
  INTENTS_MAX: integer({ min: 1, max: 10_000, byDefault: 3_000 }),
  /** Days that a bot stays in the trash. */
  BOT_TRASH_DAYS: integer({ min: 1, max: 3_650, byDefault: 30 }),
  /** Longest life of a bot's token. */
  BOT_TOKEN_TTL: duration('24h'),
  ...outboundConfig,
});
export type Config = z.output<typeof Config>;
