import { type Actor, type ListRequestsQuery, RequestStatus } from '@parley/contracts';
import { LRUCache } from '@parley/service-kit/concurrency';
import { askedWords } from '@parley/service-kit/search';
import { type Form, formFor, viewRequest } from '../access/request.view.ts';
import type { TeamScopes } from '../access/team-scopes.ts';
import { sees, type VisibleFields, viewerOf } from '../access/visibility.ts';
import type { MatchQueries } from '../matches/match.query.repository.ts';
import { thatFit } from '../matches/matches.ts';
import { type RowForm, renderRow, rowFormFor } from '../request-row/request-row.view.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { ListEntry, RequestPage, RequestQueries, RowEntry, StampedRequest } from './request.query.repository.ts';

/** A cached record as JSON, without score and transcript. */
interface RenderedRequest {
  stamp: string;
  version: number;
  text: string;
  /** Absent: closed, with a transcript, which is never cached; or a row of a list. */
  open?: OpenRequest;
}

type OpenRequest = VisibleFields & Pick<SupportRequest, 'projectId'>;

interface Listing {
  own: boolean;
  knows(one: ListEntry): boolean;
  /** JSON of the records by id. */
  texts: Map<string, string>;
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
  readonly #matches: MatchQueries;
  readonly #scopes: TeamScopes;
  readonly #recent = new LRUCache<string, RenderedRequest>({ max: cachedRequests });

  constructor(queries: RequestQueries, matches: MatchQueries, scopes: TeamScopes) {
    this.#queries = queries;
    this.#matches = matches;
    this.#scopes = scopes;
  }

  /** @throws request_not_found */
  async get(actor: Actor, projectId: string, requestId: string, noPopulate?: boolean) {
    const form = formFor(actor, noPopulate);
    const known = this.#recent.get(keyOf(form, projectId, requestId));
    if (known?.open && (await this.#isCurrent(known, known.open, actor))) return withTranscript(known, null);
    const { request, transcript } = await this.#queries.get(actor, projectId, requestId);
    return withTranscript(this.#render(request, form), transcript);
  }

  /** Whether a record is as it was, and the actor may see it. */
  async #isCurrent({ stamp }: RenderedRequest, request: OpenRequest, actor: Actor): Promise<boolean> {
    const { projectId, requestId } = request;
    const now = await this.#queries.getStamp(projectId, requestId);
    if (now?.stamp !== stamp) return false;
    const scope = await this.#scopes.at(projectId, now.ticks);
    return scope !== undefined && sees(viewerOf(actor), request, scope);
  }

  /** @param own only requests whose requester is the caller @throws cursor_invalid, query_timeout */
  async list(actor: Actor, projectId: string, query: ListRequestsQuery, own = false): Promise<RenderedPage> {
    const isRows = query.view === 'row';
    const form = isRows ? rowFormFor(actor) : formFor(actor, query.no_populate);
    const texts = new Map<string, string>();
    const knows = ({ id, requestId, stamp }: ListEntry): boolean => {
      const known = this.#recent.get(keyOf(form, projectId, requestId));
      if (known?.stamp !== stamp) return false;
      texts.set(id, known.text);
      return true;
    };

    const page = isRows
      ? await this.#rows(actor, projectId, query, { own, knows, texts })
      : await this.#records(actor, projectId, query, { own, knows, texts });
    const { next } = page;
    return { text: envelope(page, texts, form), ...(next && { next }) };
  }

  async #records(actor: Actor, projectId: string, query: ListRequestsQuery, { texts, ...options }: Listing) {
    const page = await this.#queries.listStamps(actor, projectId, query, options);
    const form = formFor(actor, query.no_populate);
    for (const request of page.read) texts.set(request.id, this.#render(request, form).text);
    return page;
  }

  async #rows(actor: Actor, projectId: string, query: ListRequestsQuery, { texts, ...options }: Listing) {
    const page = await this.#queries.listRows(actor, projectId, query, options);
    const form = rowFormFor(actor);
    for (const row of page.read) {
      const { id, requestId, stamp, version } = row;
      const text = renderRow(row, form);
      texts.set(id, text);
      this.#recent.set(keyOf(form, projectId, requestId), { stamp, version, text });
    }
    if (query.full_text !== undefined) await this.#addMatches(projectId, query.full_text, form, texts);
    return page;
  }

  async #addMatches(projectId: string, fullText: string, form: RowForm, texts: Map<string, string>) {
    const asked = { ids: [...texts.keys()], words: askedWords(fullText, 'last'), isEndUser: form !== 'row' };
    for (const [id, matches] of await this.#matches.find(projectId, asked)) {
      const text = texts.get(id) ?? '';
      texts.set(id, withMember(text, 'matches', thatFit(text, matches)));
    }
  }

  #render(request: StampedRequest, form: Form): RenderedRequest {
    const { projectId, requestId, stamp, version, status } = request;
    const text = JSON.stringify(viewRequest(request, form));
    const rendered = { stamp, version, text, ...(status !== RequestStatus.closed && { open: openOf(request) }) };
    if (rendered.text.length <= maxCachedCharacters) this.#recent.set(keyOf(form, projectId, requestId), rendered);
    return rendered;
  }
}

function openOf({ projectId, requestId, requester, participants, followers, departmentId }: OpenRequest): OpenRequest {
  return { projectId, requestId, requester, participants, followers, departmentId };
}

const keyOf = (form: Form | RowForm, projectId: string, requestId: string): string =>
  `${form} ${projectId} ${requestId}`;

function withTranscript({ text, version }: RenderedRequest, transcript: string | null): Omit<RenderedRequest, 'stamp'> {
  return { version, text: transcript === null ? text : withMember(text, 'transcript', transcript) };
}

const withMember = (text: string, name: string, value: unknown): string =>
  `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`;

/** Adds a `ReadView`, unless the caller is a machine; numbers and booleans need no encoding. */
function withRead(text: string, { upto, unread, mentioned }: RowEntry, form: Form | RowForm): string {
  if (upto === undefined) return text;
  const more = form === 'row' ? `,"mentioned":${mentioned}` : '';
  return `${text.slice(0, -1)},"read":{"upto":${upto},"unread":${unread}${more}}}`;
}

function envelope(
  { perPage, count, more, requests }: RequestPage<RowEntry>,
  texts: ReadonlyMap<string, string>,
  form: Form | RowForm,
): string {
  let records = '';
  for (const one of requests) {
    const text = texts.get(one.id);
    if (text === undefined) continue;
    const read = withRead(text, one, form);
    records += `${records === '' ? '' : ','}${one.score === null ? read : withMember(read, 'score', one.score)}`;
  }
  const total = `"count":${count}${more === undefined ? '' : `,"more":${more}`}`;
  return `{"perPage":${perPage},${total},"requests":[${records}]}`;
}
