import type { ServiceName } from '@parley/contracts';
import {
  CommonConfig,
  duration,
  type Environment,
  flag,
  grpcAddress,
  host,
  integer,
  list,
  type Production,
  port,
  readEnvironment,
  url,
  withAllMtlsFiles,
} from '@parley/service-kit/config';
import { readAddressEntry } from '@parley/service-kit/security';
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
  'channels',
  'realtime',
] as const satisfies readonly ServiceName[];
export type UpstreamName = (typeof upstreamNames)[number];

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
}

/** The folder of a release, and of those before it. */
function folders() {
  return z
    .string()
    .transform((text) => text.split(',').map((folder) => folder.trim()))
    .refine((all) => all.every((folder) => folder !== '') && all.length <= 3, 'must be one to three folders')
    .optional();
}

const { shape: kit } = CommonConfig;
const perMinute = (byDefault: number) => integer({ min: 1, max: 1_000_000, byDefault });

/** The gateway's environment: it holds no data, so it needs neither a database nor `DATA_KEY`. */
export const Config = withAllMtlsFiles(
  z.object({
    NODE_ENV: kit.NODE_ENV,
    /** Address that the gateway listens on. */
    PARLEY_HOST: kit.PARLEY_HOST,
    /** Port for clients. */
    PORT: port(3000),
    OPS_PORT: kit.OPS_PORT,
    /** Address of the operations port; default: `PARLEY_HOST`. */
    OPS_HOST: host().optional(),
    PUBLIC_URL: url(),
    ACTOR_KEY: kit.ACTOR_KEY,
    NATS_URL: kit.NATS_URL,
    REDIS_URL: kit.REDIS_URL,
    LOG_LEVEL: kit.LOG_LEVEL,
    OTEL_EXPORTER_OTLP_ENDPOINT: kit.OTEL_EXPORTER_OTLP_ENDPOINT,

    /** gRPC address of workspace, which verifies credentials, `host:port`. */
    WORKSPACE_GRPC: grpcAddress(),
    /** Address of workspace. */
    WORKSPACE_URL: url(),
    /** Address of conversations; without it, here and below, the endpoints of the service are 404. */
    CONVERSATIONS_URL: url().optional(),
    /** Address of bots. */
    BOTS_URL: url().optional(),
    /** gRPC address of bots, which verifies the tokens of bots. */
    BOTS_GRPC: grpcAddress().optional(),
    /** Address of contacts. */
    CONTACTS_URL: url().optional(),
    /** Address of media. */
    MEDIA_URL: url().optional(),
    /** Address of analytics. */
    ANALYTICS_URL: url().optional(),
    /** Address of webhooks. */
    WEBHOOKS_URL: url().optional(),
    /** gRPC address of webhooks, which verifies the tokens of subscriptions. */
    WEBHOOKS_GRPC: grpcAddress().optional(),
    /** Address of channels, which takes mail. */
    CHANNELS_URL: url().optional(),
    /** Address of realtime, for sockets. */
    REALTIME_URL: url().optional(),

    /** Origins of the same site, besides that of `PUBLIC_URL`, whose pages may hold the session of a browser. */
    CONSOLE_ORIGINS: list().refine(
      (origins) => origins.every(isOrigin),
      'must be origins like https://console.example',
    ),
    /** `off`: neither the console nor the page at `/` is served. */
    CONSOLE: z.enum(['on', 'off']).default('on'),
    /** Folder of the built console, followed by those of earlier releases, whose hashed files stay served. Default: none; the page at `/` takes its place. */
    CONSOLE_DIR: folders(),
    /** `off`: the widget is not served. */
    WIDGET: z.enum(['on', 'off']).default('on'),
    /** Folder of the built widget, followed by those of earlier releases. */
    WIDGET_DIR: folders(),
    /** Host of file addresses, if it is not the gateway. */
    MEDIA_ORIGIN: url().optional(),
    /** How long identities are cached, in ms. */
    AUTH_CACHE_MS: integer({ min: 0, max: 5_000, byDefault: 5_000 }),
    /** Longest age of a customer’s token without `exp`; the same for workspace, gateway and realtime. */
    CUSTOM_TOKEN_MAX_AGE: duration('24h'),
    /** Whether calls that did not come over TLS are refused. */
    REQUIRE_TLS: flag(false),
    /** Addresses and blocks of proxies whose `X-Forwarded-*` headers are trusted. */
    TRUSTED_PROXIES: list().refine(
      (entries) => entries.every((entry) => readAddressEntry(entry) !== undefined),
      'must be addresses and blocks like 10.0.0.0/8',
    ),

    RATE_LIMIT_FACTOR: kit.RATE_LIMIT_FACTOR,
    AUTH_LIMIT_FACTOR: kit.AUTH_LIMIT_FACTOR,
    /** Calls per minute, for each principal in a project; without a credential, for each address. */
    LIMIT_CALLS: perMinute(600),
    /** Calls per minute of a guest. */
    LIMIT_GUEST_CALLS: perMinute(200),
    /** Anonymous calls and socket handshakes per minute and address. */
    LIMIT_PUBLIC_CALLS: perMinute(1_200),
    /** Records that a guest creates per minute. */
    LIMIT_GUEST_CREATIONS: perMinute(60),
    /** Sign-ins per minute and address. */
    LIMIT_SIGN_IN: perMinute(20),
    /** Sign-ups per minute and address. */
    LIMIT_SIGN_UP: perMinute(20),
    /** Password recoveries per minute and address. */
    LIMIT_RECOVERY: perMinute(20),
    /** Exchanges of customer tokens per minute and address. */
    LIMIT_EXCHANGE: perMinute(60),
    /** Refused credentials per minute and address. Beyond the limit, passwords and tokens under foreign secrets are refused unchecked; tokens signed by Parley's own keys are accepted. */
    LIMIT_REFUSED_CREDENTIALS: perMinute(120),
    /** Public transcripts per minute and address. */
    LIMIT_PUBLIC_TRANSCRIPT: perMinute(20),
    /** Questions and answers of surveys per minute and address. */
    LIMIT_PUBLIC_SURVEY: perMinute(20),
    /** Calls per minute outside of `/v3`: `/docs` and its files, `/openapi.json`, `/asyncapi.json`. */
    LIMIT_PAGES: perMinute(300),
    /** Calls per minute of files of the console and the widget. */
    LIMIT_FILES: perMinute(1_200),
    /** Calls per minute of `/healthz` and `/readyz`. Probes of a load balancer count separately from the calls that it forwards. The operations port has no limit. */
    LIMIT_PROBES: perMinute(6_000),
    /** Messaging tokens per minute and principal. */
    LIMIT_MESSAGING_TOKEN: perMinute(30),
    /** New project secrets per hour and project. */
    LIMIT_SECRET: perMinute(10),

    /** How long the gateway waits for a service to accept a connection. */
    UPSTREAM_CONNECT_TIMEOUT: duration('2s'),
    /** How long a service may be silent while a call is in flight. */
    UPSTREAM_TIMEOUT: duration('30s'),
    /** Maximum number of calls in flight to one service; beyond it 503 `busy`. Each address, principal and project may use a quarter of it; beyond it 429. */
    UPSTREAM_CALLS: integer({ min: 1, max: 100_000, byDefault: 1_024 }),
    /**
     * Maximum number of calls that one service handles at the same time; others wait in a queue that is fair to projects. Set about eight per processor of
     * its replicas. While several projects call, each may use an eighth. A call that takes longer than 100 ms no longer counts.
     */
    UPSTREAM_CALLS_AT_ONCE: integer({ min: 1, max: 10_000, byDefault: 64 }),
    /** How long the body of a call may take to arrive, except uploads of files; then 408. */
    BODY_TIMEOUT: duration('30s'),
    /** Memory for bodies in transit, in bytes; one address may use a quarter of it. */
    BODY_MEMORY: integer({ min: 1_048_576, max: 17_179_869_184, byDefault: 134_217_728 }),
    DRAIN_TIMEOUT: kit.DRAIN_TIMEOUT,
    /** How long kept-alive connections are still served after SIGTERM. Answers ask clients to reconnect: if no call may fail, set it longer than clients are idle. */
    DRAIN_LINGER: kit.DRAIN_LINGER,
    /** Time over which sockets are closed, to reconnect elsewhere, when the process stops. */
    SOCKET_DRAIN: duration('30s'),
    /** A socket whose client reads nothing for this long is closed. */
    SOCKET_STALL: duration('2m'),
    GRPC_TLS_CERT: kit.GRPC_TLS_CERT,
    GRPC_TLS_KEY: kit.GRPC_TLS_KEY,
    GRPC_TLS_CA: kit.GRPC_TLS_CA,
  }),
);
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
