import { type EndpointRow, idAt, type RecordMaker } from './row.ts';

// A name that never resolves.
const target = 'https://hooks.example.invalid/';

export const webhooksRecords: Record<string, RecordMaker> = {
  subscription_id: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/subscriptions`, { event: 'request.create', target }), '_id'),
  // Made by an event, which these tests have none of.
  delivery_id: () => '0'.repeat(24),
};

const noDelivery: EndpointRow = { refuses: ['delivery_not_found'] };

export const webhooksRows: Record<string, EndpointRow> = {
  createSubscription: { body: () => ({ event: 'request.close', target }) },
  listSubscriptions: {},
  listSubscriptionHistory: {},
  getSubscription: {},
  updateSubscription: {},
  deleteSubscription: {},
  rotateSubscriptionSecret: {},
  testSubscription: { isFresh: true },
  listDeliveries: {},
  getDelivery: noDelivery,
  replayDelivery: noDelivery,
  replayDeliveries: {},
};
