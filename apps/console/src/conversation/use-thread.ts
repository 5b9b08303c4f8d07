import {
  getRequest,
  isParleyError,
  listMessages,
  type RequestRecord,
  type RequestView,
  withResponse,
} from '@parley/sdk';
import { topics } from '@parley/sdk/realtime';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { useWorkplace, type Workplace } from '../app/workplace.tsx';
import { Thread, type ThreadMessage } from './thread.ts';

const pageSize = 30;

export interface ThreadState {
  messages: readonly ThreadMessage[];
  /** The full record; a row of the list until it has come. */
  request: RequestRecord | undefined;
  loading: boolean;
  error: unknown;
  /** Older messages can be loaded. */
  hasOlder: boolean;
  loadingOlder: boolean;
}

/** One open conversation: its newest messages, then every frame; older ones as asked for. */
export class ThreadSource {
  readonly #workplace: Workplace;
  readonly #requestId: string;
  readonly #thread = new Thread();
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  #state: ThreadState = {
    messages: [],
    request: undefined,
    loading: true,
    error: undefined,
    hasOlder: false,
    loadingOlder: false,
  };

  constructor(workplace: Workplace, requestId: string) {
    this.#workplace = workplace;
    this.#requestId = requestId;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ThreadState => this.#state;

  start(): () => void {
    void this.load();
    return () => {
      this.#stop.abort();
      for (const end of this.#unsubscribe) end();
    };
  }

  readonly load = async (): Promise<void> => {
    const { parley } = this.#workplace;
    const signal = this.#stop.signal;
    this.#set({ loading: true, error: undefined });
    try {
      const [page, request] = await Promise.all([
        withResponse(listMessages)(parley, { request_id: this.#requestId, limit: pageSize, direction: -1 }, { signal }),
        getRequest(parley, { request_id: this.#requestId }, { signal }),
      ]);
      this.#take(page.data);
      this.#set({ loading: false, request: request as RequestRecord, hasOlder: page.headers.has('link') });
      this.#listen(page.headers.get('parley-cursor') ?? undefined);
    } catch (error) {
      if (!signal.aborted) this.#set({ loading: false, error });
    }
  };

  readonly loadOlder = async (): Promise<void> => {
    if (this.#state.loadingOlder || !this.#state.hasOlder) return;
    const signal = this.#stop.signal;
    this.#set({ loadingOlder: true });
    try {
      const { data, headers } = await withResponse(listMessages)(
        this.#workplace.parley,
        { request_id: this.#requestId, before: this.#thread.oldestSeq, limit: pageSize, direction: -1 },
        { signal },
      );
      this.#take(data);
      this.#set({ hasOlder: headers.has('link') });
    } catch (error) {
      if (!signal.aborted && !isParleyError(error)) this.#set({ hasOlder: true });
    } finally {
      this.#set({ loadingOlder: false });
    }
  };

  /** An answer to a change of the request, which may come before its frame. */
  readonly setRequest = (request: RequestView): void => {
    const known = this.#state.request;
    // The team gets the full form.
    if (!known || request.__v >= known.__v) this.#set({ request: request as RequestRecord });
  };

  #listen(after: string | undefined): void {
    const { live } = this.#workplace.connection;
    for (const end of this.#unsubscribe.splice(0)) end();
    this.#unsubscribe.push(
      live.subscribe<ThreadMessage>(
        topics.messages(this.#requestId),
        {
          onSnapshot: (messages) => this.#take(messages),
          onFrame: ({ message }) => this.#take([message]),
          onGap: () => void this.load(),
        },
        after === undefined ? {} : { after },
      ),
      live.subscribe<RequestRecord>(topics.request(this.#requestId), {
        onSnapshot: ([request]) => request && this.setRequest(request),
        onFrame: ({ method, message }) => method !== 'DELETE' && this.setRequest(message),
      }),
    );
  }

  #take(messages: readonly unknown[]): void {
    const list = messages as readonly ThreadMessage[];
    for (const { external_id } of list) if (external_id) void this.#workplace.outbox.confirm(external_id);
    if (this.#thread.merge(list)) this.#set({ messages: this.#thread.messages });
  }

  #set(change: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export function useThread(requestId: string): { source: ThreadSource; state: ThreadState } {
  const workplace = useWorkplace();
  const source = useMemo(() => new ThreadSource(workplace, requestId), [workplace, requestId]);
  useEffect(() => source.start(), [source]);
  const state = useSyncExternalStore(source.subscribe, source.state);
  return { source, state };
}

interface TypingMessage {
  user_id: string;
  fullname?: string;
  typing?: boolean;
}

/** Who is typing in the conversation, without the person at work. */
export function useTyping(requestId: string): string | undefined {
  const { connection, me } = useWorkplace();
  const [name, setName] = useState<string>();
  const stop = useCallback(() => setName(undefined), []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = connection.live.subscribe<TypingMessage>(topics.typing(requestId), {
      onFrame: ({ message }) => {
        const { user_id: user, fullname, typing } = message;
        clearTimeout(timer);
        if (user === me) return;
        if (typing === false) return stop();
        setName(fullname ?? '');
        timer = setTimeout(stop, 10_000);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [connection, requestId, me, stop]);
  return name;
}
