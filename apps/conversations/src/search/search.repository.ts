import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';

import { indexStale, indexWritten, keepProgress, projects } from './search.statements.ts';

interface ProjectProgress {
  projectId: string;
  /** Everything written before is indexed; `-Infinity`: nothing is. */
  until: Date | number;
  now: Date;
  stale: boolean;
}

interface Step {
  updatedAt: Date;
  id: string;
  seen: number;
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

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Indexes what was written since the last call. */
  async catchUp({ withinMs = Number.POSITIVE_INFINITY, debounce = false }: CatchUp = {}): Promise<void> {
    const end = performance.now() + withinMs;
    const isOver = () => performance.now() >= end;
    for (const progress of await this.#db.query<ProjectProgress>(projects, [overlapMs])) {
      if (isOver()) return;
      try {
        await this.#catchUpWith(progress, debounce, isOver);
      } catch (error) {
        // A failing project must not stop the others.
        this.#log.warn({ err: error, projectId: progress.projectId }, 'indexing requests for search failed');
      }
    }
  }

  async #catchUpWith(
    { projectId, until, now, stale }: ProjectProgress,
    debounce: boolean,
    isOver: () => boolean,
  ): Promise<void> {
    let step: Step = { updatedAt: withOverlap(until), id: '', seen: batch };
    while (step.seen === batch && !isOver()) {
      const [next] = await this.#db.query<Step>(indexWritten, [projectId, step.updatedAt, step.id, batch, debounce]);
      step = next ?? { ...step, seen: 0 };
      await this.#db.query(keepProgress, [projectId, step.seen === batch ? step.updatedAt : now]);
    }
    let left = stale;
    while (left && !isOver()) {
      const [done] = await this.#db.query<{ indexed: number }>(indexStale, [projectId, batch]);
      left = done?.indexed === batch;
    }
  }
}

function withOverlap(until: Date | number): Date {
  return until instanceof Date ? new Date(until.getTime() - overlapMs) : new Date(0);
}
