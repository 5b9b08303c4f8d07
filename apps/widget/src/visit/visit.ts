import {
  createParley,
  isParleyError,
  listMyRequests,
  type Parley,
  ParleyNetworkError,
  type RequestRow,
  type SendMessageParams,
  sendMessage,
  withResponse,
} from '@parley/sdk';
import type { GuestSession, Visitor } from '@parley/sdk/browser';
import { type Live, type LiveStatus, topics } from '@parley/sdk/realtime';
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';

import type { Emit } from '../loader/host.ts';
import { Conversation } from './conversation.ts';
import { exclusively } from './exclusively.ts';
import { newRequestId } from './first-message.ts';
import { type Delivery, Outbox, type Outgoing } from './outbox.ts';
import type { RowMessage } from './row-frames.ts';
import { closedStatus, mergeRows, withPosition } from './rows.ts';

const listed = 20;
const tryAgainMs = 10_000;
/** After an interruption: messages that arrive in this time were sent during it. */
const catchUpMs = 5_000;

interface VisitOptions {
  api: string;
  project: string;
  guest: GuestSession;
  /** `undefined`: no visitor is signed in until they act. */
  visitor: Visitor | undefined;
  emit: Emit;
  /** Unsent messages of the previous visit, if this one continues it. */
  unsent: readonly Outgoing[];
  /** Signs in a visitor, at the first message. */
  signIn(): Promise<unknown>;
}

/**
 * Everything that the panel knows about one visitor: conversations, unsent messages, the connection. Another visitor is another visit, so that
 * nothing of the previous one remains.
 */
export class Visit {
  readonly visitor: Visitor | undefined;
  readonly parley: Parley;
  readonly rows: Signal<readonly RequestRow[]> = signal([]);
  readonly outgoing: Signal<readonly Outgoing[]> = signal([]);
  readonly status: Signal<LiveStatus> = signal('connecting');
  /** The list has been loaded. */
  readonly isLoaded: Signal<boolean> = signal(false);
  readonly hasMore: Signal<boolean> = signal(false);
  readonly current: Signal<Conversation | undefined> = signal(undefined);
  readonly openRow: ReadonlySignal<RequestRow | undefined> = computed(() =>
    this.rows.value.find(({ status }) => status < closedStatus),
  );
  readonly outbox: Outbox;
  readonly signal: AbortSignal;
  readonly #options: VisitOptions;
  readonly #stop = new AbortController();
  #live: Promise<Live | undefined> | undefined;
  #after: string | undefined;
  #page = 0;
  #isReading = false;
  #backAt = 0;
  #follows = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: VisitOptions) {
    const { api, project, guest, visitor, unsent } = options;
    this.#options = options;
    this.visitor = visitor;
    this.signal = this.#stop.signal;
    this.parley = createParley({
      url: api,
      project,
      // A call of this visit is never made as another visitor.
      token: async (refused) => (guest.visitor?.id === visitor?.id ? guest.token(refused) : undefined),
    });
    this.outbox = new Outbox({
      read: () => (guest.read('outbox') as Outgoing[] | undefined) ?? [],
      inherited: unsent,
      write: (entries) => guest.write('outbox', entries),
      deliver: (entry) => this.#deliver(entry),
      exclusively: (work) => exclusively(`parley-outbox:${project}:${visitor?.id ?? ''}`, this.signal, work),
      onChange: (entries) => {
        this.outgoing.value = entries;
      },
      now: Date.now,
    });
  }

  /** Loads the conversations, follows them, and sends unsent messages. */
  async start(): Promise<void> {
    globalThis.addEventListener('online', this.#back);
    document.addEventListener('visibilitychange', this.wake);
    // A new visitor has no conversations yet.
    if (this.visitor && this.#options.unsent.length === 0) await this.#load();
    this.wake();
  }

  dispose(): void {
    this.#stop.abort();
    clearTimeout(this.#retry);
    this.outbox.close();
    this.current.value?.dispose();
    void this.#live?.then((live) => live?.close());
    globalThis.removeEventListener('online', this.#back);
    document.removeEventListener('visibilitychange', this.wake);
  }

  /**
   * Shows a conversation and disposes of the previous one.
   * @param key of the view that continues with it, keeping what is being typed
   */
  show(requestId: string, key = requestId): Conversation {
    const known = this.current.peek();
    if (known?.requestId === requestId) return known;
    known?.dispose();
    const next = new Conversation(this, requestId, this.#options.emit, key);
    this.current.value = next;
    return next;
  }

  /** Opened only when there is something to follow, not for a page view. @returns undefined without a visitor */
  async live(): Promise<Live | undefined> {
    const { visitor } = this;
    if (!visitor) return undefined;
    this.#live ??= import('./live-part.ts').then(({ openLive }) => {
      if (this.signal.aborted) return undefined;
      return openLive(this.parley, visitor.id, (status) => {
        const isFirst = this.status.peek() === 'connecting';
        this.status.value = status;
        if (status === 'open') isFirst ? this.wake() : this.#back();
      });
    });
    return this.#live.catch(() => {
      // The chunk could not be loaded: retried when the network is back.
      this.#live = undefined;
      return undefined;
    });
  }

  send(entry: Omit<Outgoing, 'createdAt' | 'id' | 'state'>): void {
    const id = crypto.randomUUID();
    const body = { ...entry.body, external_id: id };
    this.outbox.add({ ...entry, id, body, createdAt: Date.now(), state: 'waiting' });
  }

  position(read: { request_id: string; upto: number; unread: number }): void {
    this.rows.value = withPosition(this.rows.peek(), read);
  }

  async loadMore(): Promise<void> {
    await this.#load(this.#page + 1);
  }

  async #load(page = 0): Promise<void> {
    this.#isReading = true;
    try {
      const { data, headers } = await withResponse(listMyRequests)(
        this.parley,
        {
          view: 'row',
          preflight: true,
          limit: listed,
          page,
          sortField: 'last_message_at',
          direction: -1,
          status: 'all',
        },
        { signal: this.signal },
      );
      if (this.signal.aborted) return;
      this.#page = page;
      this.#after ??= headers.get('parley-cursor') ?? undefined;
      batch(() => {
        this.rows.value = mergeRows(this.rows.peek(), data.requests as RequestRow[]);
        this.hasMore.value = data.requests.length === listed;
        this.isLoaded.value = true;
      });
      if (this.openRow.peek()) void this.#follow();
    } catch (error) {
      if (this.signal.aborted) return;
      // The panel shows what it has; retried when the network is back.
      if (!(error instanceof ParleyNetworkError) && !isParleyError(error)) throw error;
      this.#tryAgain();
    } finally {
      this.#isReading = false;
    }
  }

  async #follow(): Promise<void> {
    if (this.#follows) return;
    this.#follows = true;
    const live = await this.live();
    this.#follows = live !== undefined;
    if (!live) return this.#tryAgain();
    const { applyRowFrame } = await import('./live-part.ts');
    // A closed connection accepts no subscriptions.
    if (this.signal.aborted) return;
    live.subscribe<RowMessage>(
      topics.inbox(),
      {
        onFrame: (frame) => {
          const before = this.rows.peek();
          this.rows.value = applyRowFrame(before, frame);
          this.#announce(before, this.rows.peek());
        },
        onGap: () => void this.#load(),
      },
      this.#after === undefined ? {} : { after: this.#after },
    );
  }

  /** Events of conversations that are not open; the open one sees each message. */
  #announce(before: readonly RequestRow[], after: readonly RequestRow[]): void {
    const { emit } = this.#options;
    for (const row of after) {
      const former = before.find(({ request_id: id }) => id === row.request_id);
      if (former === row) continue;
      if (row.status === closedStatus && former && former.status < closedStatus)
        emit('closed', { request_id: row.request_id });
      const { last_message: last } = row;
      const isNew = last && last.from !== 'requester' && last._id !== former?.last_message?._id;
      if (isNew && row.request_id !== this.current.peek()?.requestId)
        emit('message', { from: last.from, type: last.type });
    }
  }

  async #deliver(entry: Outgoing): Promise<Delivery> {
    try {
      if (!this.visitor) {
        // Signing in starts another visit, which sends the entries of this one.
        await this.#options.signIn();
        return 'unreachable';
      }
      if (entry.isFirst && (await this.#joinOther(entry))) return 'moved';
      const sent = await sendMessage(this.parley, { ...entry.body, request_id: entry.requestId } as SendMessageParams, {
        idempotencyKey: entry.id,
        signal: this.signal,
      });
      const { request, ...message } = sent;
      if (this.signal.aborted) return 'unreachable';
      this.show(this.current.peek()?.requestId ?? entry.requestId).takeSent(entry.requestId, message);
      if (entry.isFirst) {
        this.#options.emit('started', { request_id: request.request_id as string });
        // Followed from the cursor of the list; otherwise changes between the two would be missed.
        void this.#load();
      } else void this.#follow();
      return 'sent';
    } catch (error) {
      if (this.signal.aborted) return 'unreachable';
      if (!isParleyError(error)) {
        this.#tryAgain();
        return 'unreachable';
      }
      const { code, status } = error;
      if (code === 'request_closed') return this.#startOver(entry);
      if (status === 401 || status >= 500 || status === 429 || status === 408) {
        this.#tryAgain();
        return 'unreachable';
      }
      return { refused: code };
    }
  }

  /** Another tab may have started a conversation meanwhile: the message belongs there. */
  async #joinOther(entry: Outgoing): Promise<boolean> {
    const isNew = this.#options.unsent.length > 0;
    if (!isNew && !this.isLoaded.peek()) return false;
    const query = { view: 'row', preflight: true, limit: 1 } as const;
    const { requests } = await listMyRequests(this.parley, query, { signal: this.signal });
    const id = (requests as RequestRow[])[0]?.request_id;
    const isKnown = id === entry.requestId || this.rows.peek().some((row) => row.request_id === id);
    if (id === undefined || isKnown) return false;
    this.#move(entry, id, false);
    return true;
  }

  /** The conversation was closed too long ago to continue. */
  #startOver(entry: Outgoing): Delivery {
    this.#move(entry, newRequestId(this.#options.project), true);
    return 'moved';
  }

  /** Moves a message to another conversation, with all later ones. */
  #move({ id, requestId }: Outgoing, to: string, isFirst: boolean): void {
    const shown = this.current.peek();
    for (const entry of this.outbox.entries) {
      if (entry.requestId !== requestId) continue;
      const fresh = crypto.randomUUID();
      const body = { ...entry.body, external_id: fresh };
      this.outbox.change(entry.id, { id: fresh, body, requestId: to, isFirst: isFirst && entry.id === id });
    }
    if (shown?.requestId === requestId) this.show(to, shown.key);
  }

  #tryAgain(): void {
    if (this.signal.aborted) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(this.wake, tryAgainMs);
  }

  get isCatchingUp(): boolean {
    return Date.now() - this.#backAt < catchUpMs;
  }

  readonly #back = (): void => {
    this.#backAt = Date.now();
    this.wake();
  };

  /** The network is back, the page is visible, or consent was given: retries what waits. */
  readonly wake = (): void => {
    if (this.signal.aborted) return;
    if (this.outbox.entries.length > 0) void this.outbox.wake();
    else if (this.openRow.peek()) void this.#follow();
    else if (this.visitor && !this.isLoaded.peek() && !this.#isReading) void this.#load();
  };
}
