import { outboundConfig } from '@parley/outbound';
import { duration, integer } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment of this service beyond what every service reads. */
export const Config = z.object({
  /** Lifetime of the token that a receiver calls back with. */
  WEBHOOK_TOKEN_MINUTES: integer({ min: 1, max: 60, byDefault: 15 }),
  /** Days that payloads and attempts are kept. */
  WEBHOOK_LEDGER_DAYS: integer({ min: 1, max: 3_650, byDefault: 30 }),
  /** Maximum number of concurrent calls of one process. */
  WEBHOOK_CALLS_AT_ONCE: integer({ min: 1, max: 10_000, byDefault: 500 }),
  /** Timeout of one call. */
  WEBHOOK_CALL_TIMEOUT: duration('15s'),
  /** Events beyond this causation depth call no webhook. */
  EVENT_MAX_DEPTH: integer({ min: 1, max: 100, byDefault: 8 }),
  /** Delay between the deletion of a project and the erasure of its data. */
  PROJECT_ERASURE_DELAY: duration('30d'),
  ...outboundConfig,
});
export type Config = z.output<typeof Config>;
