export { countSuppressed, isSuppressed } from './depth.ts';
export { eventsPassed } from './event-cursors.ts';
export { consumer, fold, on, type Subscription } from './subscription.ts';
