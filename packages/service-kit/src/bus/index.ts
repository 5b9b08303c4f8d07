export type { EventBus, OutgoingEvent, Running } from './bus.ts';
export { createMemoryBus } from './memory-bus.ts';
