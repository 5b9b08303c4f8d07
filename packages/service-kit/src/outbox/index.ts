export { CommitHorizon } from './commit-horizon.ts';
export type { Recorded } from './envelope.ts';
export { countEventsOf, type EventsOf, eraseEvents } from './erase-events.ts';
export { fitData, maxDataBytes } from './event-size.ts';
export {
  announce,
  appendToOutbox,
  outboxInsert,
  outboxRecords,
  outboxRows,
  outboxWritten,
  sequenceOnceIdentified,
} from './outbox.ts';
