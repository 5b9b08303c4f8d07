import type { WebhooksServiceService } from '@parley/proto-gen/webhooks/v1/webhooks';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type CheckSubscription = GrpcHandler<(typeof WebhooksServiceService)['checkSubscription'], Context>;

/** Whether the tokens of a subscription are valid. */
export const checkSubscription: CheckSubscription = async ({ subscriptions }, { idProject, id }) => {
  return { active: await subscriptions.isActive(idProject, id) };
};
