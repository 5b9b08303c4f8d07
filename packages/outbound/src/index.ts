export { createOutbound, type Outbound } from './outbound.ts';
export type { OutboundAnswer } from './pinned-request.ts';
export { isTransientStatus, nextWaitMs, type RetrySchedule } from './retry-schedule.ts';
export { isSpecialAddress } from './special-address.ts';
export { outboundConfig, outboundOptions } from './target.ts';
export { webhookHeaders } from './webhook-signature.ts';
