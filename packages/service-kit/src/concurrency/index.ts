export { LRUCache } from '../cache/index.ts';
export { Batcher } from './batcher.ts';
export { Bulkhead } from './bulkhead.ts';
export { FairQueue } from './fair-queue.ts';
export { Signal } from './signal.ts';
export { exponentialBackoff, pause, withTimeout } from './timing.ts';
export { WorkLoop } from './work-loop.ts';
