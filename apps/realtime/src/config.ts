import { duration, integer, url } from '@parley/service-kit/config';
import { z } from 'zod';

/** Environment variables of this service; those of every service are added by the kit. Source: contract 21 section 10.1. */
export const config = z.object({
  /** Issuer of accepted tokens. */
  PUBLIC_URL: url().default('http://127.0.0.1:3000'),
  /** How long identities are cached, in ms. */
  AUTH_CACHE_MS: integer({ min: 0, max: 5_000, byDefault: 5_000 }),
  /** Longest age of a customer’s token without `exp`; the same for workspace, gateway and realtime. */
  CUSTOM_TOKEN_MAX_AGE: duration('24h'),
  /** Secret of the messaging tokens that an external engine verifies; the same as for workspace. */
  MESSAGING_JWT_SECRET: z.string().min(32).optional(),

  /** How long a socket may take to send its token. */
  SOCKET_AUTH_TIMEOUT: duration('5s'),
  /** Interval of heartbeats; a socket that is silent for two is closed. */
  SOCKET_HEARTBEAT: duration('30s'),
  /** A feed that is silent for this long is subscribed again; conversations reports its position every minute. */
  FEED_SILENCE: duration('150s'),
  /** Time over which sockets are asked to reconnect when the process stops. */
  SOCKET_DRAIN: duration('30s'),
  /** How often the rights of a socket are checked again, besides on events. */
  SOCKET_RECHECK: duration('120s'),
  /** Maximum number of sockets of one principal on one replica. */
  SOCKETS_PER_PRINCIPAL: integer({ min: 1, max: 10_000, byDefault: 10 }),
  /** Maximum number of topics of one socket. */
  SOCKET_TOPICS: integer({ min: 1, max: 10_000, byDefault: 100 }),
  /** Maximum number of actions per second of one socket. */
  SOCKET_ACTIONS: integer({ min: 1, max: 10_000, byDefault: 20 }),
  /** Maximum number of bytes that wait for a client that does not read. */
  SOCKET_BUFFER: integer({ min: 1_000, byDefault: 1_048_576 }),
  /** How long a client that was closed for not reading may take to read the reason. */
  SOCKET_LINGER: duration('30s'),
});
export type Config = z.output<typeof config>;
