import type { ServiceName } from '@parley/contracts';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { z } from 'zod';

import type { EventBus } from '../bus/bus.ts';
import type { OpsRoute } from '../call/ops-route.ts';
import type { CommonConfig, Environment, Production } from '../config/config.ts';
import type { Reconciler } from '../consumers/reconciler.ts';
import type { Subscription } from '../consumers/subscription.ts';
import type { Database } from '../database/database.ts';
import type { PromiseClient } from '../grpc/client.ts';
import type { GrpcTable } from '../grpc/serve.ts';
import type { HttpTable } from '../http/implement.ts';
import type { LocalServers, Upgrades } from '../http/server.ts';
import type { Health } from '../observability/health.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { Limits } from '../security/limits.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Job } from '../tasks/jobs.ts';

/** What a service is started with: nothing is read from the process. */
export interface ServiceOptions {
  env: Environment;
  log?: Logger;
  /** Shared by the services of one process; absent: NATS by `NATS_URL`, else a bus of its own. */
  bus?: EventBus;
  /** Shared by the services of one process; absent: the gateway calls them over connections. */
  localServers?: LocalServers;
  /** Parts of the Context that tests replace: clients of other services. */
  overrides?: object;
}

/** What the kit gives a service to build its Context from. */
export interface ServiceResources<Config, Prisma = unknown> {
  name: ServiceName;
  /** The service's own environment, parsed. */
  config: Config;
  /** What every service reads. */
  common: CommonConfig;
  log: Logger;
  db: Database<Prisma>;
  bus: EventBus;
  metrics: Metrics;
  tracing: Tracing;
  secrets: Secrets;
  limits: Limits;
  health: Health;
  /**
   * A client of another service at `<SERVICE>_GRPC`; without that address every call is `dependency_down`.
   * @param deadlineMs default 2000
   */
  client<Definition extends object>(
    definition: Definition,
    to: ServiceName,
    options?: number | { deadlineMs?: number; idempotent?: readonly string[] },
  ): PromiseClient<Definition>;
  /**
   * How far a consumer of the service has come; as a rule less than 2 s ago. See `Reconciler`.
   * Answers once the service serves: not while the Context is being built.
   */
  asOf: Reconciler['asOf'];
  /** Called in reverse order when the service stops, after the last call has been answered. */
  onStop(close: () => Promise<void> | void): void;
}

/** A service that answers. */
export interface RunningService<Context = unknown> {
  name: ServiceName;
  /** `http` and `ops` are addresses without a trailing slash, `grpc` is `host:port`. */
  addresses: { http: string; grpc: string; ops: string };
  context: Context;
  db: Database;
  /** Runs a round of a job now. @throws what the job throws */
  runJob(name: string): Promise<void>;
  /** Resolves when the outbox is empty and the consumers, jobs and own work of this service are idle. */
  settled(): Promise<void>;
  /** Takes no new calls, lets running ones finish, closes everything. */
  stop(): Promise<void>;
}

/** Starts a service: `startWorkspace({ env })`. */
export interface StartService<Context = unknown> {
  (options: ServiceOptions): Promise<RunningService<Context>>;
  /** What tests and the embedded mode must know before they start it. */
  readonly definition: { readonly name: ServiceName; readonly database?: { readonly folder: URL } };
}

/** What a service is made of. */
export interface ServiceDefinition<Config extends z.ZodType, Context, Prisma> {
  name: ServiceName;
  /** Schema of its own environment variables. */
  config: Config;
  /** What it must have with `NODE_ENV=production`, beyond what every service must. */
  production?: Production;
  database?: {
    /** The folder `prisma/`, with `migrations/` in it. */
    folder: URL;
    prisma?(adapter: SqlDriverAdapterFactory): Prisma;
  };
  context(resources: ServiceResources<z.output<Config>, Prisma>): Context | Promise<Context>;
  http?: HttpTable<Context>;
  grpc?: readonly GrpcTable<Context>[];
  subscriptions?: readonly Subscription<Context>[];
  jobs?: readonly Job<Context>[];
  /** Repairs, on its private operations port. */
  ops?(context: Context): readonly OpsRoute[];
  /** Connections that calls become: WebSockets. */
  upgrades?(context: Context): Upgrades;
  /** Resolves when what the service does by itself, beside calls, events and jobs, has come to rest; part of `settled`. */
  idle?(context: Context): Promise<void>;
}
