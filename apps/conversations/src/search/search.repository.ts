import type { Database } from '@parley/service-kit/database';
import type { Logger, Metrics } from '@parley/service-kit/observability';

import { countToMove, indexStale, indexWritten, keepProgress, moveEarlier, projects } from './search.statements.ts';

interface ProjectProgress {
  projectId: string;
  /** Everything written before is indexed; `-Infinity`: nothing is. */
  until: Date | number;
  now: Date;
  /** Requests are left that the earlier tokeniser has indexed. */
  isMoving: boolean;
  stale: boolean;
}

interface Step {
  updatedAt: Date;
  id: string;
  seen: number;
}

interface Moved {
  moved: number;
  toMove: number;
  isMoving: boolean;
}

const batch = 200;
/**
 * How far each round looks back: `updated_at` is read up to 10 s before the commit (the transaction time-out), and debounced
 * rounds skip requests for up to 60 s.
 */
const overlapMs = 75_000;

export interface CatchUp {
  /** Time limit of this call; the next one continues. */
  withinMs?: number;
  /** Skip conversations that are still active or were indexed recently; searches read those directly. */
  debounce?: boolean;
}

/** Maintains the full-text index of requests, asynchronously: see the README. */
export class SearchIndex {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #left: { set(count: number): void };

  constructor(db: Database, log: Logger, metrics: Metrics) {
    this.#db = db;
    this.#log = log;
    this.#left = metrics.gauge(
      'parley_search_requests_to_move',
      'Requests that searches still find by the words of the release before',
    );
  }

  /** Indexes what was written since the last call, then what the earlier tokeniser has indexed. */
  async catchUp({ withinMs = Number.POSITIVE_INFINITY, debounce = false }: CatchUp = {}): Promise<void> {
    const end = performance.now() + withinMs;
    const isOver = () => performance.now() >= end;
    const found = await this.#db.query<ProjectProgress>(projects, [overlapMs]);
    for (const progress of found) {
      if (isOver()) return;
      await this.#orWarn(progress, () => this.#catchUpWith(progress, debounce, isOver));
    }
    const moving = found.filter(({ isMoving }) => isMoving);
    if (moving.length === 0) return;
    for (const progress of moving) {
      if (isOver()) break;
      await this.#orWarn(progress, () => this.#move(progress, isOver));
    }
    const [left] = await this.#db.query<{ left: number }>(countToMove);
    this.#left.set(left?.left ?? 0);
  }

  /** A failing project must not stop the others. */
  async #orWarn({ projectId }: ProjectProgress, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.warn({ err: error, projectId }, 'indexing requests for search failed');
    }
  }

  async #catchUpWith(
    { projectId, until, now, stale, isMoving }: ProjectProgress,
    debounce: boolean,
    isOver: () => boolean,
  ): Promise<void> {
    let step: Step = { updatedAt: withOverlap(until), id: '', seen: batch };
    while (step.seen === batch && !isOver()) {
      const [next] = await this.#db.query<Step>(indexWritten, [projectId, step.updatedAt, step.id, batch, debounce]);
      step = next ?? { ...step, seen: 0 };
      await this.#db.query(keepProgress, [projectId, step.seen === batch ? step.updatedAt : now]);
    }
    let left = stale || isMoving;
    while (left && !isOver()) {
      const [done] = await this.#db.query<{ indexed: number }>(indexStale, [projectId, batch]);
      left = done?.indexed === batch;
    }
  }

  async #move({ projectId }: ProjectProgress, isOver: () => boolean): Promise<void> {
    for (let isMoving = true; isMoving && !isOver(); ) {
      const [done] = await this.#db.query<Moved>(moveEarlier, [projectId, batch]);
      isMoving = done?.isMoving ?? false;
      this.#log.info({ projectId, moved: done?.moved, of: done?.toMove }, 'search words of requests moved');
    }
  }
}

function withOverlap(until: Date | number): Date {
  return until instanceof Date ? new Date(until.getTime() - overlapMs) : new Date(0);
}
