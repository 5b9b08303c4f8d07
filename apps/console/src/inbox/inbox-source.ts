import { listRequests, type ParamsOf, type Parley, withResponse } from '@parley/sdk';
import type { Frame } from '@parley/sdk/realtime';

import type { InboxMessage } from '../app/connection.ts';
import { nextCursor } from '../app/next-cursor.ts';
import type { Workplace } from '../app/workplace.tsx';
import type { InboxFilter } from './filter.ts';
import { InboxList } from './inbox-list.ts';
import type { InboxRow } from './row.ts';
import { followsMentions, type InboxView, listParameters, orderOf } from './views.ts';

const pageSize = 100;
/** Pages read again at most after missed frames; further ones come as the list is scrolled. */
const maxPagesAtOnce = 10;
/** A list is read again at most so often for frames that do not tell all of a row. */
const reloadAfterMs = 2000;

interface Page {
  rows: InboxRow[];
  total: number | undefined;
  next: string | undefined;
  /** Of the feed, taken before the page was read. */
  cursor: string | undefined;
}

/** Loads the rows of one view page by page, and applies the frames that come since. */
export class InboxSource {
  readonly list: InboxList;
  total: number | undefined;
  loading = true;
  error: unknown;
  readonly #workplace: Workplace;
  readonly #parameters: ParamsOf<typeof listRequests>;
  readonly #followsMentions: boolean;
  #next: string | undefined;
  #changed: () => void = () => undefined;
  #stop = new AbortController();
  #isReloading = false;
  #isStale = false;
  /** What failed, to be done again. */
  #again: () => void = () => undefined;
  /** Grows when the list is read from its start: a later page of the former reading does not fit any more. */
  #reading = 0;
  /** What came while the first page was read. */
  #early: Frame<InboxMessage>[] | undefined;
  #reloading: ReturnType<typeof setTimeout> | undefined;

  constructor(workplace: Workplace, view: InboxView, filter: InboxFilter) {
    this.#workplace = workplace;
    this.#parameters = { ...listParameters(view, filter), view: 'row', draft: false };
    this.#followsMentions = followsMentions(view);
    this.list = new InboxList(orderOf(view, filter, workplace.me));
  }

  start(changed: () => void): () => void {
    this.#changed = changed;
    this.#stop = new AbortController();
    const unsubscribe = this.#workplace.connection.listenToInbox({
      onFrame: (frame) => (this.#early ? this.#early.push(frame) : this.#apply(frame)),
      onGap: () => void this.#loadFirst(),
    });
    const { connection } = this.#workplace;
    const unfollow = connection.onStatus(() => connection.status() === 'open' && this.error && this.reload());
    void this.#loadFirst();
    return () => {
      this.#stop.abort();
      unsubscribe();
      unfollow();
      clearTimeout(this.#reloading);
    };
  }

  readonly more = (): void => {
    if (this.loading || this.error || !this.#next) return;
    const reading = this.#reading;
    void this.#load(this.more, async () => {
      const page = await this.#page(this.#next);
      if (reading !== this.#reading) return;
      this.list.append(page.rows, page.next === undefined);
      this.#next = page.next;
    });
  };

  /** After an error. */
  readonly reload = (): void => {
    this.error = undefined;
    this.#again();
  };

  /** Reads as many rows as are loaded; at most one reading at a time, repeated when frames were missed meanwhile. */
  async #loadFirst(): Promise<void> {
    this.#isStale = true;
    if (this.#isReloading) return;
    this.#isReloading = true;
    while (this.#isStale && !this.#stop.signal.aborted) {
      this.#isStale = false;
      this.#reading += 1;
      // Frames that come meanwhile may be newer than the page, and are about rows that it does not hold.
      this.#early = [];
      await this.#load(
        () => void this.#loadFirst(),
        async () => {
          const loaded = this.list.snapshot().rows.length;
          const first = await this.#page(undefined);
          const rows = [...first.rows];
          let { next } = first;
          for (let pages = 1; next && rows.length < loaded && pages < maxPagesAtOnce; pages += 1) {
            const page = await this.#page(next);
            rows.push(...page.rows);
            next = page.next;
          }
          this.total = first.total;
          this.#next = next;
          this.list.replace(rows, next === undefined);
          this.#workplace.connection.followInbox(first.cursor);
        },
      );
      const early = this.#early ?? [];
      this.#early = undefined;
      for (const frame of early) this.#apply(frame);
    }
    this.#isReloading = false;
  }

  /** @param again what `reload` does when the work fails */
  async #load(again: () => void, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    this.loading = true;
    this.#changed();
    try {
      await work();
      this.error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.#again = again;
    }
    this.loading = false;
    this.#changed();
  }

  #apply({ method, message }: Frame<InboxMessage>): void {
    const { request_id: id, upto, unread, mentioned } = message;
    const known = this.list.get(id);
    if (method === 'DELETE') this.list.remove(id);
    else if (method === 'READ') this.list.setRead(id, { upto, unread, mentioned });
    else if (method === 'MENTION') {
      if (known?.read) this.list.setRead(id, { ...known.read, mentioned: true });
      if (this.#followsMentions) this.#reloadSoon();
    } else if (this.list.upsert(message)) this.#reloadSoon();
  }

  #reloadSoon(): void {
    this.#reloading ??= setTimeout(() => {
      this.#reloading = undefined;
      void this.#loadFirst();
    }, reloadAfterMs);
  }

  async #page(cursor: string | undefined): Promise<Page> {
    return readPage(
      this.#workplace.parley,
      { ...this.#parameters, limit: pageSize, ...(cursor && { cursor, no_count: true }) },
      this.#stop.signal,
    );
  }
}

async function readPage(parley: Parley, parameters: ParamsOf<typeof listRequests>, signal: AbortSignal): Promise<Page> {
  const { data, headers } = await withResponse(listRequests)(parley, parameters, { signal });
  return {
    rows: data.requests as InboxRow[],
    total: data.count || undefined,
    next: nextCursor(headers),
    cursor: headers.get('parley-cursor') ?? undefined,
  };
}
