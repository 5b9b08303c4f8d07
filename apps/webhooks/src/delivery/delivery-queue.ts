/** The queue of pending deliveries of one subscription; a row of `lane`. */
export interface DeliveryQueue {
  projectId: string;
  subscriptionId: string;
}

/** Poll interval of a queue that is at its limit, in ms. Inserts and finished calls trigger a poll as well. */
export const pollAgainMs = 1_000;
