import type { IncomingHttpHeaders } from 'node:http';

import type { Identities } from '@parley/identity';
import type { Health, Logger, Metrics, Tracing } from '@parley/service-kit/observability';
import type { AddressList, Limits } from '@parley/service-kit/security';

import type { ActorCache } from './actor-cache.ts';
import type { Config } from './config.ts';
import type { ConsoleOrigins } from './console-origins.ts';
import type { Endpoints } from './endpoints.ts';
import type { HeldBodies } from './held-bodies.ts';
import type { Rules } from './rules.ts';
import type { UnknownProxies } from './unknown-proxies.ts';
import type { Upstreams } from './upstreams.ts';

/** What every step of handling a call may use. */
export interface Context {
  config: Config;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  health: Health;
  endpoints: Endpoints;
  consoleOrigins: ConsoleOrigins;
  trustedProxies: AddressList;
  isOwnCall(headers: IncomingHttpHeaders): boolean;
  unknownProxies: UnknownProxies;
  identities: Identities;
  actors: ActorCache;
  limits: Limits;
  rules: Rules;
  bodies: HeldBodies;
  upstreams: Upstreams;
}
