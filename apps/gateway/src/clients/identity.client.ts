import { botIdentity, type IdentitySource, subscriptionIdentity, workspaceIdentity } from '@parley/identity';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { WebhooksServiceService } from '@parley/proto-gen/webhooks/v1/webhooks';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { client, tlsOf } from '@parley/service-kit/grpc';
import type { Tracing } from '@parley/service-kit/observability';
import type { ActorTokens, ServiceTokens } from '@parley/service-kit/security';

import type { Config } from '../config.ts';

/** Deadline of calls about identities; checking a password includes its hash. */
const identityDeadlineMs = 3_000;
const tokenDeadlineMs = 2_000;

/** Identities as workspace, bots and webhooks know them. Tokens of bots and subscriptions are refused while their service has no address. */
export function openIdentitySource({
  config,
  tracing,
  tokens,
  parts,
}: {
  config: Config;
  tracing: Tracing;
  tokens: { actors: ActorTokens; services: ServiceTokens };
  parts: AsyncDisposableStack;
}): IdentitySource {
  const {
    ACTOR_KEY: [actorKey],
    WORKSPACE_GRPC,
    BOTS_GRPC,
    WEBHOOKS_GRPC,
  } = config;
  const open = <Definition extends object>(
    definition: Definition,
    to: 'workspace' | 'bots' | 'webhooks',
    address: string,
    deadlineMs: number,
  ) => {
    const peer = client(definition, {
      ...{ address, from: 'gateway', to, actorKey, deadlineMs, tls: tlsOf(config), tracing, tokens },
    });
    parts.defer(() => peer.close());
    return peer;
  };
  return {
    ...workspaceIdentity(open(IdentityServiceService, 'workspace', WORKSPACE_GRPC, identityDeadlineMs)),
    ...(BOTS_GRPC && botIdentity(open(BotsServiceService, 'bots', BOTS_GRPC, tokenDeadlineMs))),
    ...(WEBHOOKS_GRPC &&
      subscriptionIdentity(open(WebhooksServiceService, 'webhooks', WEBHOOKS_GRPC, tokenDeadlineMs))),
  };
}
