import type { Actor, ListRequestsQuery } from '@parley/contracts';
import { Recent } from '@parley/service-kit';

import type { RequestPage, RequestQueries, Stamped } from './request.query.repository.ts';
import { formFor, viewRequest } from './request.view.ts';

/** A record as JSON, without its score. */
interface Rendered {
  stamp: string;
  text: string;
}

/** A page of a list of requests as JSON. */
export interface RenderedPage {
  text: string;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

const remembered = 5_000;
/** In characters: a request with long notes is rendered anew each time rather than kept in memory. */
const smallSize = 8_000;

/**
 * Pages of requests in the caller's form. Remembers records as they were rendered: inboxes are looked at again and again, and
 * from one time to the next few of their requests change. What is remembered is compared by its stamp with each reading.
 */
export class RequestPages {
  readonly #queries: RequestQueries;
  readonly #recent = new Recent<Rendered>(remembered);

  constructor(queries: RequestQueries) {
    this.#queries = queries;
  }

  /** @param own only requests whose requester is the caller @throws cursor_invalid, query_timeout */
  async list(actor: Actor, projectId: string, query: ListRequestsQuery, own = false): Promise<RenderedPage> {
    const form = formFor(actor, query.no_populate);
    const keyOf = (id: string): string => `${form} ${projectId} ${id}`;
    const texts = new Map<string, string>();
    const knows = ({ id, stamp }: Stamped): boolean => {
      const known = this.#recent.get(keyOf(id));
      if (known?.stamp !== stamp) return false;
      texts.set(id, known.text);
      return true;
    };

    const page = await this.#queries.listStamps(actor, projectId, query, { own, knows });
    for (const request of page.read) {
      const text = JSON.stringify(viewRequest(request, form));
      texts.set(request.id, text);
      if (text.length <= smallSize) this.#recent.set(keyOf(request.id), { stamp: request.stamp, text }, untilReplaced);
    }
    const { next } = page;
    return { text: envelope(page, texts), ...(next && { next }) };
  }
}

const untilReplaced = Number.POSITIVE_INFINITY;

function envelope({ perPage, count, requests }: RequestPage<Stamped>, texts: ReadonlyMap<string, string>): string {
  const records = requests.flatMap(({ id, score }) => {
    const text = texts.get(id);
    if (text === undefined) return [];
    return score === null ? text : `${text.slice(0, -1)},"score":${JSON.stringify(score)}}`;
  });
  return `{"perPage":${perPage},"count":${count},"requests":[${records.join(',')}]}`;
}
