import { listRequests, type ParamsOf, type Parley, withResponse } from '@parley/sdk';
import type { Frame } from '@parley/sdk/realtime';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

import type { InboxMessage } from '../app/connection.ts';
import { useWorkplace, type Workplace } from '../app/workplace.tsx';
import { InboxList, type InboxSnapshot } from './inbox-list.ts';
import type { InboxRow } from './row.ts';
import { type InboxFilter, type InboxView, isDecidable, listParameters, orderOf } from './views.ts';

const pageSize = 100;
/** Lists whose rows do not tell what belongs to them are loaded again at most so often. */
const reloadAfterMs = 2000;

interface Page {
  rows: InboxRow[];
  total: number | undefined;
  next: string | undefined;
  /** Of the feed, taken before the page was read. */
  cursor: string | undefined;
}

export interface Inbox {
  list: InboxList;
  snapshot: InboxSnapshot;
  total: number | undefined;
  loading: boolean;
  error: unknown;
  more: () => void;
  reload: () => void;
}

/** The rows of a view, loaded by pages and kept current by frames. */
export function useInbox(view: InboxView, filter: InboxFilter): Inbox {
  const workplace = useWorkplace();
  const key = JSON.stringify([view, filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what view and filter are.
  const source = useMemo(() => new InboxSource(workplace, view, filter), [workplace, key]);
  const [, redraw] = useState(0);
  const snapshot = useSyncExternalStore(
    useCallback((listener) => source.list.subscribe(listener), [source]),
    () => source.list.snapshot(),
  );
  const current = useRef(source);
  current.current = source;

  useEffect(() => source.start(() => current.current === source && redraw((count) => count + 1)), [source]);

  return {
    list: source.list,
    snapshot,
    total: source.total,
    loading: source.loading,
    error: source.error,
    more: source.more,
    reload: source.reload,
  };
}

class InboxSource {
  readonly list: InboxList;
  total: number | undefined;
  loading = true;
  error: unknown;
  readonly #workplace: Workplace;
  readonly #parameters: ParamsOf<typeof listRequests>;
  readonly #decidable: boolean;
  #next: string | undefined;
  #changed: () => void = () => undefined;
  #stop = new AbortController();
  /** What came while the first page was read. */
  #early: Frame<InboxMessage>[] | undefined;
  #reloading: ReturnType<typeof setTimeout> | undefined;

  constructor(workplace: Workplace, view: InboxView, filter: InboxFilter) {
    this.#workplace = workplace;
    this.#parameters = { ...listParameters(view, filter), view: 'row', draft: false };
    this.#decidable = isDecidable(view, filter);
    this.list = new InboxList(
      orderOf(view, filter, workplace.me, ({ request_id }) => this.list.get(request_id) !== undefined),
    );
  }

  start(changed: () => void): () => void {
    this.#changed = changed;
    this.#stop = new AbortController();
    const unsubscribe = this.#workplace.connection.listenToInbox({
      onFrame: (frame) => (this.#early ? this.#early.push(frame) : this.#apply(frame)),
      onGap: () => void this.#loadFirst(),
    });
    void this.#loadFirst();
    return () => {
      this.#stop.abort();
      unsubscribe();
      clearTimeout(this.#reloading);
    };
  }

  readonly more = (): void => {
    if (this.loading || this.error || !this.#next) return;
    void this.#load(async () => {
      const page = await this.#page(this.#next);
      this.list.append(page.rows, page.next === undefined);
      this.#next = page.next;
    });
  };

  readonly reload = (): void => {
    this.error = undefined;
    void this.#loadFirst();
  };

  async #loadFirst(): Promise<void> {
    // Frames that come meanwhile may be newer than the page, and are about rows that it does not hold.
    this.#early = [];
    await this.#load(async () => {
      const page = await this.#page(undefined);
      this.total = page.total;
      this.#next = page.next;
      this.list.replace(page.rows, page.next === undefined);
      this.#workplace.connection.followInbox(page.cursor);
    });
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const frame of early) this.#apply(frame);
  }

  async #load(work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stop;
    this.loading = true;
    this.#changed();
    try {
      await work();
      this.error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
    }
    this.loading = false;
    this.#changed();
  }

  #apply({ method, message }: Frame<InboxMessage>): void {
    const { request_id: id, upto, unread, mentioned } = message;
    const known = this.list.get(id);
    if (method === 'DELETE') this.list.remove(id);
    else if (method === 'READ') this.list.setRead(id, { upto, unread, mentioned });
    else if (method === 'MENTION') this.#reloadSoon();
    else {
      this.list.upsert(message);
      if (!known) this.#reloadSoon();
    }
  }

  #reloadSoon(): void {
    if (this.#decidable) return;
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
  const next = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  return {
    rows: data.requests as InboxRow[],
    total: data.count || undefined,
    next: next && (new URL(next, parley.url).searchParams.get('cursor') ?? undefined),
    cursor: headers.get('parley-cursor') ?? undefined,
  };
}
