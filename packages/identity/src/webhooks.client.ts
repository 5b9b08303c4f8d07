import type { WebhooksServiceService } from '@parley/proto-gen/webhooks/v1/webhooks';
import type { PromiseClient } from '@parley/service-kit/grpc';

import type { IdentitySource } from './source.ts';

/** Asks the webhooks service whether tokens of a subscription are accepted. Source: contract 50 section 7. */
export function subscriptionIdentity(
  webhooks: PromiseClient<WebhooksServiceService>,
): Pick<IdentitySource, 'isSubscriptionActive'> {
  return {
    isSubscriptionActive: async (idProject, id) => (await webhooks.checkSubscription({ idProject, id })).active,
  };
}
