import { commonErrors } from '@parley/contracts';
import { Signal } from '@parley/service-kit/concurrency';
import type { Logger } from '@parley/service-kit/observability';
import type { CommitHorizon } from '@parley/service-kit/outbox';

import type { TeamScope } from '../access/visibility.ts';
import type { FeedPosition } from './cursor.ts';
import type { FeedRepository } from './feed.repository.ts';
import type { FeedRow } from './feed-row.ts';
import { type Listener, ListenerIndex } from './listener-index.ts';
import { frameFor } from './notice.ts';
import { noticesOf } from './notices-of.ts';

export interface TailSubscription {
  /** Everything after this position is delivered, and nothing before it. */
  from: FeedPosition;
  /** Everything up to this position was delivered. */
  position(): FeedPosition;
  stop(): void;
}

/** Poll interval while a listener is connected. The feed needs no broker. */
const pollMs = 50;
const retryMs = 500;
const horizonTimeoutMs = 2_000;
const recentMs = 1_000;
/** Most sequence numbers read at once, however far the tail is behind. */
const batchNumbers = 500;

/** Polls the newest end of the feed once for all listeners of this replica. */
export class FeedTail {
  readonly #repository: FeedRepository;
  readonly #horizon: CommitHorizon;
  readonly #log: Logger;
  readonly #listeners = new ListenerIndex();
  #joining: { listener: Listener; admitted(from: FeedPosition): void; refused(error: Error): void }[] = [];
  #position: FeedPosition | undefined;
  /** As of the last poll. */
  #highWaterMark: FeedPosition | undefined;
  #running: Promise<void> | undefined;
  readonly #news = new Signal();
  #stopped = false;

  constructor(repository: FeedRepository, horizon: CommitHorizon, log: Logger) {
    this.#repository = repository;
    this.#horizon = horizon;
    this.#log = log;
  }

  /** @throws dependency_down while this replica shuts down */
  async listen(listener: Listener): Promise<TailSubscription> {
    if (this.#stopped) throw commonErrors.dependency_down();
    const { promise, resolve: admitted, reject: refused } = Promise.withResolvers<FeedPosition>();
    this.#joining.push({ listener, admitted, refused });
    this.#running ??= this.#run();
    this.#news.call();
    const from = await promise;
    return { from, position: () => this.#position ?? from, stop: () => this.#listeners.remove(listener) };
  }

  /**
   * The position below which every transaction is finished. It includes all that was committed before the call, unless a
   * transaction takes long.
   * @throws dependency_down while a transaction runs that began before this replica first asked
   */
  async highWaterMark(): Promise<FeedPosition> {
    for (const until = Date.now() + horizonTimeoutMs; ; ) {
      const point = await this.#horizon.look(0);
      if (point) return { seq: point.seq, time: point.timeMs };
      if (Date.now() >= until) throw commonErrors.dependency_down();
    }
  }

  /** A recent high-water mark, shared by all who ask within a second; `undefined` as long as none is known. */
  async recentMark(): Promise<FeedPosition | undefined> {
    const point = await this.#horizon.look(recentMs);
    return point && { seq: point.seq, time: point.timeMs };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#news.call();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#position = await this.highWaterMark().catch(() => undefined);
    while (!this.#stopped && (this.#listeners.projects.length > 0 || this.#joining.length > 0)) {
      const began = performance.now();
      const wait = await this.#poll().then(
        (isBehind) => (isBehind ? 0 : Math.max(0, pollMs - (performance.now() - began))),
        (error) => {
          this.#log.warn({ err: error }, 'reading the feed failed; retrying from the same position');
          return retryMs;
        },
      );
      if (wait === retryMs || (wait > 0 && this.#joining.length === 0)) await this.#news.wait(wait);
    }
    for (const { refused } of this.#joining.splice(0)) refused(commonErrors.dependency_down());
    this.#running = undefined;
    this.#position = undefined;
    this.#highWaterMark = undefined;
  }

  /** @returns whether more is ready to be dispatched */
  async #poll(): Promise<boolean> {
    this.#position ??= await this.highWaterMark();
    const from = this.#position;
    this.#admit(from);
    // Dispatch up to the known mark before the next look at the horizon: on a busy database the look takes longer than to read
    // and dispatch.
    const known =
      this.#highWaterMark && this.#highWaterMark.seq > from.seq ? this.#highWaterMark : await this.highWaterMark();
    this.#highWaterMark = known;
    const seq = Math.min(known.seq, from.seq + batchNumbers);
    if (seq > from.seq) await this.#dispatchUpTo(seq, from);
    const isBehind = seq < known.seq;
    this.#position = isBehind ? { seq, time: this.#position.time } : known;
    return isBehind;
  }

  async #dispatchUpTo(seq: number, from: FeedPosition): Promise<void> {
    const { projects } = this.#listeners;
    const hasListener = (projectId: string, requestId: string, isNew: boolean) =>
      this.#listeners.hasMessageFollowers(projectId, requestId) ||
      (isNew && this.#listeners.hasInboxFollowers(projectId));
    const rows = projects.length === 0 ? [] : await this.#repository.newChanges(projects, from, seq, hasListener);
    const [scopeOf, find] = [this.#repository.scopes(), this.#repository.finder(rows)];
    for (const row of rows) {
      const people = this.#listeners.wantsPeople(row);
      const found = await find(row, { people, inbox: this.#listeners.hasInboxFollowers(row.projectId) });
      await this.#dispatch(found ? { ...row, found } : row, scopeOf);
      // If the next row fails, this one is not dispatched again.
      this.#position = row.position;
    }
  }

  #admit(from: FeedPosition): void {
    for (const { listener, admitted } of this.#joining.splice(0)) {
      this.#listeners.add(listener);
      admitted(from);
    }
  }

  async #dispatch(row: FeedRow, scopeOf: (projectId: string) => Promise<TeamScope>): Promise<void> {
    const wanted = noticesOf(row)
      .map((notice) => ({ notice, listeners: this.#listeners.of(row.projectId, notice) }))
      .filter(({ listeners }) => listeners.length > 0);
    if (wanted.length === 0) return;

    const scope = await scopeOf(row.projectId);
    for (const { notice, listeners } of wanted) {
      for (const listener of listeners) {
        const frame = frameFor(row, notice, listener.follower, scope);
        if (frame) listener.push(frame);
      }
    }
  }
}
