import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import {
  actorTokens,
  addressList,
  client,
  createIdentities,
  createMemoryBus,
  type EventBus,
  type IdentitySource,
  type Limits,
  listenForIdentities,
  openLimits,
  openNatsBus,
  serviceTokens,
  workspaceIdentity,
} from '@parley/service-kit';

import { ActorCache } from './actor-cache.ts';
import type { Closers } from './closers.ts';
import type { Context } from './context.ts';
import { findEndpoints } from './endpoints.ts';
import { rulesOf } from './rate-limit.ts';
import { closeUpstreams, openUpstreams, probe, type Upstreams } from './upstreams.ts';

type Opened = Pick<Context, 'config' | 'log' | 'metrics' | 'tracing' | 'health'> & {
  /** Shared by the services of one process. */
  bus?: EventBus;
  closers: Closers;
};

/** How long a question about an identity may take; a password hash is part of some. */
const identityDeadlineMs = 3_000;

/** Opens everything that a call's way needs. */
export async function openContext(opened: Opened): Promise<Context> {
  const { config, log, metrics, tracing, health } = opened;
  const identityTokens = { key: config.ACTOR_KEY, service: 'gateway' } as const;
  const tokens = { actors: actorTokens(identityTokens), services: serviceTokens(identityTokens) };

  const source = openSource(opened, tokens);
  const identities = createIdentities({
    source,
    publicUrl: config.PUBLIC_URL,
    cacheMs: config.AUTH_CACHE_MS,
    customTokenMaxAgeSeconds: config.CUSTOM_TOKEN_MAX_AGE / 1_000,
  });
  const bus = openBus(opened);
  const listening = listenForIdentities(bus, identities);
  opened.closers.add(() => listening.stop());

  const upstreams = openServices(opened);
  return {
    ...{ config, log, metrics, tracing, health, identities, upstreams },
    actors: new ActorCache(tokens.actors),
    endpoints: findEndpoints(({ owner }) => upstreams.has(owner)),
    trustedProxies: addressList(config.TRUSTED_PROXIES),
    limits: await openCounters(opened),
    rules: rulesOf(config),
  };
}

function openSource(
  { config, tracing, health, closers }: Opened,
  tokens: { actors: ReturnType<typeof actorTokens>; services: ReturnType<typeof serviceTokens> },
): IdentitySource {
  const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca } = config;
  const workspace = client(IdentityServiceService, {
    address: config.WORKSPACE_GRPC,
    from: 'gateway',
    to: 'workspace',
    actorKey: config.ACTOR_KEY,
    deadlineMs: identityDeadlineMs,
    tls: cert && key && ca ? { cert, key, ca } : undefined,
    tracing,
    tokens,
  });
  closers.add(() => workspace.close());
  const source = workspaceIdentity(workspace);
  health.require('identity', async () => void (await source.getPublicKeys()));
  return source;
}

function openBus({ config, log, health, bus, closers }: Opened): EventBus {
  if (bus !== undefined) return bus;
  const own =
    config.NATS_URL === undefined
      ? createMemoryBus({ log })
      : openNatsBus({ url: config.NATS_URL, name: 'gateway', log });
  closers.add(() => own.close());
  // Without events what is remembered ends by its age, so the gateway stays ready.
  health.inform('bus', () => {
    const { up, detail } = own.health();
    return up ? undefined : (detail ?? 'away: changes made elsewhere count after five seconds');
  });
  return own;
}

function openServices({ config, health, closers }: Opened): Upstreams {
  const upstreams = openUpstreams(config);
  closers.add(() => closeUpstreams(upstreams));
  for (const upstream of upstreams.values()) health.require(upstream.name, () => probe(upstream));
  return upstreams;
}

async function openCounters({ config, log, health, closers }: Opened): Promise<Limits> {
  const limits = await openLimits({
    redisUrl: config.REDIS_URL,
    factor: config.RATE_LIMIT_FACTOR,
    identityFactor: config.AUTH_LIMIT_FACTOR,
    onStoreChange: (state) => log.warn({ limits: state }, 'the store of the limits has changed'),
  });
  closers.add(() => limits.close());
  if (config.REDIS_URL !== undefined) health.inform('redis', () => limits.health().detail);
  return limits;
}
