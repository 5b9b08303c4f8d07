import { duration, integer, url } from '@parley/service-kit/config';
import { z } from 'zod';

/** Our environment variables; those every service has are in the kit. Source: contract 21 section 10.1. */
export const config = z.object({
  /** Issuer of the tokens that count. */
  PUBLIC_URL: url().default('http://127.0.0.1:3000'),
  /** How long identities may be remembered, in ms. */
  AUTH_CACHE_MS: integer({ min: 0, max: 5_000, byDefault: 5_000 }),
  CUSTOM_TOKEN_MAX_AGE: duration('24h'),
  /** The secret of messaging tokens that an external engine verifies, too; the same as that of workspace. */
  MESSAGING_JWT_SECRET: z.string().min(32).optional(),

  /** How long a socket may wait with its token. */
  SOCKET_AUTH_TIMEOUT: duration('5s'),
  /** Two silent periods end a socket. */
  SOCKET_HEARTBEAT: duration('30s'),
  /** A feed that says nothing for so long is asked anew; conversations says every minute how far it is. */
  FEED_SILENCE: duration('150s'),
  /** Over so long the sockets are told to connect elsewhere when this process ends. */
  SOCKET_DRAIN: duration('30s'),
  /** How often it is asked whether a socket still may, besides when an event says so. */
  SOCKET_RECHECK: duration('120s'),
  /** Of one principal on one replica. */
  SOCKETS_PER_PRINCIPAL: integer({ min: 1, max: 10_000, byDefault: 10 }),
  SOCKET_TOPICS: integer({ min: 1, max: 10_000, byDefault: 100 }),
  /** A second. */
  SOCKET_ACTIONS: integer({ min: 1, max: 10_000, byDefault: 20 }),
  /** Bytes that may wait for a client that does not read. */
  SOCKET_BUFFER: integer({ min: 1_000, byDefault: 1_048_576 }),
  /** How long one that was cut off because it did not read may take to read why. */
  SOCKET_LINGER: duration('30s'),
});
export type Config = z.output<typeof config>;
