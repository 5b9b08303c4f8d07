import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';

import { indexStale, indexWritten, keepProgress, projects } from './search.statements.ts';

interface ProjectProgress {
  projectId: string;
  /** Everything written before is indexed; `-Infinity` when nothing is. */
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
 * So far it is looked back: times of writing are read before the commit, which follows within the 10 s of a transaction, and a patient
 * round leaves for 60 s what it has seen.
 */
const overlapMs = 75_000;

export interface CatchUp {
  /** Stops after so long; the next time goes on from there. */
  withinMs?: number;
  /** Leaves conversations for later that go on, or were indexed a moment ago; searches look into them. */
  debounce?: boolean;
}

/** The words by which requests are found. Kept beside the requests, some time after they were written: see the README. */
export class SearchIndex {
  readonly #db: Database;
  readonly #log: Logger;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /** Indexes what was written since the last time. */
  async catchUp({ withinMs = Number.POSITIVE_INFINITY, debounce = false }: CatchUp = {}): Promise<void> {
    const end = performance.now() + withinMs;
    const isOver = () => performance.now() >= end;
    for (const progress of await this.#db.query<ProjectProgress>(projects, [overlapMs])) {
      if (isOver()) return;
      try {
        await this.#catchUpWith(progress, debounce, isOver);
      } catch (error) {
        // One project's trouble is not another's.
        this.#log.warn({ err: error, projectId: progress.projectId }, 'requests could not be indexed for search');
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
