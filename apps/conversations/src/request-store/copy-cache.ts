import { LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

import { type Copies, noCopies } from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { loadCopies } from './request.statements.ts';

/** Copies that many requests share. */
export type CommonCopies = Pick<Copies, 'department' | 'agents' | 'bots'>;

const cacheSize = 1_000;

/** Caches copies of departments, agents and bots until the project's copy clock moves. */
export class CopyCache {
  readonly #db: Database;
  readonly #recent = new LRUCache<string, CommonCopies>({ max: cacheSize });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param ticks of the project's copy clock, read during this call */
  async of(request: SupportRequest, ticks: number | null): Promise<CommonCopies> {
    const known = this.#recent.get(keyOf(request, ticks));
    if (known) return known;

    const { projectId, departmentId, participants } = request;
    // Outside: uncommitted data of the caller's transaction must not enter the cache.
    const [row] = await this.#db.outside(() =>
      this.#db.query<Row>(loadCopies, [projectId, null, null, departmentId, participants]),
    );
    const { department, agents, bots } = row?.copies ?? noCopies;
    const common = { department, agents, bots };
    if (row) this.#recent.set(keyOf(request, row.ticks), common);
    return common;
  }
}

interface Row {
  copies: Copies;
  ticks: number | null;
}

function keyOf({ projectId, departmentId, participants }: SupportRequest, ticks: number | null): string {
  return [projectId, ticks, departmentId, ...participants].join(' ');
}
