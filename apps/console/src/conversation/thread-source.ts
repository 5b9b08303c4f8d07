import {
  getRequest,
  isParleyError,
  listMessages,
  type Parley,
  ParleyNetworkError,
  type RequestRecord,
  type RequestView,
  withResponse,
} from '@parley/sdk';
import { type TopicHandlers, topics } from '@parley/sdk/realtime';

import type { LiveConnection } from '../app/connection.ts';
import type { Outbox } from './outbox.ts';
import { Thread, type ThreadMessage } from './thread.ts';

const pageSize = 30;
/** Pages read at most to close a gap. */
const maxGapPages = 10;

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

/** What a conversation needs of the workplace. */
interface Surroundings {
  parley: Parley;
  connection: LiveConnection;
  outbox: Outbox;
}

/** One conversation: its newest messages, then every frame; older ones as asked for. */
export class ThreadSource {
  readonly #surroundings: Surroundings;
  readonly #requestId: string;
  #thread = new Thread();
  readonly #listeners = new Set<() => void>();
  #stop = new AbortController();
  readonly #unsubscribe: (() => void)[] = [];
  #isLoading = false;
  #isStale = false;
  /** Place in the feed up to which the messages at hand are complete. */
  #cursor: string | undefined;
  #state: ThreadState = {
    messages: [],
    request: undefined,
    loading: true,
    error: undefined,
    hasOlder: false,
    loadingOlder: false,
  };

  constructor(surroundings: Surroundings, requestId: string) {
    this.#surroundings = surroundings;
    this.#requestId = requestId;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): ThreadState => this.#state;

  /** Begins to follow the conversation; one that was followed before continues from its cursor. */
  start(): () => void {
    const { connection } = this.#surroundings;
    const stop = new AbortController();
    this.#stop = stop;
    const unfollow = connection.onStatus(() => connection.status() === 'open' && this.#state.error && void this.load());
    if (this.#cursor === undefined || this.#state.error) void this.load();
    else this.#resume(this.#cursor);
    return () => {
      stop.abort();
      unfollow();
      this.#unfollow();
    };
  }

  /** Reads the newest messages; at most one reading at a time, which is repeated when frames were missed meanwhile. */
  readonly load = async (): Promise<void> => {
    if (this.#isLoading) {
      this.#isStale = true;
      return;
    }
    this.#isLoading = true;
    do {
      this.#isStale = false;
      await this.#read(this.#stop.signal);
    } while (this.#isStale && !this.#stop.signal.aborted);
    this.#isLoading = false;
  };

  async #read(signal: AbortSignal): Promise<void> {
    this.#set({ loading: true, error: undefined });
    try {
      const request = getRequest(this.#surroundings.parley, { request_id: this.#requestId }, { signal });
      const [cursor] = await Promise.all([this.#loadNewest(), request.then(this.setRequest)]);
      this.#set({ loading: false });
      if (!signal.aborted) this.#follow(cursor);
    } catch (error) {
      if (!signal.aborted) this.#set({ loading: false, error });
    }
  }

  readonly loadOlder = async (): Promise<void> => {
    if (this.#state.loadingOlder || !this.#state.hasOlder) return;
    const { signal } = this.#stop;
    this.#set({ loadingOlder: true });
    try {
      const { messages, hasOlder } = await this.#page(this.#thread.oldestSeq);
      this.#take(messages);
      this.#set({ hasOlder });
    } catch (error) {
      // Asked for again at the next scrolling.
      if (!signal.aborted && !isParleyError(error) && !(error instanceof ParleyNetworkError)) throw error;
    } finally {
      this.#set({ loadingOlder: false });
    }
  };

  /**
   * The newest page and, after a gap, what lies between it and the messages at hand, so that none is missing in the middle; where
   * that is too much, the thread begins again with what was read.
   * @returns the cursor of the feed from which frames follow
   */
  async #loadNewest(): Promise<string | undefined> {
    const known = this.#thread.newestSeq;
    const first = await this.#page();
    const messages = [...first.messages];
    let { hasOlder } = first;
    const isJoined = () => known > 0 && (messages.at(0)?.seq ?? 0) <= known + 1;
    for (let pages = 1; known > 0 && hasOlder && !isJoined() && pages < maxGapPages; pages += 1) {
      const older = await this.#page(messages[0]?.seq);
      messages.unshift(...older.messages);
      hasOlder = older.hasOlder;
    }
    const isWhole = known === 0 || isJoined() || !hasOlder;
    if (!isWhole) this.#thread = new Thread();
    this.#take(messages);
    // The oldest message at hand is still the same where the thread went on.
    if (known === 0 || !isWhole) this.#set({ hasOlder });
    return first.cursor;
  }

  async #page(before?: number): Promise<{ messages: ThreadMessage[]; hasOlder: boolean; cursor: string | undefined }> {
    const { data, headers } = await withResponse(listMessages)(
      this.#surroundings.parley,
      { request_id: this.#requestId, limit: pageSize, direction: -1, ...(before !== undefined && { before }) },
      { signal: this.#stop.signal },
    );
    return {
      messages: (data as readonly ThreadMessage[]).toSorted((a, b) => a.seq - b.seq),
      hasOlder: headers.has('link'),
      cursor: headers.get('parley-cursor') ?? undefined,
    };
  }

  /** An answer to a change of the request, which may come before its frame. */
  readonly setRequest = (request: RequestView): void => {
    const known = this.#state.request;
    // The team gets the full form.
    if (!known || request.__v >= known.__v) this.#set({ request: request as RequestRecord });
  };

  /** An answer to a change of a message, which may come before its frame. */
  readonly setMessage = (message: ThreadMessage): void => this.#take([message]);

  /** What was missed comes as frames, or as a gap where that is too much. */
  #resume(cursor: string): void {
    // The answer to a reading says whether the conversation is gone, or not for this person any more.
    this.#follow(cursor, { onRefused: () => void this.load() });
  }

  #follow(after: string | undefined, handlers: Pick<TopicHandlers, 'onRefused'> = {}): void {
    const { live } = this.#surroundings.connection;
    this.#unfollow();
    this.#cursor = after;
    this.#unsubscribe.push(
      live.subscribe<ThreadMessage>(
        topics.messages(this.#requestId),
        {
          onSnapshot: (messages) => this.#take(messages),
          onFrame: ({ message, cursor }) => {
            this.#cursor = cursor ?? this.#cursor;
            this.#take([message]);
          },
          onGap: () => {
            this.#cursor = undefined;
            void this.load();
          },
          ...handlers,
        },
        after === undefined ? {} : { after },
      ),
      live.subscribe<RequestRecord>(topics.request(this.#requestId), {
        onSnapshot: ([request]) => request && this.setRequest(request),
        onFrame: ({ method, message }) => method !== 'DELETE' && this.setRequest(message),
      }),
    );
  }

  #unfollow(): void {
    for (const end of this.#unsubscribe.splice(0)) end();
  }

  #take(messages: readonly unknown[]): void {
    const list = messages as readonly ThreadMessage[];
    for (const { external_id } of list) if (external_id) void this.#surroundings.outbox.confirm(external_id);
    if (this.#thread.merge(list)) this.#set({ messages: this.#thread.messages });
  }

  #set(change: Partial<ThreadState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
