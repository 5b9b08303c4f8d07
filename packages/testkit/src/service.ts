import { randomBytes } from 'node:crypto';

import type { Actor, Api, EventDefinition, EventEnvelope, ServiceName } from '@parley/contracts';
import { createMemoryBus, type EventBus } from '@parley/service-kit/bus';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { RunningService, StartService } from '@parley/service-kit/service';
import type { z } from 'zod';

import { type Answer, type ApiClient, clientsOf, type RawCall, senderOf } from './client.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import type { FakeService } from './fake-service.ts';
import { type Watched, watchStatements } from './project-scope.ts';
import { testLog } from './test-log.ts';

export interface TestServiceOptions<A extends Api> {
  /** Everything the service answers: `{ ...requestApi, ...messageApi }`. */
  api?: A;
  /** Parts of the Context that are replaced. */
  overrides?: object;
  /** Variables of the environment beyond the usual ones. */
  env?: Record<string, string | undefined>;
  /** Stand-ins for the gRPC of other contexts. */
  fakes?: { readonly [Name in ServiceName]?: FakeService | readonly FakeService[] };
  /** Default: an in-process bus of its own. */
  bus?: EventBus;
  /** Default: errors only, shown where a test of the file fails. */
  log?: Logger;
  /**
   * Every statement of the service on its own tables must be bound to a project: looked at when it stops. A list names those that
   * need not be.
   */
  scoped?: true | readonly RegExp[];
  /** A database that is there already, for a second replica or a restart; it is left alone afterwards. */
  databaseUrl?: string;
}

/** One service, started for a test file. */
export interface TestService<A, Context> {
  /** Its operations, called as this actor through its own HTTP. */
  as(actor: Actor): ApiClient<A>;
  /** A call as it stands on the wire, whatever the contract says of it. */
  send(actor: Actor, call: RawCall): Promise<Answer>;
  /** The events of this kind it has recorded, of one project or of all, oldest first; each fits its schema. */
  outbox<Definition extends EventDefinition>(
    definition: Definition,
    projectId?: string,
  ): Promise<EventEnvelope<z.output<Definition['schema']>>[]>;
  db: Database;
  context: Context;
  bus: EventBus;
  /** What it was started with, for a second one beside it. */
  env: Record<string, string | undefined>;
  databaseUrl: string;
  addresses: RunningService['addresses'];
  settled(): Promise<void>;
  runJob(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a service on a database of its own, with keys, ports and a bus of its own, as production would start it. */
export async function startTestService<Context, A extends Api = Api>(
  start: StartService<Context>,
  options: TestServiceOptions<A> = {},
): Promise<TestService<A, Context>> {
  const { name, database } = start.definition;
  const actorKey = options.env?.ACTOR_KEY ?? randomKey();
  const shared = { NODE_ENV: 'test', ACTOR_KEY: actorKey, DATA_KEY: randomKey() };
  const parts = new AsyncDisposableStack();
  const stop = () => parts.disposeAsync();

  try {
    const own = await databaseOf(database, options);
    if (own !== undefined) parts.defer(() => own.drop());
    const databaseUrl = own?.url ?? options.databaseUrl ?? '';
    const watched = database && options.scoped ? watchStatements(databaseUrl, database.folder) : undefined;
    if (watched) parts.defer(() => expectScoped(watched, options));
    const peers = await startPeers(options, shared, parts);
    const bus = options.bus ?? createMemoryBus();
    if (options.bus === undefined) parts.defer(() => bus.close());

    const urlName = `DATABASE_URL_${name.toUpperCase()}`;
    const env = { ...defaults, ...shared, ...peers, [urlName]: databaseUrl, ...options.env };
    const service = await start({
      env,
      bus,
      overrides: options.overrides,
      log: options.log ?? testLog(name, options.env?.LOG_LEVEL),
    });
    parts.defer(() => service.stop());

    const { addresses } = service;
    const gateway = {
      address: addresses.http,
      audience: name,
      actorKey: new Uint8Array(Buffer.from(actorKey, 'base64url')),
    };
    return {
      ...{ bus, env, databaseUrl, addresses, stop },
      as: clientsOf(options.api ?? ({} as A), gateway),
      send: senderOf(gateway),
      outbox: (definition, projectId) => recorded(service.db, definition, projectId),
      get db() {
        return watched ? asTest(service.db, watched) : service.db;
      },
      context: service.context,
      settled: () => service.settled(),
      runJob: (job) => service.runJob(job),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function expectScoped(watched: Watched, { scoped = [] }: Pick<TestServiceOptions<Api>, 'scoped'>): Promise<void> {
  const unbound = await watched.unbound(scoped === true ? [] : scoped);
  if (unbound.length > 0) throw new Error(`Statements that are not bound to a project:\n${unbound.join('\n\n')}`);
}

/** The same database, as the test asks it: that may be whatever it likes. */
function asTest(db: Database, watched: Watched): Database {
  const query: Database['query'] = (statement, values) => {
    watched.ignore(typeof statement === 'string' ? statement : statement.text);
    return db.query(statement, values);
  };
  return new Proxy(db, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) });
}

/** Tests make thousands of accounts: their passwords cost next to nothing to hash. Tests of the hashes take the default. */
export const cheapPasswords = { PASSWORD_MEMORY_KIB: '8' };

const defaults = {
  ...cheapPasswords,
  PUBLIC_URL: 'https://parley.example',
  DASHBOARD_URL: 'https://dashboard.example',
  DATABASE_POOL: '8',
  // There is no gateway whose connections have to be waited for.
  DRAIN_LINGER: '0ms',
};

function databaseOf(
  database: { folder: URL } | undefined,
  { databaseUrl }: { databaseUrl?: string },
): Promise<TestDatabase> | undefined {
  return database === undefined || databaseUrl !== undefined ? undefined : testDatabase(database.folder);
}

async function startPeers(
  { fakes = {} }: Pick<TestServiceOptions<Api>, 'fakes'>,
  shared: Record<string, string>,
  parts: AsyncDisposableStack,
): Promise<Record<string, string>> {
  const addresses: Record<string, string> = {};
  for (const [name, fake] of Object.entries(fakes) as [ServiceName, FakeService | FakeService[]][]) {
    const { startFakes } = await import('./fake-service.ts');
    const peer = await startFakes(name, [fake].flat(), shared);
    parts.defer(() => peer.stop());
    addresses[`${name.toUpperCase()}_GRPC`] = peer.addresses.grpc;
  }
  return addresses;
}

async function recorded<Definition extends EventDefinition>(
  db: Database,
  definition: Definition,
  projectId: string | undefined,
): Promise<EventEnvelope<z.output<Definition['schema']>>[]> {
  const rows = await db.query<{ event: string }>(
    'select event from outbox where type = $1 and ($2::text is null or id_project = $2) order by seq',
    [definition.type, projectId ?? null],
  );
  return rows.map(({ event }) => {
    const envelope = JSON.parse(event) as EventEnvelope;
    return { ...envelope, data: definition.schema.parse(envelope.data) as z.output<Definition['schema']> };
  });
}

function randomKey(): string {
  return randomBytes(32).toString('base64url');
}
