import { commonErrors } from '@parley/contracts';
import type { Logger } from '@parley/service-kit/observability';
import type { CommitHorizon } from '@parley/service-kit/outbox';

import type { Roster } from '../access/visibility.ts';
import type { Place } from './cursor.ts';
import type { FeedRepository } from './feed.repository.ts';
import type { FeedRow } from './feed-row.ts';
import { type Listener, ListenerIndex } from './listener-index.ts';
import { frameFor } from './telling.ts';
import { tellingsOf } from './tellings-of.ts';

export interface Listening {
  /** He hears of everything after this place, and of nothing before. */
  from: Place;
  /** He has heard of everything up to this place. */
  place(): Place;
  stop(): void;
}

/** How often the database is asked for news while somebody listens: the feed needs no broker. */
const pollMs = 50;
const failedMs = 500;
const patienceMs = 2_000;
/** Most numbers looked through at once, however far the feed is behind. */
const numbersAtOnce = 500;

/** The newest end of the feed, read once for all listeners of this replica. */
export class FeedTail {
  readonly #repository: FeedRepository;
  readonly #horizon: CommitHorizon;
  readonly #log: Logger;
  readonly #listeners = new ListenerIndex();
  #joining: { listener: Listener; admitted(from: Place): void; refused(error: Error): void }[] = [];
  #place: Place | undefined;
  /** As of the last look. */
  #known: Place | undefined;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #stopped = false;

  constructor(repository: FeedRepository, horizon: CommitHorizon, log: Logger) {
    this.#repository = repository;
    this.#horizon = horizon;
    this.#log = log;
  }

  /** @throws dependency_down when this replica is about to end */
  async listen(listener: Listener): Promise<Listening> {
    if (this.#stopped) throw commonErrors.dependency_down();
    const { promise, resolve: admitted, reject: refused } = Promise.withResolvers<Place>();
    this.#joining.push({ listener, admitted, refused });
    this.#running ??= this.#run();
    this.#wake?.();
    const from = await promise;
    return { from, place: () => this.#place ?? from, stop: () => this.#listeners.remove(listener) };
  }

  /**
   * Up to where everything is known. Includes what was committed before the call, unless some transaction takes long.
   * @throws dependency_down while one runs that had begun before this replica first asked
   */
  async known(): Promise<Place> {
    for (const until = Date.now() + patienceMs; ; ) {
      const point = await this.#horizon.look(0);
      if (point) return { seq: point.seq, time: point.timeMs };
      if (Date.now() >= until) throw commonErrors.dependency_down();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#place = await this.known().catch(() => undefined);
    while (!this.#stopped && (this.#listeners.projects.length > 0 || this.#joining.length > 0)) {
      const began = performance.now();
      const wait = await this.#turn().then(
        (isBehind) => (isBehind ? 0 : Math.max(0, pollMs - (performance.now() - began))),
        (error) => {
          this.#log.warn({ err: error }, 'the feed could not be read; it goes on where it was');
          return failedMs;
        },
      );
      if (wait === failedMs || (wait > 0 && this.#joining.length === 0)) await this.#pause(wait);
    }
    for (const { refused } of this.#joining.splice(0)) refused(commonErrors.dependency_down());
    this.#running = undefined;
    this.#place = undefined;
    this.#known = undefined;
  }

  /** @returns whether there is more to tell */
  async #turn(): Promise<boolean> {
    this.#place ??= await this.known();
    const from = this.#place;
    this.#admit(from);
    // What is known is told before another look: on a busy database that takes longer than to read and tell.
    const known = this.#known && this.#known.seq > from.seq ? this.#known : await this.known();
    this.#known = known;
    const seq = Math.min(known.seq, from.seq + numbersAtOnce);
    if (seq > from.seq) await this.#tellUpTo(seq, from);
    const isBehind = seq < known.seq;
    this.#place = isBehind ? { seq, time: this.#place.time } : known;
    return isBehind;
  }

  async #tellUpTo(seq: number, from: Place): Promise<void> {
    const { projects } = this.#listeners;
    const isHeard = (projectId: string, requestId: string) => this.#listeners.followMessages(projectId, requestId);
    const rows = projects.length === 0 ? [] : await this.#repository.live(projects, from, seq, isHeard);
    const [rosterOf, find] = [this.#repository.rosters(), this.#repository.finder(rows)];
    for (const row of rows) {
      const found = await find(row, this.#listeners.followPeople(row.projectId));
      await this.#tell(found ? { ...row, found } : row, rosterOf);
      // Should the next one fail, this one is not told again.
      this.#place = row.place;
    }
  }

  #admit(from: Place): void {
    for (const { listener, admitted } of this.#joining.splice(0)) {
      this.#listeners.add(listener);
      admitted(from);
    }
  }

  async #tell(row: FeedRow, rosterOf: (projectId: string) => Promise<Roster>): Promise<void> {
    const heard = tellingsOf(row)
      .map((telling) => ({ telling, listeners: this.#listeners.of(row.projectId, telling) }))
      .filter(({ listeners }) => listeners.length > 0);
    if (heard.length === 0) return;

    const roster = await rosterOf(row.projectId);
    for (const { telling, listeners } of heard) {
      for (const listener of listeners) {
        const frame = frameFor(row, telling, listener.follower, roster);
        if (frame) listener.push(frame);
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
