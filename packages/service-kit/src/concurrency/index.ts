export { Batcher } from './batcher.ts';
export { Bulkhead } from './bulkhead.ts';
export { FairQueue } from './fair-queue.ts';
export { pause } from './pause.ts';
export { Recent } from './recent.ts';
export { WorkLoop } from './work-loop.ts';
