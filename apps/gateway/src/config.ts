import type { ServiceName } from '@parley/contracts';
import {
  duration,
  type Environment,
  factor,
  flag,
  integer,
  key32,
  list,
  type Production,
  port,
  readEnvironment,
  url,
} from '@parley/service-kit/config';
import { z } from 'zod';

/** The services a gateway may stand in front of, in the order of `/readyz`. */
export const upstreamNames = [
  'workspace',
  'conversations',
  'bots',
  'contacts',
  'media',
  'analytics',
  'webhooks',
  'realtime',
] as const satisfies readonly ServiceName[];
export type UpstreamName = (typeof upstreamNames)[number];

const perMinute = (byDefault: number) => integer({ min: 1, max: 1_000_000, byDefault });

/** The gateway's environment: it holds no data, so it needs neither a database nor `DATA_KEY`. */
export const Config = z.object({
  NODE_ENV: z.string().default('development'),
  /** The address that it listens on. */
  PARLEY_HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  OPS_PORT: port(0),
  /** The address of the operations port; default: that of `PARLEY_HOST`. */
  OPS_HOST: z.string().optional(),
  PUBLIC_URL: url(),
  ACTOR_KEY: key32(),
  NATS_URL: z.string().optional(),
  REDIS_URL: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url().optional(),

  WORKSPACE_GRPC: z.string(),
  WORKSPACE_URL: url(),
  CONVERSATIONS_URL: url().optional(),
  BOTS_URL: url().optional(),
  /** Who tells whether a bot's token is good. */
  BOTS_GRPC: z.string().optional(),
  CONTACTS_URL: url().optional(),
  MEDIA_URL: url().optional(),
  ANALYTICS_URL: url().optional(),
  WEBHOOKS_URL: url().optional(),
  /** Who tells whether a subscription's tokens count. */
  WEBHOOKS_GRPC: z.string().optional(),
  REALTIME_URL: url().optional(),

  /** How long identities may be remembered, in ms. */
  AUTH_CACHE_MS: integer({ min: 0, max: 5_000, byDefault: 5_000 }),
  CUSTOM_TOKEN_MAX_AGE: duration('24h'),
  REQUIRE_TLS: flag(false),
  /** Addresses and blocks whose `X-Forwarded-*` are believed. */
  TRUSTED_PROXIES: list(),

  RATE_LIMIT_FACTOR: factor(),
  AUTH_LIMIT_FACTOR: factor(),
  /** A minute: per principal and project, of strangers per address. */
  LIMIT_CALLS: perMinute(600),
  LIMIT_GUEST_CALLS: perMinute(200),
  LIMIT_PUBLIC_CALLS: perMinute(1_200),
  LIMIT_GUEST_CREATIONS: perMinute(60),
  /** A minute and address. */
  LIMIT_SIGN_IN: perMinute(20),
  LIMIT_SIGN_UP: perMinute(20),
  LIMIT_RECOVERY: perMinute(20),
  LIMIT_EXCHANGE: perMinute(60),
  /** Of credentials that did not count. Beyond it nobody is asked about passwords and tokens under the secrets of others; what our own keys signed is answered. */
  LIMIT_REFUSED_CREDENTIALS: perMinute(120),
  LIMIT_PUBLIC_TRANSCRIPT: perMinute(20),
  /** Of what lies outside of `/v3`: `/docs` and its files, `/openapi.json`. */
  LIMIT_PAGES: perMinute(300),
  /** Of `/healthz` and `/readyz`; those of a load balancer itself count apart from what it forwards. The operations port has no limit. */
  LIMIT_PROBES: perMinute(6_000),
  /** A minute and principal. */
  LIMIT_MESSAGING_TOKEN: perMinute(30),
  /** An hour and project. */
  LIMIT_SECRET: perMinute(10),

  /** How long to wait for a service: until it accepts, and for the next sign of life while a call is under way. */
  UPSTREAM_CONNECT_TIMEOUT: duration('2s'),
  UPSTREAM_TIMEOUT: duration('30s'),
  /** Calls under way to one service; beyond it 503 `busy`. An address, a principal and a project have a quarter of it each; beyond it 429. */
  UPSTREAM_CALLS: integer({ min: 1, max: 100_000, byDefault: 1_024 }),
  /**
   * Calls that one service works on at the same time; the others take turns by project. About eight for each processor that its replicas
   * have; while several projects call, each has an eighth of it. A call that takes longer than 100 ms no longer counts.
   */
  UPSTREAM_CALLS_AT_ONCE: integer({ min: 1, max: 10_000, byDefault: 64 }),
  /** How long the body of a call may take to arrive, uploads of files apart; after it 408. */
  BODY_TIMEOUT: duration('30s'),
  /** Bytes of memory for bodies that arrive or are being handed on; one address has a quarter of it. */
  BODY_MEMORY: integer({ min: 1_048_576, max: 17_179_869_184, byDefault: 134_217_728 }),
  DRAIN_TIMEOUT: duration('25s'),
  /** How long connections that callers keep are served after SIGTERM; where some may not fail, longer than they pause: an answer tells them to connect elsewhere. */
  DRAIN_LINGER: duration('1s'),
  /** Over so long the sockets are told to connect elsewhere when this process ends. */
  SOCKET_DRAIN: duration('30s'),
  /** A client of a socket that reads nothing of what waits for it for so long is cut off. */
  SOCKET_STALL: duration('2m'),
  GRPC_TLS_CERT: z.string().optional(),
  GRPC_TLS_KEY: z.string().optional(),
  GRPC_TLS_CA: z.string().optional(),
});
export type Config = z.output<typeof Config>;

/** Where a service answers HTTP; nothing if this installation does not have it. */
export function urlOf(config: Config, name: UpstreamName): string | undefined {
  return config[`${name.toUpperCase() as Uppercase<UpstreamName>}_URL`];
}

const production: Production = {
  refuse: ({ PUBLIC_URL }) => (PUBLIC_URL?.startsWith('http:') ? ['PUBLIC_URL: must be https in production'] : []),
};

/** @throws ConfigError with all faults at once: names, never values */
export function readConfig(env: Environment): Config {
  return readEnvironment({ process: 'gateway', env, schemas: { config: Config }, production }).config;
}
