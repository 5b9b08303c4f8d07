import { outboundConfig } from '@parley/outbound';
import { duration, flag, integer, list, url } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment variables of this service; those of every service are added by the kit. */
export const Config = z
  .object({
    /** Off: imports may bring request ids of any form (contract 20 section 1). */
    REQUEST_ID_STRICT: flag(true),
    /** Where text searches connect to, with connections of their own. */
    DATABASE_URL_CONVERSATIONS: z.string(),
    /** Where visitors are: a file in the MaxMind DB format, of cities. Without it, only what a body says is known. */
    GEO_DATABASE: z.string().min(1).optional(),
    /** Longest file of requests, in rows; what follows is the next file. */
    EXPORT_ROWS: integer({ min: 1, max: 1_000_000, byDefault: 100_000 }),
    /** How long the change feed is kept; older cursors are expired. */
    FEED_RETENTION_HOURS: integer({ min: 1, max: 300, byDefault: 72 }),
    /** Streams of the feed end at half of this age to all of it, and begin again where they were: before their connection ends. */
    FEED_STREAM_AGE: duration('9m'),
    /** So often a silent topic says how far the feed has come, so that whoever goes on reads little, and no cursor expires. */
    FEED_IDLE: duration('60s'),
    /** `http`: messages go to `ENGINE_URL`, too, signed with `ENGINE_SECRETS`: one, or two during a rotation, the newest first. */
    ENGINE: z.enum(['builtin', 'http']).default('builtin'),
    ENGINE_URL: url().optional(),
    ENGINE_SECRETS: list().pipe(
      z.array(z.string().refine(isSecret, 'must be whsec_ and 24 to 64 bytes in base64')).max(2),
    ),
    /** `whole`: `message.created` carries all of its request. For an upgrade, as long as services of a release run that knows no other. */
    MESSAGE_EVENTS: z.enum(['thin', 'whole']).default('thin'),
    ...outboundConfig,
    /** How many text searches run at once. */
    SEARCH_POOL: integer({ min: 1, max: 50, byDefault: 2 }),
  })
  .refine(
    ({ ENGINE, ENGINE_URL, ENGINE_SECRETS }) => ENGINE === 'builtin' || (ENGINE_URL && ENGINE_SECRETS.length > 0),
    {
      path: ['ENGINE_URL'],
      error: 'is missing, or ENGINE_SECRETS, and ENGINE=http needs them',
    },
  );
export type Config = z.output<typeof Config>;

function isSecret(text: string): boolean {
  const bytes = text.startsWith('whsec_') ? Buffer.from(text.slice('whsec_'.length), 'base64').length : 0;
  return bytes >= 24 && bytes <= 64;
}
