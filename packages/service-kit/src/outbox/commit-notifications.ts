import type { Database } from '../database/database.ts';

type Listener = (shards: ReadonlySet<number>) => void;

// Listening relays of this process by database: kept beside it, so that its interface knows nothing of events.
const relays = new WeakMap<Database, Set<Listener>>();

/** Calls `listener` after each commit of this process that has written events. @returns ends it */
export function onCommittedEvents(db: Database, listener: Listener): () => void {
  const listeners = relays.get(db) ?? new Set();
  relays.set(db, listeners);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Wakes the relay for `shards` as soon as the ambient transaction has committed, rather than at its next poll. */
export function notifyAfterCommit(db: Database, shards: ReadonlySet<number>): void {
  db.afterCommit(() => {
    for (const listener of relays.get(db) ?? []) listener(shards);
  });
}
