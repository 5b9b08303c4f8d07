import type { IncomingHttpHeaders } from 'node:http';

import { startAnalytics } from '@parley/analytics/service';
import { startBots } from '@parley/bots/service';
import { startChannels } from '@parley/channels/service';
import { startContacts } from '@parley/contacts/service';
import { startConversations } from '@parley/conversations/service';
import { startGateway } from '@parley/gateway/service';
import { startMedia } from '@parley/media/service';
import { startRealtime } from '@parley/realtime/service';
import { createMemoryBus } from '@parley/service-kit/bus';
import type { LocalServers } from '@parley/service-kit/http';
import type { Logger } from '@parley/service-kit/observability';
import { startWebhooks } from '@parley/webhooks/service';
import { startWorkspace } from '@parley/workspace/service';

import type { Config } from './config.ts';
import type { Demo } from './demo/seed-demo.ts';
import { type Environment, environments } from './environment.ts';

/** Who owns data, in the order of their ports. */
const services = {
  workspace: startWorkspace,
  conversations: startConversations,
  contacts: startContacts,
  bots: startBots,
  media: startMedia,
  analytics: startAnalytics,
  realtime: startRealtime,
  webhooks: startWebhooks,
  channels: startChannels,
};
export const serviceNames = Object.keys(services);
/** Those that have a database. */
export const storingNames = Object.values(services).flatMap(({ definition: { name, database } }) =>
  database ? [name] : [],
);

export interface Stoppable {
  stop(): Promise<unknown>;
}

/** Remembers a part, so that it is stopped with the others. */
export type Keep = <Part extends Stoppable>(part: Part) => Part;

interface MeshOptions {
  env: Environment;
  config: Config;
  dataFolder: string;
  /** Of the server of the demo shop, if there is one. */
  shopPort: number | undefined;
  log: ((service: string) => Logger) | undefined;
  keep: Keep;
  /** Of the embedded PostgreSQL, if there is one. */
  databaseUrl(service: string): string | undefined;
  /** The seeded project, once there is one. */
  demo(): Demo | undefined;
  /** Whether the seeding makes a call. */
  isOwnCall(headers: IncomingHttpHeaders): boolean;
}

/** Starts every service on loopback, then the gateway. The in-process bus holds its events until it is opened. */
export async function startMesh(options: MeshOptions) {
  const { env, config, dataFolder, shopPort, log, keep, databaseUrl, demo, isOwnCall } = options;
  const bus = env.NATS_URL ? undefined : createMemoryBus({ held: true });
  if (bus) keep({ stop: () => bus.close() });
  const settings = await environments(env, { config, dataFolder, shopPort, names: serviceNames, databaseUrl });
  const localServers: LocalServers = new Map();
  const running = await allStarted(
    Object.entries(services).map(async ([name, start]) =>
      keep(await start({ env: settings.of(name), bus, log: log?.(name), localServers })),
    ),
  );
  const gateway = keep(
    await startGateway({ env: settings.of('gateway'), bus, log: log?.('gateway'), localServers, demo, isOwnCall }),
  );
  return { bus, localServers, running, gateway, gatewayEnv: settings.of('gateway'), mailPort: settings.mailPort };
}

/** Waits for all, so that none is still starting when the others are stopped. @throws what the first of them has thrown */
async function allStarted<Part>(parts: readonly Promise<Part>[]): Promise<Part[]> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}
