import { outboundConfig } from '@parley/outbound';
import { duration, integer } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Bots of a project, the trash not counted. */
  BOTS_MAX: integer({ min: 1, max: 10_000, byDefault: 1_000 }),
  /** Intents of a bot. */
  INTENTS_MAX: integer({ min: 1, max: 10_000, byDefault: 3_000 }),
  /** Days that a bot stays in the trash. */
  BOT_TRASH_DAYS: integer({ min: 1, max: 3_650, byDefault: 30 }),
  /** Longest life of a bot's token, and that of one without `exp`. */
  BOT_TOKEN_TTL: duration('24h'),
  /** Time for one turn, calls to webhooks included. */
  BOT_TURN_TIMEOUT: duration('20s'),
  /** Turns of one conversation since the bot joined, in a minute and in all; beyond them people take over. */
  BOT_TURNS_PER_MINUTE: integer({ min: 1, max: 1_000, byDefault: 30 }),
  BOT_TURNS_MAX: integer({ min: 1, max: 100_000, byDefault: 500 }),
  /** Turns that one process takes at the same time. */
  BOT_TURNS_AT_ONCE: integer({ min: 1, max: 100, byDefault: 16 }),
  /** Calls to external bots that one process makes at the same time. */
  BOT_CALLS_AT_ONCE: integer({ min: 1, max: 1_000, byDefault: 64 }),
  /** Time for a call to an external bot, and the pause before the second one; before the third it is four times that. */
  BOT_CALL_TIMEOUT: duration('10s'),
  BOT_CALL_PAUSE: duration('2s'),
  /** A turn is taken by another process when the one that has it does not say for so long that it lives. */
  BOT_TURN_LEASE: duration('5s'),
  /** A message that is told of so late was written during an outage. */
  BOT_LATE_AFTER: duration('15s'),
  /** Events at the end of so long a chain of causes start no turn. */
  EVENT_MAX_DEPTH: integer({ min: 1, max: 100, byDefault: 8 }),
  /** Bots of a project are erased so long after it was deleted. */
  PROJECT_ERASURE_DELAY: duration('30d'),
  ...outboundConfig,
});
export type Config = z.output<typeof Config>;
