export { countSuppressed, isSuppressed } from './depth.ts';
export { consumer, fold, on, type Subscription } from './subscription.ts';
