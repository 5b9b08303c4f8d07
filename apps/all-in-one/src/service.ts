import { join } from 'node:path';

import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import type { LocalServers } from '@parley/service-kit/http';
import { createLogger, type Logger } from '@parley/service-kit/observability';

import { consoleLink } from './clients/workspace.client.ts';
import { readConfig } from './config.ts';
import { type Demo, seedDemo } from './demo/seed-demo.ts';
import { SeedingPass } from './demo/seeding-pass.ts';
import { ShopServer } from './demo/shop-server.ts';
import type { Environment } from './environment.ts';
import { writePrivate } from './keys.ts';
import { type Keep, type Stoppable, serviceNames, startMesh, storingNames } from './mesh.ts';
import { withOtherPorts } from './ports.ts';
import { checkPlace, obstacleOf } from './preflight.ts';
import { writeTransferSettings } from './transfer-settings.ts';

/** In the data folder: the operations port of each service, for the commands of operators. */
const operationsFile = 'operations.json';

/** The running mesh. */
export interface AllInOne {
  /** Of the gateway, without a trailing slash. */
  url: string;
  dataFolder: string;
  /** Operations port of the gateway. */
  ops: string;
  /** Where mail is taken by SMTP, on loopback. */
  mailPort: number;
  /** Of the embedded PostgreSQL, if there is one. */
  databasePort?: number;
  /** Where each service answers the gateway, by its name. */
  addresses: Record<string, string>;
  /** To which the gateway hands calls in the process; of one that is taken out it asks for a connection, as in a mesh of processes. */
  localServers: LocalServers;
  /** The seeded project and who may sign in; absent with `DEMO=false`, and when it could not be seeded. */
  demo?: Demo;
  /** Why it could not be seeded, for people. The next start continues. */
  demoFailure?: string;
  /** Opens the console, signed in as the owner of the demo: works once. */
  consoleLink?: string;
  startedInMs: number;
  /** Resolves when all work is done: outboxes empty, consumers and jobs idle. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface AllInOneOptions {
  env: Environment;
  /**
   * Called when the embedded PostgreSQL has ended and cannot be started again: the mesh is of no use then. The message is for people.
   * Default: the error ends the process as an uncaught exception.
   */
  onLost?(error: Error): void;
  /** Of each service; default: on standard output. */
  log?(service: string): Logger;
}

/**
 * Brings up the whole mesh in this process: embedded PostgreSQL, the in-process bus, every service on loopback, the gateway, and a
 * demo project. `DATABASE_URL_<SERVICE>`, `NATS_URL` and `REDIS_URL` put real servers in their places.
 * @throws Obstacle, for people; or what a part throws that does not start. What had started is stopped again
 */
export async function startAllInOne({ env, onLost = rethrow, log }: AllInOneOptions): Promise<AllInOne> {
  const began = performance.now();
  const config = readConfig(env);
  const dataFolder = config.PARLEY_DATA;
  await checkPlace({ port: config.PORT, host: config.PARLEY_HOST, dataFolder });
  const parts: Stoppable[] = [];
  const keep: Keep = (part) => {
    parts.push(part);
    return part;
  };
  const stop = async (from = 0) => {
    for (const part of parts.splice(from).reverse()) await part.stop();
  };

  try {
    const ownLog = log?.('all-in-one') ?? createLogger({ service: 'all-in-one', level: config.LOG_LEVEL });
    const embedded = storingNames.some((name) => !env[`DATABASE_URL_${name.toUpperCase()}`]);
    const postgres = embedded
      ? keep(
          await startEmbeddedPostgres({ dataFolder: join(dataFolder, 'postgres'), durable: true, onLost, log: ownLog }),
        )
      : undefined;
    let demo: Demo | undefined;
    let demoFailure: string | undefined;
    const pass = new SeedingPass();
    const shop = config.DEMO ? await shopServer(dataFolder, ownLog) : undefined;
    if (shop) keep(shop);
    const kept = parts.length;
    const start = () =>
      startMesh({
        ...{ env, config, dataFolder, shopPort: shop?.port, log, keep },
        databaseUrl: (name) => postgres?.url(name),
        demo: () => demo,
        isOwnCall: pass.isIn,
      });
    const mesh = await withOtherPorts(start, () => stop(kept));
    const { bus, localServers, running, gateway } = mesh;
    // Only now: what a service publishes from its last run would pass by those that are not there yet.
    bus?.open();
    let seeding: Promise<void> | undefined;
    // Apart: answers wait before they leave.
    let bouncing: Promise<void> | undefined;
    const settled = async () => {
      await seeding;
      for (const service of running) await service.settled();
    };

    const { http: url, ops } = gateway.addresses;
    await writeTransferSettings(dataFolder, running, mesh.gatewayEnv);
    const addresses = Object.fromEntries(
      serviceNames.map((name, index) => [name, running[index]?.addresses.http ?? '']),
    );
    const operations = serviceNames.map((name, index) => [name, running[index]?.addresses.ops]);
    await writePrivate(join(dataFolder, operationsFile), Object.fromEntries(operations));
    if (config.DEMO) {
      const seeded = await seedDemo({
        ...{ url, dataFolder, pass, days: config.DEMO_DAYS, mailPort: mesh.mailPort, shop },
      }).catch((error: Error) => {
        demoFailure = error.message;
        ownLog.warn({ err: error }, 'the demo could not be seeded');
        return undefined;
      });
      demo = seeded?.demo;
      const ending = new AbortController();
      seeding = seeded
        ?.finish(ending.signal)
        .catch((error: Error) => ownLog.warn({ err: error }, 'the past of the demo could not be imported'));
      bouncing = seeded
        ?.bounce(ending.signal)
        .catch((error: Error) => ownLog.warn({ err: error }, 'no mail of the demo came back'));
      keep({
        stop: async () => {
          ending.abort();
          await Promise.all([seeding, bouncing]);
        },
      });
    }
    void Promise.all([seeding, bouncing]).then(() => pass.end());
    return {
      url,
      consoleLink: await consoleLink(demo, mesh.gatewayEnv),
      ops,
      mailPort: mesh.mailPort,
      databasePort: postgres?.port,
      dataFolder,
      addresses,
      localServers,
      demo,
      demoFailure,
      startedInMs: performance.now() - began,
      settled,
      stop: () => stop(),
    };
  } catch (error) {
    await stop();
    throw await obstacleOf(error, dataFolder);
  }
}

/** None where another program has its port by now: its webhook is called at a later start. */
async function shopServer(dataFolder: string, log: Logger): Promise<ShopServer | undefined> {
  try {
    return await ShopServer.start(dataFolder);
  } catch (error) {
    log.warn({ err: error }, 'the server of the demo shop did not start');
    return undefined;
  }
}

function rethrow(error: Error): never {
  throw error;
}
