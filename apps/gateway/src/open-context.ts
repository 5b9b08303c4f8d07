import { createIdentities, listenForIdentities } from '@parley/identity';
import { createMemoryBus, type EventBus } from '@parley/service-kit/bus';
import type { LocalServers } from '@parley/service-kit/http';
import type { Logger } from '@parley/service-kit/observability';
import { actorTokens, addressList, type Limits, openLimits, serviceTokens } from '@parley/service-kit/security';

import { ActorCache } from './actor-cache.ts';
import { openIdentitySource } from './clients/identity.client.ts';
import { consoleOrigins } from './console-origins.ts';
import type { Context } from './context.ts';
import { findEndpoints } from './endpoints.ts';
import { HeldBodies } from './held-bodies.ts';
import { rulesOf } from './rules.ts';
import { UnknownProxies } from './unknown-proxies.ts';
import { checkReadiness } from './upstream-readiness.ts';
import { closeUpstreams, openUpstreams, type Upstreams } from './upstreams.ts';

type Opened = Pick<Context, 'config' | 'log' | 'metrics' | 'tracing' | 'health' | 'isOwnCall'> & {
  /** Shared by the services of one process. */
  bus?: EventBus;
  localServers?: LocalServers;
  /** What is closed when the gateway stops. */
  parts: AsyncDisposableStack;
};

/** Opens clients, caches, limits and upstreams; `parts` closes them. */
export async function openContext(opened: Opened): Promise<Context> {
  const { config, log, metrics, tracing, health } = opened;
  const identityTokens = { key: config.ACTOR_KEY[0], service: 'gateway' } as const;
  const tokens = { actors: actorTokens(identityTokens), services: serviceTokens(identityTokens) };

  const source = openIdentitySource({ config, tracing, tokens, parts: opened.parts });
  health.inform('identity', async () => void (await source.getPublicKeys()));
  const identities = createIdentities({
    source,
    publicUrl: config.PUBLIC_URL,
    cacheMs: config.AUTH_CACHE_MS,
    customTokenMaxAgeSeconds: config.CUSTOM_TOKEN_MAX_AGE / 1_000,
  });
  const bus = await openBus(opened);
  const listening = listenForIdentities(bus, identities);
  opened.parts.defer(() => listening.stop());

  const upstreams = openServices(opened);
  const trustedProxies = addressList(config.TRUSTED_PROXIES);
  const unknownProxies = new UnknownProxies(trustedProxies, log);
  health.inform('client_addresses', () => unknownProxies.hint);
  return {
    ...{ config, log, metrics, tracing, health, identities, upstreams, trustedProxies, unknownProxies },
    isOwnCall: opened.isOwnCall,
    bodies: openBodies(opened),
    actors: new ActorCache(tokens.actors),
    consoleOrigins: consoleOrigins(config),
    endpoints: findEndpoints(({ owner }) => upstreams.has(owner)),
    limits: await openCounters(opened),
    rules: rulesOf(config),
  };
}

async function openBus({ config, log, health, bus, parts }: Opened): Promise<EventBus> {
  if (bus !== undefined) return bus;
  const own = await openOwnBus(config.NATS_URL, log);
  parts.defer(() => own.close());
  // Without events cached identities expire by age, so the gateway stays ready.
  health.inform('bus', () => {
    const { up, detail } = own.health();
    return up ? undefined : (detail ?? 'unavailable: changes made elsewhere take effect after five seconds');
  });
  return own;
}

async function openOwnBus(url: string | undefined, log: Logger): Promise<EventBus> {
  if (url === undefined) return createMemoryBus({ log });
  const { openNatsBus } = await import('@parley/service-kit/bus/nats');
  return openNatsBus({ url, name: 'gateway', log });
}

function openServices({ config, metrics, health, localServers, parts }: Opened): Upstreams {
  const upstreams = openUpstreams(config, localServers);
  parts.defer(() => closeUpstreams(upstreams));
  const calls = metrics.gauge('parley_upstream_calls', 'Calls under way to a service', ['upstream']);
  metrics.beforeRead(() => {
    for (const upstream of upstreams.values()) calls.set({ upstream: upstream.name }, upstream.limiter.calls);
  });
  // None is required: without one of them the gateway answers for all the others, and 503 for that one.
  for (const upstream of upstreams.values()) health.inform(upstream.name, () => checkReadiness(upstream));
  return upstreams;
}

function openBodies({ config, metrics }: Opened): HeldBodies {
  const bodies = new HeldBodies({ totalBytes: config.BODY_MEMORY, timeoutMs: config.BODY_TIMEOUT });
  const bytes = metrics.gauge('parley_held_body_bytes', 'Memory taken by the bodies of calls');
  metrics.beforeRead(() => bytes.set(bodies.bytes));
  return bodies;
}

async function openCounters({ config, log, health, parts }: Opened): Promise<Limits> {
  const limits = await openLimits({
    redisUrl: config.REDIS_URL,
    factor: config.RATE_LIMIT_FACTOR,
    identityFactor: config.AUTH_LIMIT_FACTOR,
    onStoreChange: (state) => log[state.ok ? 'info' : 'warn']({ limits: state }, 'the store of the limits has changed'),
  });
  parts.defer(() => limits.close());
  if (config.REDIS_URL !== undefined) health.inform('redis', () => limits.health().detail);
  return limits;
}
