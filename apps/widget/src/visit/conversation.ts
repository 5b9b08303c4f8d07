import { isParleyError, listMessages, type MessageView, type Parley, setReadPosition, withResponse } from '@parley/sdk';
import { type Live, topics } from '@parley/sdk/realtime';
import { batch, type Signal, signal } from '@preact/signals';

import type { Emit } from '../loader/host.ts';
import type { Outbox } from './outbox.ts';
import { Pace } from './pace.ts';
import { mergeMessages, partOf } from './thread.ts';

const pageSize = 30;
const typingMs = 10_000;
const retryMs = 5_000;

function hasMotion(): boolean {
  return document.visibilityState === 'visible' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

interface TypingMessage {
  user_id: string;
  fullname?: string;
  typing?: boolean;
}

/** What a conversation needs from its visit. */
interface ItsVisit {
  readonly visitor: { readonly id: string } | undefined;
  readonly parley: Parley;
  readonly outbox: Pick<Outbox, 'confirm'>;
  live(): Promise<Live | undefined>;
  /** How far the visitor has read. */
  position(read: { request_id: string; upto: number; unread: number }): void;
}

/** One conversation: its newest messages, then every frame; older messages on request. */
export class Conversation {
  readonly requestId: string;
  /** Key of its view: a conversation that replaces another one is shown by the same view. */
  readonly key: string;
  readonly messages: Signal<readonly MessageView[]> = signal([]);
  readonly isLoading: Signal<boolean> = signal(false);
  readonly hasOlder: Signal<boolean> = signal(false);
  /** Name of the person who is typing. */
  readonly typing: Signal<string | undefined> = signal(undefined);
  readonly #visit: ItsVisit;
  readonly #emit: Emit;
  readonly #stop = new AbortController();
  #unsubscribe: (() => void)[] = [];
  #typingTimer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #pace = new Pace<MessageView>({
    show: (message) => this.#merge([message]),
    onHold: (next) => {
      this.typing.value = next?.senderFullname;
    },
    now: Date.now,
    later: (work, delayMs) => {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  });
  #live: Live | undefined;
  #readUpto = 0;
  #hasLoaded = false;

  constructor(visit: ItsVisit, requestId: string, emit: Emit, key = requestId) {
    this.#visit = visit;
    this.requestId = requestId;
    this.key = key;
    this.#emit = emit;
  }

  /** Loads and follows the conversation, once it exists. */
  async load(): Promise<void> {
    if (this.#hasLoaded || !this.#visit.visitor) return;
    this.#hasLoaded = true;
    this.isLoading.value = true;
    try {
      const { data, headers } = await withResponse(listMessages)(
        this.#visit.parley,
        { request_id: this.requestId, limit: pageSize, direction: -1 },
        { signal: this.#stop.signal },
      );
      batch(() => {
        const newest = this.messages.peek().at(-1)?.seq ?? 0;
        // More was missed than one page holds: the gap is loaded like older messages.
        if (data.length > 0 && data.every(({ seq }) => seq > newest)) this.messages.value = [];
        this.#merge(data);
        this.hasOlder.value = headers.has('link');
      });
      await this.#follow(headers.get('parley-cursor') ?? undefined);
    } catch (error) {
      this.#hasLoaded = false;
      if (this.#stop.signal.aborted) return;
      // The API does not know a conversation whose first message is still being sent.
      if (!isParleyError(error, 'request_not_found')) this.#retry = setTimeout(() => this.load(), retryMs);
    } finally {
      this.isLoading.value = false;
    }
  }

  async loadOlder(): Promise<void> {
    const [oldest] = this.messages.peek();
    if (this.isLoading.peek() || !this.hasOlder.peek() || !oldest) return;
    this.isLoading.value = true;
    try {
      const { data, headers } = await withResponse(listMessages)(
        this.#visit.parley,
        { request_id: this.requestId, before: oldest.seq, limit: pageSize, direction: -1 },
        { signal: this.#stop.signal },
      );
      batch(() => {
        this.#merge(data);
        this.hasOlder.value = headers.has('link');
      });
    } catch {
      // The button is still there to retry.
    } finally {
      this.isLoading.value = false;
    }
  }

  /** The answer to a send, which may come before its frame. */
  takeSent(requestId: string, message: MessageView): void {
    if (requestId !== this.requestId) return;
    this.#merge([message]);
    void this.load();
  }

  /** Marks everything up to the newest message as read. */
  async markRead(): Promise<void> {
    const upto = this.messages.peek().at(-1)?.seq ?? 0;
    if (upto <= this.#readUpto) return;
    this.#readUpto = upto;
    try {
      this.#visit.position(
        await setReadPosition(this.#visit.parley, { request_id: this.requestId, upto }, { signal: this.#stop.signal }),
      );
    } catch {
      // Reported again with the next message or view.
      this.#readUpto = 0;
    }
  }

  say(typing: boolean): void {
    this.#live?.publish(topics.typing(this.requestId), { typing });
  }

  dispose(): void {
    this.#stop.abort();
    this.#pace.close();
    clearTimeout(this.#typingTimer);
    clearTimeout(this.#retry);
    for (const end of this.#unsubscribe) end();
  }

  async #follow(after: string | undefined): Promise<void> {
    const live = await this.#visit.live();
    if (this.#stop.signal.aborted) return;
    // Load again later; otherwise the messages until then would be missed.
    if (!live) throw new Error();
    this.#live = live;
    for (const end of this.#unsubscribe) end();
    this.#unsubscribe = [
      live.subscribe<MessageView>(
        topics.messages(this.requestId),
        {
          onSnapshot: (messages) => this.#merge(messages),
          onFrame: ({ method, message }) => {
            if (method === 'CREATE') this.#announce(message);
            this.#pace.take(message, method === 'CREATE' && message.sender.startsWith('bot_') && hasMotion());
          },
          onGap: () => {
            this.#hasLoaded = false;
            void this.load();
          },
        },
        after === undefined ? {} : { after },
      ),
      live.subscribe<TypingMessage>(topics.typing(this.requestId), { onFrame: ({ message }) => this.#hear(message) }),
    ];
  }

  #merge(messages: readonly MessageView[]): void {
    this.#visit.outbox.confirm(messages.flatMap(({ external_id: id }) => id ?? []));
    this.messages.value = mergeMessages(this.messages.peek(), messages);
  }

  #announce(message: MessageView): void {
    const isKnown = this.messages.peek().some(({ seq }) => seq === message.seq);
    if (isKnown || message.sender === this.#visit.visitor?.id || partOf(message) !== 'message') return;
    this.#quiet();
    this.#emit('message', { from: message.sender.startsWith('bot_') ? 'bot' : 'team', type: message.type });
  }

  #hear({ user_id: user, fullname, typing }: TypingMessage): void {
    if (user === this.#visit.visitor?.id) return;
    this.#quiet();
    if (typing === false) return;
    this.typing.value = fullname ?? '';
    this.#typingTimer = setTimeout(() => this.#quiet(), typingMs);
  }

  #quiet(): void {
    clearTimeout(this.#typingTimer);
    this.typing.value = undefined;
  }
}
