import type { Database } from './database.ts';

type Listener<News> = (news: News) => void;

/**
 * Tells listeners of this process what a transaction has written, as soon as it has committed. A hint that saves a poll: kept by
 * database, so that services in one process stay apart, and beside it, so that its interface knows nothing of what is written.
 */
export class CommitNotifications<News> {
  readonly #listeners = new WeakMap<Database, Set<Listener<News>>>();

  /** Calls `listener` after each commit with a notification. @returns ends it */
  listen(db: Database, listener: Listener<News>): () => void {
    const listeners = this.#listeners.get(db) ?? new Set();
    this.#listeners.set(db, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Calls the listeners when the ambient transaction has committed; at once when none is open. */
  notify(db: Database, news: News): void {
    db.afterCommit(() => {
      for (const listener of this.#listeners.get(db) ?? []) listener(news);
    });
  }
}
