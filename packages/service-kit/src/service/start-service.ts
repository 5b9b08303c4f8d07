import type { ServiceName } from '@parley/contracts';
import type { z } from 'zod';

import { type CommonConfig, databaseAddress, readConfig, readOne } from '../config/config.ts';
import type { Reconciler } from '../consumers/reconciler.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { deadRowsRatio } from '../database/dead-rows.ts';
import { LeaseKeeper } from '../database/lease.ts';
import { migrate } from '../database/migrate.ts';
import { startGrpcServer, unlimitedConnectionAgeMs } from '../grpc/server.ts';
import { tlsOf } from '../grpc/tls-files.ts';
import { deleteExpiredAnswers } from '../http/idempotency.ts';
import { dialableHost, type LocalServers, startHttpServer } from '../http/server.ts';
import { createLogger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { OutboxReader } from '../outbox/outbox-reader.ts';
import { serveEvents } from '../outbox/serve-events.ts';
import { every, type Job, startJobs } from '../tasks/jobs.ts';
import { deleteOldTasks } from '../tasks/task.ts';
import { closeAll } from './close-all.ts';
import type {
  RunningService,
  ServiceDefinition,
  ServiceOptions,
  ServiceResources,
  StartService,
} from './definition.ts';
import { openClient } from './open-client.ts';
import { openSharedResources, type SharedResources } from './shared-resources.ts';
import { startEvents } from './start-events.ts';

/** Makes the start function of a service; it can be called any number of times in one process. */
export function defineService<Config extends z.ZodType, Context, Prisma = undefined>(
  definition: ServiceDefinition<Config, Context, Prisma>,
): StartService<Context> {
  return Object.assign((options: ServiceOptions) => startService(definition, options), { definition });
}

/** Starts a service: migrate, connect, build the Context, serve, consume, relay, tick; stops in reverse. */
async function startService<Config extends z.ZodType, Context, Prisma>(
  definition: ServiceDefinition<Config, Context, Prisma>,
  options: ServiceOptions,
): Promise<RunningService<Context>> {
  const { name } = definition;
  const { common, own } = readConfig({
    service: name,
    env: options.env,
    schema: definition.config,
    production: productionOf(definition, options),
  });
  const log = options.log ?? createLogger({ service: name, level: levelOf(common) });
  const parts = new AsyncDisposableStack();

  try {
    const resources = await openSharedResources(name, options, common, log, parts);
    const url = databaseUrl(definition, options);
    const db = url === undefined ? undefined : await openDatabase(definition, url, resources);
    // It starts after the Context, which it hands to the subscriptions.
    const reconciler = Promise.withResolvers<Reconciler>();
    const context = await buildContext(definition, options, resources, own, db, reconciler.promise);
    const { localServers } = options;
    return await serveAll({ definition, resources, context, db, url, localServers, onReconciler: reconciler.resolve });
  } catch (error) {
    await closeAll(parts, log);
    throw error;
  }
}

async function openDatabase<Config extends z.ZodType, Context, Prisma>(
  { name, database }: ServiceDefinition<Config, Context, Prisma>,
  url: string,
  { common, log, health, metrics, parts }: SharedResources,
): Promise<Database<Prisma>> {
  if (database === undefined) throw new Error(`${name} has an address of a database, but no database`);
  await migrate({ url, folder: database.folder, log });
  const db = await connectDatabase<Prisma>({
    url,
    service: name,
    poolSize: common.DATABASE_POOL,
    prisma: database.prisma,
    log,
  });
  parts.defer(() => db.close());
  health.require('database', () => db.ping());

  const connections = metrics.gauge('parley_database_connections', 'Connections of the pool', ['state']);
  metrics.beforeRead(() => {
    for (const [state, count] of Object.entries(db.stats())) connections.set({ state }, count);
  });
  return db;
}

async function buildContext<Config extends z.ZodType, Context, Prisma>(
  definition: ServiceDefinition<Config, Context, Prisma>,
  { overrides }: ServiceOptions,
  resources: SharedResources,
  config: z.output<Config>,
  db: Database<Prisma> | undefined,
  reconciler: Promise<Reconciler>,
): Promise<Context> {
  const { name, common, log, bus, metrics, tracing, secrets, limits, health, parts } = resources;
  const kit: ServiceResources<z.output<Config>, Prisma> = {
    ...{ name, config, common, log, bus, metrics, tracing, secrets, limits, health },
    get db() {
      if (db === undefined) throw new Error(`${name} has no database`);
      return db;
    },
    client: (peer, to, settings) => openClient(resources, peer, to, settings),
    asOf: async (...args) => (await reconciler).asOf(...args),
    onStop: (close) => parts.defer(close),
  };
  const context = await definition.context(kit);
  if (overrides !== undefined) Object.assign(context as object, overrides);
  return context;
}

interface Served<Config extends z.ZodType, Context, Prisma> {
  definition: ServiceDefinition<Config, Context, Prisma>;
  resources: SharedResources;
  context: Context;
  db: Database<Prisma> | undefined;
  url: string | undefined;
  localServers: LocalServers | undefined;
  /** Receives the reconciler, which starts after the Context was built. */
  onReconciler(reconciler: Reconciler): void;
}

async function serveAll<Config extends z.ZodType, Context, Prisma>(
  served: Served<Config, Context, Prisma>,
): Promise<RunningService<Context>> {
  const { definition, resources, context, db, url, localServers } = served;
  const { name, common, log, parts, health, metrics, ops } = resources;

  const outbox = db === undefined ? undefined : new OutboxReader(db);
  const leases = db && new LeaseKeeper({ db, log, leaseMs: common.LEASE });
  const events =
    db && outbox && leases && (await startEvents({ definition, resources, context, db, url, outbox, leases }));
  if (events) served.onReconciler(events.reconciler);
  ops.add(definition.ops?.(context) ?? []);
  const jobs = startJobs({ ...resources, jobs: jobsOf(definition, db, metrics), context, leases });
  parts.defer(() => jobs.stop());

  const servers: { stop(): Promise<void> }[] = [];
  parts.defer(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  const listening = {
    ...resources,
    context,
    db,
    host: common.PARLEY_HOST,
    drainMs: common.DRAIN_TIMEOUT,
    lingerMs: common.DRAIN_LINGER,
  };
  const http = await startHttpServer({
    ...listening,
    routes: definition.http?.routes ?? [],
    upgrades: definition.upgrades?.(context),
    localServers,
    port: common.HTTP_PORT,
    checkAnswers: common.NODE_ENV === 'test',
  });
  servers.push(http);
  const grpc = await startGrpcServer({
    ...listening,
    tables: [...(definition.grpc ?? []), ...(outbox === undefined ? [] : [serveEvents(outbox)])],
    port: common.GRPC_PORT,
    tls: tlsOf(common),
    // Services of one process have no other replicas to find by reconnecting.
    ...(localServers && { connectionAgeMs: unlimitedConnectionAgeMs }),
  });
  servers.push(grpc);

  health.state = 'ready';
  const addresses = { http: http.address, grpc: `${dialableHost(common.PARLEY_HOST)}:${grpc.port}`, ops: ops.address };
  log.info({ addresses }, 'ready');
  let stopped: Promise<void> | undefined;
  return {
    name,
    addresses,
    context,
    get db() {
      if (db === undefined) throw new Error(`${name} has no database`);
      return db;
    },
    runJob: (job) => jobs.run(job),
    async settled() {
      await jobs.idle();
      await events?.settled();
      await jobs.idle();
    },
    stop() {
      health.state = 'stopping';
      stopped ??= closeAll(parts, log);
      return stopped;
    },
  };
}

const forgetEveryMs = 600_000;
const forgetTasksEveryMs = 3_600_000;
const measureEveryMs = 600_000;

function jobsOf<Context>(
  definition: { jobs?: readonly Job<Context>[] },
  db: Database | undefined,
  metrics: Metrics,
): Job<Context>[] {
  const own = definition.jobs ?? [];
  if (db === undefined) return [...own];
  const deadRows = metrics.gauge('parley_database_dead_rows_ratio', 'Largest share of dead rows in a table');
  return [
    ...own,
    every('measureDeadRows', measureEveryMs, async () => deadRows.set(await deadRowsRatio(db))),
    every('forgetIdempotentAnswers', forgetEveryMs, () => deleteExpiredAnswers(db)),
    every('forgetTasks', forgetTasksEveryMs, () => deleteOldTasks(db)),
  ];
}

function databaseUrl(
  { name, database }: { name: ServiceName; database?: unknown },
  { env }: ServiceOptions,
): string | undefined {
  if (database === undefined) return undefined;
  const variable = `DATABASE_URL_${name.toUpperCase()}`;
  return readOne(name, variable, databaseAddress(), env[variable]);
}

function productionOf(
  {
    name,
    database,
    production,
  }: Pick<ServiceDefinition<z.ZodType, unknown, unknown>, 'name' | 'database' | 'production'>,
  { bus }: ServiceOptions,
) {
  return {
    required: [
      ...(database === undefined ? [] : [`DATABASE_URL_${name.toUpperCase()}`]),
      ...(bus === undefined ? ['NATS_URL'] : []),
      'PUBLIC_URL',
      ...(production?.required ?? []),
    ],
    refuse: production?.refuse,
  };
}

function levelOf({ LOG_LEVEL, NODE_ENV }: CommonConfig): string {
  return LOG_LEVEL ?? (NODE_ENV === 'test' ? 'error' : 'info');
}
