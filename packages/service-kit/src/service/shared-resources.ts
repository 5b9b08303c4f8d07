import type { ServiceName } from '@parley/contracts';

import type { EventBus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { CommonConfig, Environment } from '../config/config.ts';
import { createHealth, type Health } from '../observability/health.ts';
import type { Logger } from '../observability/log.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { openTracing, type Tracing } from '../observability/tracing.ts';
import { type ActorTokens, actorTokens, type ServiceTokens, serviceTokens } from '../security/actor-token.ts';
import { type Limits, openLimits } from '../security/limits.ts';
import { type Secrets, secretsUnder } from '../security/secrets.ts';
import { type OpsServer, startOpsServer } from './ops.ts';

/** The resources that every service has. */
export interface SharedResources {
  name: ServiceName;
  env: Environment;
  common: CommonConfig;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  health: Health;
  ops: OpsServer;
  secrets: Secrets;
  actors: ActorTokens;
  services: ServiceTokens;
  bus: EventBus;
  limits: Limits;
  /** What is closed when the service stops. */
  parts: AsyncDisposableStack;
}

/** Opens them; each is closed again with `parts`. */
export async function openSharedResources(
  name: ServiceName,
  { env, bus: sharedBus }: { env: Environment; bus?: EventBus },
  common: CommonConfig,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<SharedResources> {
  const metrics = createMetrics(name);
  const health = createHealth();
  // First, so that probes are answered while the service starts.
  const ops = await startOpsServer({ host: common.PARLEY_HOST, port: common.OPS_PORT, health, metrics, log });
  parts.defer(() => ops.stop());
  const tracing = await openTracing(name, common.OTEL_EXPORTER_OTLP_ENDPOINT);
  parts.defer(() => tracing.stop());

  const bus = sharedBus ?? (await ownBus(name, common, log));
  if (sharedBus === undefined) parts.defer(() => bus.close());
  health.inform('bus', () => {
    const { up, detail } = bus.health();
    return up ? undefined : (detail ?? 'unavailable: events wait in the outbox');
  });

  const limits = await openLimits({
    redisUrl: common.REDIS_URL,
    factor: common.RATE_LIMIT_FACTOR,
    identityFactor: common.AUTH_LIMIT_FACTOR,
    onStoreChange: (state) => log[state.ok ? 'info' : 'warn']({ limits: state }, 'the store of the limits has changed'),
  });
  parts.defer(() => limits.close());
  if (common.REDIS_URL !== undefined) health.inform('redis', () => limits.health().detail);

  const [key, ...formerKeys] = common.ACTOR_KEY;
  const identity = { key, formerKeys, service: name };
  return {
    ...{ name, env, common, log, metrics, tracing, health, ops, bus, limits, parts },
    secrets: secretsUnder(common.DATA_KEY),
    actors: actorTokens(identity),
    services: serviceTokens(identity),
  };
}

async function ownBus(name: ServiceName, { NATS_URL, NATS_REPLICAS }: CommonConfig, log: Logger): Promise<EventBus> {
  if (NATS_URL === undefined) return createMemoryBus({ log });
  const { openNatsBus } = await import('../bus/nats-bus.ts');
  return openNatsBus({ url: NATS_URL, name, log, replicas: NATS_REPLICAS });
}
