export type { OutboundAnswer } from './exchange.ts';
export { createOutbound, type Outbound } from './outbound.ts';
export { isSpecialAddress } from './special-address.ts';
export { outboundConfig, outboundOptions } from './target.ts';
export { webhookHeaders } from './webhook-signature.ts';
