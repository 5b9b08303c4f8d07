import { outboundConfig } from '@parley/outbound';
import { databaseAddress, duration, file, flag, integer, list, url } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment variables of this service; those of every service are added by the kit. */
export const Config = z
  .object({
    /** Whether request ids must have the form of contract 20 section 1; off, for imports: any form. */
    REQUEST_ID_STRICT: flag(true),
    /** Database, also for the separate connections of text searches. */
    DATABASE_URL_CONVERSATIONS: databaseAddress(),
    /** Address of the console, for the links of surveys. */
    DASHBOARD_URL: url().default('http://127.0.0.1:3000/dashboard'),
    /** File of cities in the MaxMind DB format: requests get region, city and coordinates. Default: the shipped database of countries. `off`: only locations in bodies are stored. */
    GEO_DATABASE: z.union([z.literal('off'), file()], 'must be an existing file, or off').optional(),
    /** Maximum number of rows in one exported file; `Link` leads to the next file. */
    EXPORT_ROWS: integer({ min: 1, max: 1_000_000, byDefault: 100_000 }),
    /** Hours that the change feed is kept; older cursors have expired. */
    FEED_RETENTION_HOURS: integer({ min: 1, max: 300, byDefault: 72 }),
    /** Longest age of a feed stream. It ends at a random time between half and all of it, and resumes where it ended. */
    FEED_STREAM_AGE: duration('9m'),
    /** Interval at which a silent topic reports the position of the feed, so that cursors stay recent. */
    FEED_IDLE: duration('60s'),
    /** How long a teammate counts as a viewer of a request after their client last reported it; clients report every 20 s. */
    VIEWER_LAPSE: duration('30s'),
    /** `http`: messages are also sent to `ENGINE_URL`, signed with `ENGINE_SECRETS`: one, or two during a rotation, the newest first. */
    ENGINE: z.enum(['builtin', 'http']).default('builtin'),
    /** Address of the external engine. */
    ENGINE_URL: url().optional(),
    /** Secrets shared with the external engine, `whsec_…`. */
    ENGINE_SECRETS: list().pipe(
      z.array(z.string().refine(isSecret, 'must be whsec_ and 24 to 64 bytes in base64')).max(2),
    ),
    /** `whole`: `message.created` carries the whole request. Needed during an upgrade, while services of the previous release run. */
    MESSAGE_EVENTS: z.enum(['thin', 'whole']).default('thin'),
    ...outboundConfig,
    /** Maximum number of concurrent text searches. */
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
