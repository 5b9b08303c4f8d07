import type { ServiceName } from '@parley/contracts';

import { ConfigError, grpcAddress, readOne } from '../config/config.ts';
import { client, type PromiseClient, unavailableClient } from '../grpc/client.ts';
import { tlsOf } from '../grpc/tls-files.ts';
import type { SharedResources } from './shared-resources.ts';

/** A client of another service at `<SERVICE>_GRPC`. @throws ConfigError in production, when that is missing */
export function openClient<Definition extends object>(
  { name, env, common, log, health, tracing, actors, services, parts }: SharedResources,
  definition: Definition,
  to: ServiceName,
  settings: number | { deadlineMs?: number; idempotent?: readonly string[] } = {},
): PromiseClient<Definition> {
  const variable = `${to.toUpperCase()}_GRPC`;
  if (!env[variable]) {
    if (common.NODE_ENV === 'production') throw new ConfigError(name, [`${variable}: is missing`]);
    log.warn({ peer: to }, 'a peer has no address: it counts as unavailable');
    health.inform(to, () => 'no address');
    return unavailableClient(definition, to);
  }
  const address = readOne(name, variable, grpcAddress(), env[variable]);
  const peer = client(definition, {
    ...(typeof settings === 'number' ? { deadlineMs: settings } : settings),
    ...{ address, from: name, to, actorKey: common.ACTOR_KEY[0], tracing, tokens: { actors, services } },
    tls: tlsOf(common),
  });
  parts.defer(() => peer.close());
  health.inform(to, () => (peer.isUnavailable() ? 'not reached at the moment' : undefined));
  return peer;
}
