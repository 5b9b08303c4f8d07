/** The line in which the deliveries of one subscription wait. */
export interface DeliveryQueue {
  projectId: string;
  subscriptionId: string;
}

/** Until another look at a queue that has enough under way, in ms; whoever adds something, or ends a call, has it looked at besides. */
export const pollAgainMs = 1_000;
