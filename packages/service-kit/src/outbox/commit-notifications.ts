import type { Database } from '../database/database.ts';

type Listener = (shards: ReadonlySet<number>) => void;

// Which relays of this process serve which database: a field of the database that its interface need not know.
const relays = new WeakMap<Database, Set<Listener>>();

/** Calls `hint` after each commit of this process that has written events. @returns ends it */
export function onCommittedEvents(db: Database, hint: Listener): () => void {
  const hints = relays.get(db) ?? new Set();
  relays.set(db, hints);
  hints.add(hint);
  return () => hints.delete(hint);
}

/** Lets the relay look at `shards` as soon as the ambient transaction has committed, rather than at its next poll. */
export function notifyAfterCommit(db: Database, shards: ReadonlySet<number>): void {
  db.afterCommit(() => {
    for (const hint of relays.get(db) ?? []) hint(shards);
  });
}
