import type { Actor, ListRequestsQuery } from '@parley/contracts';
import { Recent } from '@parley/service-kit/concurrency';
import { type Form, formFor, viewRequest } from '../access/request.view.ts';
import type { ListEntry, RequestPage, RequestQueries, StampedRequest } from './request.query.repository.ts';

/** A cached record as JSON, without score and transcript. */
interface RenderedRequest {
  stamp: string;
  version: number;
  text: string;
}

/** A page of a list of requests as JSON. */
export interface RenderedPage {
  text: string;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

const cachedRequests = 5_000;
/** In characters: larger records are rendered each time and not cached. */
const maxCachedCharacters = 8_000;

/**
 * Renders requests as JSON in the caller's form and caches the records: inboxes are reloaded often and few of their requests
 * change in between. Each read validates cached records by their stamps.
 */
export class RenderedRequests {
  readonly #queries: RequestQueries;
  readonly #recent = new Recent<RenderedRequest>(cachedRequests);

  constructor(queries: RequestQueries) {
    this.#queries = queries;
  }

  /** @throws request_not_found */
  async get(actor: Actor, projectId: string, requestId: string, noPopulate?: boolean) {
    const form = formFor(actor, noPopulate);
    const known = this.#recent.get(keyOf(form, projectId, requestId));
    if (known) {
      const { stamp, transcript } = await this.#queries.getStamp(actor, projectId, requestId);
      if (stamp === known.stamp) return withTranscript(known, transcript);
    }
    const { request, transcript } = await this.#queries.get(actor, projectId, requestId);
    return withTranscript(this.#render(request, form), transcript);
  }

  /** @param own only requests whose requester is the caller @throws cursor_invalid, query_timeout */
  async list(actor: Actor, projectId: string, query: ListRequestsQuery, own = false): Promise<RenderedPage> {
    const form = formFor(actor, query.no_populate);
    const texts = new Map<string, string>();
    const knows = ({ id, requestId, stamp }: ListEntry): boolean => {
      const known = this.#recent.get(keyOf(form, projectId, requestId));
      if (known?.stamp !== stamp) return false;
      texts.set(id, known.text);
      return true;
    };

    const page = await this.#queries.listStamps(actor, projectId, query, { own, knows });
    for (const request of page.read) texts.set(request.id, this.#render(request, form).text);
    const { next } = page;
    return { text: envelope(page, texts), ...(next && { next }) };
  }

  #render(request: StampedRequest, form: Form): RenderedRequest {
    const { projectId, requestId, stamp, version } = request;
    const rendered = { stamp, version, text: JSON.stringify(viewRequest(request, form)) };
    if (rendered.text.length <= maxCachedCharacters)
      this.#recent.set(keyOf(form, projectId, requestId), rendered, withoutExpiry);
    return rendered;
  }
}

const withoutExpiry = Number.POSITIVE_INFINITY;
const keyOf = (form: Form, projectId: string, requestId: string): string => `${form} ${projectId} ${requestId}`;

function withTranscript({ text, version }: RenderedRequest, transcript: string | null): Omit<RenderedRequest, 'stamp'> {
  return { version, text: transcript === null ? text : withMember(text, 'transcript', transcript) };
}

const withMember = (text: string, name: string, value: unknown): string =>
  `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`;

function envelope({ perPage, count, requests }: RequestPage<ListEntry>, texts: ReadonlyMap<string, string>): string {
  const records = requests.flatMap(({ id, score }) => {
    const text = texts.get(id);
    if (text === undefined) return [];
    return score === null ? text : withMember(text, 'score', score);
  });
  return `{"perPage":${perPage},"count":${count},"requests":[${records.join(',')}]}`;
}
