import { WebhooksServiceService } from '@parley/proto-gen/webhooks/v1/webhooks';
import { type ActorTokens, client, type IdentitySource, type ServiceTokens, type Tracing } from '@parley/service-kit';

import type { Config } from '../config.ts';

const deadlineMs = 2_000;

/** The webhooks service, asked whether tokens of a subscription count; without its address none does. */
export function openWebhooks({
  config,
  tracing,
  tokens,
}: {
  config: Config;
  tracing: Tracing;
  tokens: { actors: ActorTokens; services: ServiceTokens };
}): Pick<IdentitySource, 'isSubscriptionActive'> & { close(): void } {
  const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca, WEBHOOKS_GRPC: address, ACTOR_KEY } = config;
  if (address === undefined) return { close() {} };

  const tls = cert && key && ca ? { cert, key, ca } : undefined;
  const webhooks = client(WebhooksServiceService, {
    ...{ address, from: 'gateway', to: 'webhooks', actorKey: ACTOR_KEY, deadlineMs },
    ...{ tls, tracing, tokens },
  });
  return {
    isSubscriptionActive: async (idProject, id) => (await webhooks.checkSubscription({ idProject, id })).active,
    close: () => webhooks.close(),
  };
}
