import { deliveryApi, subscriptionApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import type { Context } from './context.ts';
import { getDelivery } from './delivery/get-delivery.ts';
import { listDeliveries } from './delivery/list-deliveries.ts';
import { listSubscriptionHistory } from './delivery/list-subscription-history.ts';
import { replayDeliveries } from './delivery/replay-deliveries.ts';
import { replayDelivery } from './delivery/replay-delivery.ts';
import { createSubscription } from './subscription/create-subscription.ts';
import { deleteSubscription } from './subscription/delete-subscription.ts';
import { getSubscription } from './subscription/get-subscription.ts';
import { listSubscriptions } from './subscription/list-subscriptions.ts';
import { rotateSubscriptionSecret } from './subscription/rotate-subscription-secret.ts';
import { testSubscription } from './subscription/test-subscription.ts';
import { updateSubscription } from './subscription/update-subscription.ts';

export const http = combine<Context>(
  implement<typeof subscriptionApi, Context>(subscriptionApi, {
    createSubscription,
    listSubscriptions,
    listSubscriptionHistory,
    getSubscription,
    updateSubscription,
    deleteSubscription,
    rotateSubscriptionSecret,
    testSubscription,
  }),
  implement<typeof deliveryApi, Context>(deliveryApi, {
    listDeliveries,
    getDelivery,
    replayDelivery,
    replayDeliveries,
  }),
);
