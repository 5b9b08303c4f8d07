import { statSync } from 'node:fs';

import type { ServiceName } from '@parley/contracts';
import { z } from 'zod';

export type Environment = Record<string, string | undefined>;

/** Everything wrong with an environment at once: names and reasons, never values. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(service: string, faults: readonly string[]) {
    super(`${service} cannot start with this environment:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** A TCP port; 0 means any free one. */
export const port = (byDefault: number) => integer({ min: 0, max: 65_535, byDefault });

/** A whole number within bounds. */
export function integer({ min, max, byDefault }: { min?: number; max?: number; byDefault: number }) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min ?? Number.MIN_SAFE_INTEGER)
        .max(max ?? Number.MAX_SAFE_INTEGER),
    )
    .default(byDefault);
}

/** A number above 0: what multiplies limits. */
export function factor(byDefault = 1) {
  return z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().positive())
    .default(byDefault);
}

/** `true` or `false`. */
export function flag(byDefault: boolean) {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((word) => word === 'true')
    .default(byDefault);
}

/** An address with a scheme, without its trailing slash. */
export function url(...protocols: string[]) {
  const allowed = protocols.length === 0 ? ['http:', 'https:'] : protocols;
  return z
    .string()
    .refine((text) => /^[a-z]+:\/\//i.test(text) && URL.canParse(text) && allowed.includes(new URL(text).protocol), {
      message: `must be an address with ${allowed.join(' or ')}`,
    })
    .transform((text) => text.replace(/\/+$/, ''));
}

/** A host name or an address, to listen on. */
export function host() {
  return z.string().regex(/^[\w.:%-]+$/, 'must be a host name or an address');
}

/** Where a service answers internal calls: `host:port`, or a target of gRPC. */
export function grpcAddress() {
  return z.string().regex(/^[\w.:/[\]-]+:\d{1,5}$/, 'must be host:port');
}

/** Address of a PostgreSQL database, in any form that has its scheme. */
export function databaseAddress() {
  return z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address with postgresql:');
}

/** Types and endings of files, as `MEDIA_TYPES` has them. */
export function fileTypes() {
  return z.string().regex(/^[\w.*/+,; -]+$/, 'must be types and endings of files');
}

/** Path of an existing file. */
export function file() {
  return z.string().refine(isFile, 'must be an existing file');
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const natsServer = /^((nats|tls|wss?):\/\/)?[^\s/,]+$/;

/** 32 random bytes in base64url: 43 characters. */
function key32() {
  return z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}=?$/, 'must be 32 bytes in base64url')
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64url')));
}

/** Keys that are valid together: the first one signs or seals, all verify or open. */
export type KeyRing = readonly [Uint8Array, ...Uint8Array[]];

/** One key of 32 bytes or, while it is replaced, several, separated by commas. */
export function keyRing() {
  return z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(key32()).min(1))
    .transform(([key, ...former]): KeyRing => [key as Uint8Array, ...former]);
}

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span like `500ms`, `60s`, `15m`, `24h`, `30d`, as milliseconds. */
export function duration(byDefault: string) {
  return z
    .string()
    .regex(/^\d{1,9}(ms|s|m|h|d)$/, 'must be a span like 500ms, 60s, 15m, 24h or 30d')
    .prefault(byDefault)
    .transform((text) => {
      const unit = text.replace(/^\d+/, '') as keyof typeof unitMs;
      return Number.parseInt(text, 10) * unitMs[unit];
    });
}

/** Words separated by commas. */
export function list(byDefault: readonly string[] = []) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    )
    .default([...byDefault]);
}

type MtlsFiles = Partial<Record<'GRPC_TLS_CERT' | 'GRPC_TLS_KEY' | 'GRPC_TLS_CA', string | undefined>>;

/** Refuses an incomplete set of mTLS files, with which internal calls would be unencrypted. */
export const withAllMtlsFiles = <Schema extends z.ZodType<MtlsFiles>>(schema: Schema) =>
  schema.refine(
    ({ GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca }) =>
      Boolean(cert && key && ca) === Boolean(cert || key || ca),
    {
      path: ['GRPC_TLS_CERT'],
      error: 'must be set together with GRPC_TLS_KEY and GRPC_TLS_CA',
    },
  );

/** What every service reads. */
export const CommonConfig = withAllMtlsFiles(
  z.object({
    /** `production`: example keys and settings for trials are refused. */
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    /** Address that all ports listen on. */
    PARLEY_HOST: host().default('127.0.0.1'),
    /** Port for calls of the gateway; 0, here and below: any free port. */
    HTTP_PORT: port(0),
    /** Port for calls of other services. */
    GRPC_PORT: port(0),
    /** Port for probes, metrics and repairs; must not be reachable from outside. */
    OPS_PORT: port(0),
    /** Connections of one process to PostgreSQL, without those of searches and exports. */
    DATABASE_POOL: integer({ min: 1, max: 500, byDefault: 10 }),
    /** Address of NATS; without it events stay in the process, which suits the all-in-one only. */
    NATS_URL: z
      .string()
      .refine((text) => text.split(',').every((one) => natsServer.test(one.trim())), 'must be an address with nats:')
      .optional(),
    /** Copies of the stream: 3 where NATS has three nodes. */
    NATS_REPLICAS: integer({ min: 1, max: 5, byDefault: 1 }),
    /** Address of Redis, which counts limits for all replicas; without it, or while it is unavailable, each replica counts on its own. */
    REDIS_URL: url('redis:', 'rediss:').optional(),
    /** Key that signs actor tokens; the same for all services, which trust its signatures. Several, separated by commas, while it is replaced: the first one signs. */
    ACTOR_KEY: keyRing(),
    /** Key that encrypts secrets in the databases; without it they cannot be read. Several while it is replaced: the first one encrypts. */
    DATA_KEY: keyRing(),
    /** Lowest level that is logged; default: `info`. */
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
    /** Address of the gateway for clients. */
    PUBLIC_URL: url().optional(),
    /** Receiver of traces, by OTLP over HTTP. */
    OTEL_EXPORTER_OTLP_ENDPOINT: url().optional(),
    /** Factor of all call limits. */
    RATE_LIMIT_FACTOR: factor(),
    /** Additional factor of the limits of sign-in and sign-up. */
    AUTH_LIMIT_FACTOR: factor(),
    /** How long calls in flight may take after SIGTERM. */
    DRAIN_TIMEOUT: duration('25s'),
    /** How long idle connections are still served after SIGTERM; longer than the gateway keeps them (0.5 s), so that none closes during a call. */
    DRAIN_LINGER: duration('1s'),
    /** How long the leases of a replica that has died are still held; others take its work over within a third more. */
    LEASE: duration('15s'),
    /** PEM files with which services authenticate each other by certificate. */
    GRPC_TLS_CERT: file().optional(),
    /** PEM file of the key of `GRPC_TLS_CERT`. */
    GRPC_TLS_KEY: file().optional(),
    /** PEM file of the authority that signs the certificates of all services. */
    GRPC_TLS_CA: file().optional(),
  }),
);
export type CommonConfig = z.output<typeof CommonConfig>;

/** Values that stand in examples of this repository; a production environment that holds one does not start. */
export const exampleValues: readonly string[] = [
  Buffer.from('example-actor-key-do-not-use-it!').toString('base64url'),
  Buffer.from('example-data-key-do-not-use-it!!').toString('base64url'),
  Buffer.alloc(32).toString('base64url'),
  // The signing key of deploy/local.env.
  '{"keys":[{"crv":"Ed25519","d":"_mNE9kuufUWbz0a4NYDndLfs15Ha0H5yRdb6n-NeAHY","x":"1KquLAFCguBKrb-JPkiooTSJckZ0mUyKa6j5dMvQ7gM","kty":"OKP","kid":"example"}]}',
];

/** What a service must have before it starts with `NODE_ENV=production`. */
export interface Production {
  /** Variables that must be set. */
  required?: readonly string[];
  /** Further reasons not to start: `NAME: why`, never a value. */
  refuse?(env: Environment): readonly string[];
}

export interface ConfigOptions<Schema extends z.ZodType> {
  service: ServiceName;
  env: Environment;
  schema: Schema;
  production?: Production;
}

/** Reads the environment of a service: what every service reads, and its own. @throws ConfigError with all faults at once */
export function readConfig<Schema extends z.ZodType>({
  service,
  env,
  schema,
  production,
}: ConfigOptions<Schema>): { common: CommonConfig; own: z.output<Schema> } {
  return readEnvironment({ process: service, env, schemas: { common: CommonConfig, own: schema }, production });
}

/**
 * Reads an environment by each of `schemas`. An empty variable counts as one that is not set, because Compose and Kubernetes
 * pass unset ones so.
 * @throws ConfigError with all faults at once
 */
export function readEnvironment<Schemas extends Record<string, z.ZodType>>({
  process,
  env: given,
  schemas,
  production,
}: {
  /** Who reads, for the message. */
  process: string;
  env: Environment;
  schemas: Schemas;
  production?: Production;
}): { [Name in keyof Schemas]: z.output<Schemas[Name]> } {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  const faults = new Set<string>();
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const { data, error } = schema.safeParse(env);
    for (const issue of error?.issues ?? []) faults.add(faultOf(issue));
    read[name] = data;
  }
  if (env.NODE_ENV === 'production') for (const fault of productionFaults(env, production)) faults.add(fault);
  if (faults.size > 0) throw new ConfigError(process, [...faults]);
  return read as { [Name in keyof Schemas]: z.output<Schemas[Name]> };
}

/** Reads one variable whose name depends on others. @throws ConfigError */
export function readOne<Schema extends z.ZodType>(process: string, name: string, schema: Schema, value?: string) {
  const schemas = { own: z.object({ [name]: schema }) };
  return readEnvironment({ process, env: { [name]: value }, schemas }).own[name] as z.output<Schema>;
}

function faultOf({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  const missing = code === 'invalid_type' && 'input' in issue && issue.input === undefined;
  return `${String(path[0])}: ${missing || message.endsWith('received undefined') ? 'is missing' : message}`;
}

function productionFaults(env: Record<string, unknown>, production: Production = {}): string[] {
  const missing = (production.required ?? []).filter((name) => env[name] === undefined);
  const examples = Object.keys(env).filter((name) => holdsExample(String(env[name])));
  return [
    ...missing.map((name) => `${name}: is missing, and production needs it`),
    ...examples.map((name) => `${name}: is the value of an example`),
    ...(production.refuse?.(env as Environment) ?? []),
  ];
}

/** Also as one of several keys; a JWK set, which has commas of its own, is compared as a whole. */
function holdsExample(value: string): boolean {
  return [value, ...value.split(',')].some((text) => exampleValues.includes(text.trim()));
}
