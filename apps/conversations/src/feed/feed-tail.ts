import { commonErrors } from '@parley/contracts';
import type { Logger } from '@parley/service-kit';

import type { Place } from './cursor.ts';
import type { FeedRepository } from './feed.repository.ts';
import type { FeedRow } from './feed-row.ts';
import type { Horizon } from './horizon.ts';
import { type Listener, ListenerIndex } from './listener-index.ts';
import { frameFor, tellingsOf } from './telling.ts';

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

/** The newest end of the feed, read once for all listeners of this replica. */
export class FeedTail {
  readonly #repository: FeedRepository;
  readonly #horizon: Horizon;
  readonly #log: Logger;
  readonly #listeners = new ListenerIndex();
  #joining: { listener: Listener; admitted: (from: Place) => void }[] = [];
  #place: Place | undefined;
  #running: Promise<void> | undefined;
  #looking: Promise<unknown> = Promise.resolve();
  #wake: (() => void) | undefined;
  #stopped = false;

  constructor(repository: FeedRepository, horizon: Horizon, log: Logger) {
    this.#repository = repository;
    this.#horizon = horizon;
    this.#log = log;
  }

  /** @throws dependency_down when this replica is about to end */
  async listen(listener: Listener): Promise<Listening> {
    if (this.#stopped) throw commonErrors.dependency_down();
    const { promise, resolve } = Promise.withResolvers<Place>();
    this.#joining.push({ listener, admitted: resolve });
    this.#running ??= this.#run();
    this.#wake?.();
    const from = await promise;
    return { from, place: () => this.#place ?? from, stop: () => this.#listeners.remove(listener) };
  }

  /** Up to where everything is known. Includes what was committed before the call, unless some transaction takes long. */
  async known(): Promise<Place> {
    const time = Date.now();
    const { lastSeq } = await this.#look();
    for (let round = 0; this.#horizon.known < lastSeq && (round < patientRounds || this.#horizon.known < 0); round++) {
      if (round > 1) await new Promise((resolve) => setTimeout(resolve, 10));
      await this.#look();
    }
    return { seq: this.#horizon.known, time };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#place = await this.known().catch(() => undefined);
    while (!this.#stopped && (this.#listeners.projects.length > 0 || this.#joining.length > 0)) {
      const wait = await this.#turn().then(
        () => pollMs,
        (error) => {
          this.#log.warn({ err: error }, 'the feed could not be read; it goes on where it was');
          return failedMs;
        },
      );
      if (this.#joining.length === 0 || wait === failedMs) await this.#pause(wait);
    }
    this.#running = undefined;
    this.#place = undefined;
  }

  async #turn(): Promise<void> {
    this.#place ??= await this.known();
    this.#admit(this.#place);
    const time = Date.now();
    await this.#look();
    const { known } = this.#horizon;
    if (known <= this.#place.seq) return;

    const { projects } = this.#listeners;
    const rows = projects.length === 0 ? [] : await this.#repository.live(projects, this.#place, known);
    for (const row of rows) {
      await this.#tell(row);
      // Should the next one fail, this one is not told again.
      this.#place = { seq: row.seq, time: row.time };
    }
    this.#place = { seq: known, time };
  }

  #admit(from: Place): void {
    for (const { listener, admitted } of this.#joining.splice(0)) {
      this.#listeners.add(listener);
      admitted(from);
    }
  }

  async #tell(row: FeedRow): Promise<void> {
    const found = await this.#repository.find(row, this.#listeners.followPeople(row.projectId));
    const heard = tellingsOf(found ? { ...row, found } : row)
      .map((telling) => ({ telling, listeners: this.#listeners.of(row.projectId, telling) }))
      .filter(({ listeners }) => listeners.length > 0);
    if (heard.length === 0) return;

    const roster = await this.#repository.roster(row.projectId);
    for (const { telling, listeners } of heard) {
      for (const listener of listeners) {
        const frame = frameFor(row, telling, listener.follower, roster);
        if (frame) listener.push(frame);
      }
    }
  }

  /** One at a time: a look counts from when the one before it has come back. */
  #look(): Promise<{ lastSeq: number }> {
    const looked = this.#looking
      .catch(() => undefined)
      .then(async () => {
        const look = await this.#repository.look();
        this.#horizon.see(look);
        return look;
      });
    this.#looking = looked;
    return looked;
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

const patientRounds = 10;
