import { outboundConfig } from '@parley/outbound';
import { duration, integer } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Bots of a project, without those in the trash. */
  BOTS_MAX: integer({ min: 1, max: 10_000, byDefault: 1_000 }),
  /** Intents of a bot. */
  INTENTS_MAX: integer({ min: 1, max: 10_000, byDefault: 3_000 }),
  /** Days that a bot stays in the trash. */
  BOT_TRASH_DAYS: integer({ min: 1, max: 3_650, byDefault: 30 }),
  /** Longest lifetime of a bot token, and the lifetime of one without `exp`. */
  BOT_TOKEN_TTL: duration('24h'),
  /** Time for one turn, calls to webhooks included. */
  BOT_TURN_TIMEOUT: duration('20s'),
  /** Turns of one conversation per minute since the bot joined; beyond them the conversation is handed over to people. */
  BOT_TURNS_PER_MINUTE: integer({ min: 1, max: 1_000, byDefault: 30 }),
  /** Turns of one conversation in total, likewise. */
  BOT_TURNS_MAX: integer({ min: 1, max: 100_000, byDefault: 500 }),
  /** Concurrent turns per process. */
  BOT_TURNS_AT_ONCE: integer({ min: 1, max: 100, byDefault: 16 }),
  /** Concurrent calls to external bots per process. */
  BOT_CALLS_AT_ONCE: integer({ min: 1, max: 1_000, byDefault: 64 }),
  /** Timeout of a call to an external bot. */
  BOT_CALL_TIMEOUT: duration('10s'),
  /** Pause before the second attempt of a call; before the third it is four times as long. */
  BOT_CALL_PAUSE: duration('2s'),
  /** Lease of a turn: another process takes the turn over when its holder does not renew the lease in time. */
  BOT_TURN_LEASE: duration('5s'),
  /** A message whose event arrives this late was written during an outage. */
  BOT_LATE_AFTER: duration('15s'),
  /** Events beyond this causation depth start no turn. */
  EVENT_MAX_DEPTH: integer({ min: 1, max: 100, byDefault: 8 }),
  /** Delay between the deletion of a project and the erasure of its bots. */
  PROJECT_ERASURE_DELAY: duration('30d'),
  ...outboundConfig,
});
export type Config = z.output<typeof Config>;
