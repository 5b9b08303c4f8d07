import { type Actor, ListRequestsQuery, type ViewView, viewCountLimit } from '@parley/contracts';
import { LRUCache } from '@parley/service-kit/concurrency';
import { type Database, orQueryTimeout } from '@parley/service-kit/database';

import { principalOf } from '../access/actor.ts';
import { viewerOf } from '../access/visibility.ts';
import { RequestQueries } from '../request-list/request.query.repository.ts';

interface ViewCount {
  count: number;
  more?: boolean;
}

/** A count is at most this old. */
const freshMs = 5_000;
const cacheSize = 10_000;

/** Counts the requests of views as their reader sees them: by the list query that a view is. */
export class ViewCounts {
  readonly #queries: RequestQueries;
  readonly #recent = new LRUCache<string, Promise<ViewCount>>({ max: cacheSize, ttl: freshMs });

  /** @param db a separate pool with a time limit, as a bulkhead */
  constructor(db: Database) {
    this.#queries = new RequestQueries(db);
  }

  /** @throws query_timeout */
  count(actor: Actor, projectId: string, { query }: Pick<ViewView, 'query'>): Promise<ViewCount> {
    const key = JSON.stringify([projectId, principalOf(actor), actor.teammateId, viewerOf(actor), query]);
    const known = this.#recent.get(key);
    if (known) return known;
    const counting = orQueryTimeout(() => this.#count(actor, projectId, query));
    this.#recent.set(key, counting);
    counting.catch(() => this.#recent.delete(key));
    return counting;
  }

  async #count(actor: Actor, projectId: string, query: ViewView['query']): Promise<ViewCount> {
    // Checked when it was written.
    const listed = {
      ...ListRequestsQuery.parse(query),
      page: 0,
      limit: 1,
      count_limit: viewCountLimit,
      no_count: false,
    };
    const options = { own: false, knows: () => true };
    const { count, more } = await this.#queries.listStamps(actor, projectId, listed, options);
    return { count, ...(more && { more }) };
  }
}
