export { CommitHorizon } from './commit-horizon.ts';
export type { NewEvent } from './envelope.ts';
export { countEventsOf, type EventsOf, eraseEvents } from './erase-events.ts';
export { fitData, maxDataBytes } from './event-size.ts';
export {
  announce,
  appendToOutbox,
  notifyOutboxWritten,
  outboxInsert,
  outboxRecords,
  outboxRows,
  sequenceOnceIdentified,
} from './outbox.ts';
export {
  type Redaction,
  redactEvents,
  redactIn,
  redactionOf,
  redactTexts,
} from './redact-copies.ts';
