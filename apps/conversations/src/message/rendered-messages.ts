import type { Actor } from '@parley/contracts';
import { LRUCache } from '@parley/service-kit/concurrency';
import { readerOf, viewMessage } from '../access/message.view.ts';
import type { MessageQueries, SeqRange } from './message.query.repository.ts';

/** A page of messages as JSON. */
interface RenderedPage {
  text: string;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

const cachedPages = 1_000;
/** In characters: longer pages are rendered each time and not cached. */
const maxCachedCharacters = 32_000;

/**
 * Caches pages of messages in the caller's form: visitors and agents reload the same messages with every page. Each read
 * validates the cached page by its stamp.
 */
export class RenderedMessages {
  readonly #queries: MessageQueries;
  readonly #recent = new LRUCache<string, RenderedPage & { stamp: string }>({ max: cachedPages });

  constructor(queries: MessageQueries) {
    this.#queries = queries;
  }

  /** @throws request_not_found, cursor_invalid */
  async list(actor: Actor, projectId: string, requestId: string, range: SeqRange): Promise<RenderedPage> {
    const reader = readerOf(actor);
    const { limit, after, before, direction, cursor } = range;
    const key = JSON.stringify([reader, projectId, requestId, limit, after, before, direction, cursor]);
    const known = this.#recent.get(key);
    if (known && known.stamp === (await this.#queries.getStamp(actor, projectId, requestId, range))) return known;

    const { messages, stamp, next } = await this.#queries.list(actor, projectId, requestId, range);
    const text = JSON.stringify(messages.map((message) => viewMessage(message, requestId, reader)));
    const page = { text, ...(next && { next }) };
    if (stamp !== undefined && text.length <= maxCachedCharacters) this.#recent.set(key, { ...page, stamp });
    return page;
  }
}
