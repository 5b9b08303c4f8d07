import type { Parley } from '../core/types.ts';
import { openFeed } from './feed.ts';
import { keyOf } from './frame-key.ts';
import { presentCursor, withoutSnapshot } from './present-cursor.ts';
import { openSocket } from './socket.ts';
import type {
  ConnectOptions,
  Frame,
  Line,
  LineEnd,
  Live,
  LiveStatus,
  OpenLine,
  Subscription,
  TopicHandlers,
  Transport,
} from './types.ts';

const mostSeen = 200;
const handshakesBeforeFeed = 3;
const streamsBeforePoll = 3;

/** Topics whose first frame is one record. */
const ofOneRecord = /^\/[^/]+\/(requests\/[^/]+|project_users\/.+|bots\/[^/]+)$/;

/** Follows topics of a project. Nothing is missed: after a break each topic goes on from its last cursor. */
export function connect(parley: Parley, options: ConnectOptions = {}): Live {
  return new Connection(parley, options);
}

class Connection implements Live, Line {
  readonly subscriptions = new Map<string, Subscription>();
  status: LiveStatus = 'connecting';
  transport: Transport;
  readonly #parley: Parley;
  readonly #options: ConnectOptions;
  readonly #isAuto: boolean;
  #line: OpenLine | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Lines that have ended in a row without having opened. */
  #failures = 0;
  #wasRefused = false;
  #isClosed = false;

  constructor(parley: Parley, options: ConnectOptions) {
    this.#parley = parley;
    this.#options = options;
    const { transport = 'auto' } = options;
    this.#isAuto = transport === 'auto';
    const hasSocket = options.WebSocket !== undefined || 'WebSocket' in globalThis;
    this.transport = transport !== 'auto' ? transport : hasSocket ? 'websocket' : 'sse';
    this.#listen('addEventListener');
    this.#open();
  }

  subscribe(topic: string, handlers: TopicHandlers<never>, { after = this.#options.after }: { after?: string } = {}) {
    const name = topic.startsWith('/') ? topic : `/${this.#parley.project}/${topic}`;
    const known = this.subscriptions.get(name);
    const subscription = known ?? { topic: name, handlers: new Set(), after, isFirst: false, seen: new Set() };
    // A further handler needs the snapshot, too, where there is one; what it replaces is the same.
    if (known && (after !== undefined || !withoutSnapshot.test(name))) known.after = after;
    subscription.handlers.add(handlers as TopicHandlers);
    this.subscriptions.set(name, subscription);
    this.#line?.subscribe(subscription);
    return () => {
      subscription.handlers.delete(handlers as TopicHandlers);
      if (subscription.handlers.size > 0 || this.subscriptions.get(name) !== subscription) return;
      this.subscriptions.delete(name);
      this.#line?.unsubscribe(name);
    };
  }

  publish(topic: string, message: object): void {
    this.#send('publish', topic, { message });
  }

  ack(topic: string, upto: number, status: 250 | 300): void {
    this.#send('ack', topic, { upto, status });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#line?.close();
    this.#listen('removeEventListener');
  }

  receive(frame: Frame): void {
    const subscription = this.subscriptions.get(frame.topic);
    if (!subscription) return;
    const { cursor, method, message } = frame;
    // The state of a list comes again when another tab joins.
    const isState = Array.isArray(message) || (subscription.isFirst && ofOneRecord.test(frame.topic));
    const isSnapshot = method === 'CREATE' && isState;
    subscription.isFirst = false;
    if (cursor !== undefined) {
      const key = keyOf(frame);
      if (!isSnapshot && subscription.seen.has(key)) return;
      subscription.after = cursor;
      subscription.seen.add(key);
      for (const oldest of subscription.seen) {
        if (subscription.seen.size <= mostSeen) break;
        subscription.seen.delete(oldest);
      }
    }
    if (isSnapshot) this.#tell(subscription, 'onSnapshot', [message].flat());
    else this.#tell(subscription, 'onFrame', frame);
  }

  gap(topic: string): void {
    const subscription = this.subscriptions.get(topic);
    if (!subscription) return;
    Object.assign(subscription, { after: undefined, isFirst: true });
    this.#tell(subscription, 'onGap', undefined);
  }

  refuse(topic: string, code: string): void {
    const subscription = this.subscriptions.get(topic);
    if (subscription) this.#tell(subscription, 'onRefused', code);
  }

  opened(): void {
    this.#wasRefused = false;
    this.#become('open');
  }

  /** A handler that throws stops no other. */
  #tell<Name extends keyof TopicHandlers>(subscription: Subscription, name: Name, value: unknown): void {
    for (const handlers of [...subscription.handlers]) {
      try {
        (handlers[name] as ((value: unknown) => void) | undefined)?.(value);
      } catch (error) {
        this.#options.onError?.(error);
      }
    }
  }

  #send(action: string, topic: string, payload: object): void {
    this.#line?.send(action, {
      topic: topic.startsWith('/') ? topic : `/${this.#parley.project}/${topic}`,
      ...payload,
    });
  }

  #become(status: LiveStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.#options.onStatus?.(status);
  }

  #open(): void {
    clearTimeout(this.#timer);
    const ended = (end: LineEnd) => {
      if (this.#line !== line || this.#isClosed) return;
      this.#line = undefined;
      void this.#ended(end);
    };
    const openOwn = (own: Line, onEnd: (end: LineEnd) => void): OpenLine =>
      this.transport === 'websocket'
        ? openSocket(this.#parley, own, onEnd, this.#options.WebSocket ?? WebSocket)
        : openFeed(this.#parley, own, onEnd, this.transport);
    const { share } = this.#options;
    const line = share ? share.open(this, ended, openOwn) : openOwn(this, ended);
    this.#line = line;
  }

  /** Renews credentials, chooses the transport, waits. */
  async #ended({ refused, waitMs = 0, wasOpen }: LineEnd): Promise<void> {
    this.#become(
      (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false ? 'offline' : 'reconnecting',
    );
    this.#failures = wasOpen ? 0 : this.#failures + 1;
    if (refused !== undefined) {
      // Whether there is another token is not known during an outage.
      const renewed = this.#wasRefused ? undefined : await this.#parley.authorization(refused).catch(() => null);
      if (this.#isClosed) return;
      if (renewed === undefined) return this.#become('signed_out');
      this.#wasRefused = renewed !== null;
      if (renewed) return this.#open();
    }
    if (this.#isAuto) await this.#fallBack();
    if (this.#isClosed || this.#line) return;
    const { minMs, maxMs } = this.#options.backoff ?? { minMs: 500, maxMs: 30_000 };
    const pauseMs = minMs + Math.random() * (Math.min(maxMs, minMs * 2 ** this.#failures) - minMs);
    this.#timer = setTimeout(() => this.#open(), Math.max(waitMs, pauseMs));
  }

  /** A proxy may let no socket pass, and hold back streams; without a network nothing else would do either. */
  async #fallBack(): Promise<void> {
    if (this.transport === 'websocket' && this.#failures >= handshakesBeforeFeed) {
      const isReached = await presentCursor(this.#parley, 0).then(
        () => true,
        () => false,
      );
      if (!isReached) return;
      this.transport = 'sse';
      this.#failures = 0;
    } else if (this.transport === 'sse' && this.#failures >= streamsBeforePoll) {
      this.transport = 'poll';
      this.#failures = 0;
    }
  }

  /** The network is back, or the page is looked at: no more waiting. */
  readonly #wake = (): void => {
    const page = (globalThis as { document?: { visibilityState: string } }).document;
    if (this.#line || this.#timer === undefined || this.status === 'signed_out' || page?.visibilityState === 'hidden')
      return;
    this.#open();
  };

  #listen(how: 'addEventListener' | 'removeEventListener'): void {
    const host = globalThis as unknown as { document?: EventTarget } & Partial<EventTarget>;
    host[how]?.('online', this.#wake);
    host.document?.[how]('visibilitychange', this.#wake);
  }
}
