/** The line in which the deliveries of one subscription wait. */
export interface Lane {
  projectId: string;
  subscriptionId: string;
}

/** Until another look at a lane that has enough under way, in ms; whoever adds something, or ends a call, has it looked at besides. */
export const busyMs = 1_000;
