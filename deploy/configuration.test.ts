import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import {
  databaseAddress,
  type Environment,
  exampleValues,
  grpcAddress,
  readEnvironment,
  readOne,
} from '@parley/service-kit/config';

import { common, schemas } from './schemas.ts';

const guide = await readFile(new URL('../docs/operations/configuration.md', import.meta.url), 'utf8');
const here = fileURLToPath(import.meta.url);
const key = Buffer.alloc(32, 7).toString('base64url');
/** For variables that take any text: credentials, and folders that are created. */
const anyText = Symbol('any text');

type Row = readonly [valid: string, invalid: string | typeof anyText];
const rows = (names: string, ...row: Row): Record<string, Row> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, row]));

/** A valid and an invalid value of each variable in the guide. */
const table: Record<string, Row> = {
  ...rows('S3_ACCESS_KEY S3_SECRET_KEY S3_REGION', 'value', anyText),
  NODE_ENV: ['development', 'prod'],
  ...rows('CONSOLE_DIR WIDGET_DIR MEDIA_DIR MEDIA_SPOOL_DIR PARLEY_DATA', '/srv/parley', anyText),
  ...rows('PARLEY_HOST OPS_HOST MAIL_SMTP_HOST MAIL_SMTP_NAME', '10.0.0.7', 'http://10.0.0.7/'),
  ...rows('HTTP_PORT GRPC_PORT OPS_PORT PORT MAIL_SMTP_PORT', '4000', '70000'),
  ...rows('ACTOR_KEY DATA_KEY', key, 'short'),
  ...rows('DATABASE_URL_CONVERSATIONS DATABASE_URL_CONTACTS', 'postgresql://parley@db/parley', 'mysql://db/parley'),
  ...rows('DATABASE_URL_ANALYTICS DATABASE_URL_<SERVICE>', 'postgres://parley@db:5432/parley', 'db:5432/parley'),
  ...rows('<SERVICE>_GRPC WORKSPACE_GRPC BOTS_GRPC WEBHOOKS_GRPC', 'workspace:4000', 'workspace'),
  ...rows(
    'GRPC_TLS_CERT GRPC_TLS_KEY GRPC_TLS_CA GEO_DATABASE OIDC_CONNECTIONS MAIL_TLS_CERT MAIL_TLS_KEY MAIL_CA',
    here,
    '/not/there.pem',
  ),
  NATS_URL: ['nats://one:4222,two:4222', 'http://one:4222'],
  NATS_REPLICAS: ['3', 'three'],
  PASSWORD_MEMORY_KIB: ['65536', '64 MB'],
  REDIS_URL: ['rediss://redis:6380/1', 'redis:6379'],
  SMTP_URL: ['smtps://mail.example:465', 'https://mail.example'],
  S3_ENDPOINT: ['https://s3.example', 's3.example'],
  S3_BUCKET: ['parley-media', 'Parley Media'],
  CLAMD_ADDRESS: ['clamd:3310', 'clamd'],
  MAIL_FROM: ['Parley <no-reply@shop.example>', 'Parley'],
  ...rows('PUBLIC_URL DASHBOARD_URL MEDIA_ORIGIN', 'https://chat.shop.example', 'chat.shop.example'),
  ...rows('WORKSPACE_URL CONVERSATIONS_URL BOTS_URL CONTACTS_URL', 'http://service:3000', 'service:3000'),
  ...rows('MEDIA_URL ANALYTICS_URL WEBHOOKS_URL CHANNELS_URL REALTIME_URL', 'http://service:3000', 'service'),
  ...rows('OTEL_EXPORTER_OTLP_ENDPOINT ENGINE_URL', 'https://collector.example/in', 'collector'),
  CONSOLE_ORIGINS: ['https://console.example,https://other.example', 'console.example/path'],
  TRUSTED_PROXIES: ['10.0.0.0/8,fd00::1', '10.0.0.0/80'],
  ...rows('OUTBOUND_ALLOW OUTBOUND_DENY', '10.1.0.0/16,intranet.example', 'https://intranet.example/x'),
  ...rows('OUTBOUND_DENY_PORTS MAIL_PORTS', '5432,6379', 'postgres'),
  SIGN_IN_DNS: ['10.0.0.53,[fd00::53]:5353', 'dns.example'],
  MAIL_DNS: ['10.0.0.53,[fd00::53]:5353', 'dns.example'],
  MAIL_DOMAINS: ['shop.example,other.example', 'shop example'],
  ...rows('LOG_LEVEL', 'debug', 'loud'),
  ...rows('RATE_LIMIT_FACTOR AUTH_LIMIT_FACTOR', '0.5', '-1'),
  ...rows('MAIL_DELIVERY CONSOLE WIDGET', 'off', 'sometimes'),
  SIGNUP: ['invited', 'closed'],
  MEDIA_SCAN_FAIL: ['open', 'sometimes'],
  ENGINE: ['http', 'https://engine.example'],
  MESSAGE_EVENTS: ['whole', 'half'],
  MEDIA_TYPES: ['.jpg,application/pdf,*', 'a|b'],
  TOKEN_SIGNING_KEYS: [exampleValues.find((value) => value.startsWith('{')) ?? '', '{"keys":[]}'],
  VAPID_PRIVATE_KEY: [key, Buffer.alloc(32).toString('base64url')],
  MEDIA_SIGNING_KEYS: [`new:${key}`, 'new:short'],
  ENGINE_SECRETS: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`, 'whsec_short'],
  MESSAGING_JWT_SECRET: ['a secret of thirty-two characters', 'short'],
  ...rows('REQUIRE_TLS S3_SSE S3_CREATE_BUCKET SIGNUP_PRIVATE', 'true', 'yes'),
  ...rows('REQUIRE_VERIFIED_EMAIL REQUEST_ID_STRICT', 'false', '0'),
  ...rows(
    `DRAIN_TIMEOUT DRAIN_LINGER LEASE CUSTOM_TOKEN_MAX_AGE UPSTREAM_CONNECT_TIMEOUT UPSTREAM_TIMEOUT BODY_TIMEOUT SOCKET_DRAIN
    SOCKET_STALL USER_TOKEN_TTL GUEST_TOKEN_TTL MESSAGING_TOKEN_TTL SESSION_TOKEN_TTL SESSION_TTL SESSION_MAX
    PROJECT_ERASURE_DELAY FEED_STREAM_AGE FEED_IDLE VIEWER_LAPSE BOT_TOKEN_TTL BOT_TURN_TIMEOUT BOT_CALL_TIMEOUT BOT_CALL_PAUSE
    BOT_TURN_LEASE BOT_LATE_AFTER MEDIA_IMAGE_TIME MEDIA_IDLE_TIMEOUT MEDIA_UPLOAD_TIMEOUT MEDIA_QUEUE_TIMEOUT
    MEDIA_STORE_TIMEOUT CLAMD_TIMEOUT MAIL_PARSE_TIMEOUT MAIL_GROUP MAIL_TRANSCRIPT_AFTER SOCKET_AUTH_TIMEOUT SOCKET_HEARTBEAT FEED_SILENCE SOCKET_RECHECK SOCKET_LINGER
    WEBHOOK_CALL_TIMEOUT`,
    '30s',
    '5 minutes',
  ),
  ...rows(
    `DATABASE_POOL AUTH_CACHE_MS LIMIT_CALLS LIMIT_GUEST_CALLS LIMIT_PUBLIC_CALLS LIMIT_GUEST_CREATIONS LIMIT_SIGN_IN LIMIT_SIGN_UP
    LIMIT_RECOVERY LIMIT_EXCHANGE LIMIT_REFUSED_CREDENTIALS LIMIT_PUBLIC_TRANSCRIPT LIMIT_PUBLIC_SURVEY LIMIT_PAGES LIMIT_FILES LIMIT_PROBES
    LIMIT_MESSAGING_TOKEN LIMIT_SECRET LIMIT_GUEST_UPLOADS LIMIT_UPLOADS UPSTREAM_CALLS UPSTREAM_CALLS_AT_ONCE MAX_USER_TOKENS
    MAX_OWNED_PROJECTS UV_THREADPOOL_SIZE EXPORT_ROWS FEED_RETENTION_HOURS SEARCH_POOL SLOW_SEARCH_POOL EXPORT_POOL FIGURES_POOL
    BOTS_MAX INTENTS_MAX BOT_TRASH_DAYS BOT_TURNS_PER_MINUTE BOT_TURNS_MAX BOT_TURNS_AT_ONCE BOT_CALLS_AT_ONCE EVENT_MAX_DEPTH
    MEDIA_STORES MEDIA_GUEST_FILES MEDIA_CHAT_DAYS EXPORT_DAYS ACTIVITY_RETENTION_DAYS SOCKETS_PER_PRINCIPAL SOCKET_TOPICS SOCKET_ACTIONS
    WEBHOOK_TOKEN_MINUTES WEBHOOK_LEDGER_DAYS WEBHOOK_CALLS_AT_ONCE MAIL_RAW_DAYS MAIL_LEDGER_DAYS
    MAIL_CONNECTIONS LIMIT_MAILS LIMIT_SENDER_MAILS`,
    '8',
    '-1',
  ),
  ...rows(
    `BODY_MEMORY SOCKET_BUFFER MAIL_MAX_BYTES MEDIA_FILE_BYTES MEDIA_SPOOL_BYTES MEDIA_IMAGE_BYTES MEDIA_IMAGE_PIXELS
    MEDIA_IMAGE_SIDE MEDIA_IMAGE_FRAMES MEDIA_GUEST_BYTES MEDIA_USER_BYTES MEDIA_PROJECT_BYTES EXPORT_PART_BYTES`,
    '67108864',
    '64 MB',
  ),
};

/** Variables whose names depend on the service. */
const byService: Record<string, Parameters<typeof readOne>[2]> = {
  'DATABASE_URL_<SERVICE>': databaseAddress(),
  '<SERVICE>_GRPC': grpcAddress(),
};
const readers = { common, ...schemas };
const valid = Object.fromEntries(Object.entries(table).map(([name, [value]]) => [name, value]));
const named = [...new Set([...guide.matchAll(/^\| `([A-Z0-9_<>]+)` \|/gm)].map(([, name = '']) => name))];

/** Faults that each reader of the variable reports at its start; `none` for a reader that accepts the environment. */
function faultsOf(name: string, env: Environment): string[] {
  const own = byService[name];
  const starts = own
    ? [() => readOne('Parley', name, own, env[name])]
    : Object.values(readers)
        .filter(({ shape }) => name in shape)
        .map((schema) => () => readEnvironment({ process: 'Parley', env, schemas: { schema } }));
  return starts.flatMap((start) => {
    try {
      start();
      return ['none'];
    } catch (error) {
      return String(error).split('\n').slice(1);
    }
  });
}

it('has a row for each variable of the guide, and no other', () => {
  expect(Object.keys(table).toSorted()).toEqual(named.toSorted());
});

describe.each(Object.entries(table))('%s', (name, [, invalid]) => {
  it('accepts a valid value', () => {
    expect(new Set(faultsOf(name, valid))).toEqual(new Set(['none']));
  });

  if (invalid === anyText) return;
  it('is the only variable named when its value is invalid', () => {
    const faults = faultsOf(name, { ...valid, [name]: invalid });
    expect(faults.filter((fault) => !fault.startsWith(`  ${name}: `))).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
  });
});
