/** What became of a delivery of a webhook. */
export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped', 'suppressed', 'erased'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
