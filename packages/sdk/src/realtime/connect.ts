import type { Parley } from '../core/types.ts';
import { openFeed } from './feed.ts';
import { keyOf } from './frame-key.ts';
import { changes, presentCursor, withoutSnapshot } from './present-cursor.ts';
import { openSocket } from './socket.ts';
import type {
  ConnectOptions,
  Frame,
  Line,
  LineEnd,
  Live,
  LiveStatus,
  OpenLine,
  Page,
  Subscription,
  TopicHandlers,
  Transport,
} from './types.ts';

const maxSeen = 200;
/** Handshakes of a socket, or streams. */
const failuresBeforeNext = 3;
/** Timers stop while a computer sleeps, the clock does not. */
const [lookEveryMs, asleepMs] = [2_000, 10_000];

/** Topics whose first frame is one record. */
const ofOneRecord = /^\/[^/]+\/(requests\/[^/]+|project_users\/.+|bots\/[^/]+)$/;

/** Follows topics of a project. No change is missed: after a break, each topic continues from its last cursor. */
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
  readonly #hasSocket: boolean;
  #line: OpenLine | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #looking: ReturnType<typeof setInterval>;
  /** Consecutive connections that ended without having opened. */
  #failures = 0;
  #wasRefused = false;
  #isClosed = false;

  constructor(parley: Parley, options: ConnectOptions) {
    this.#parley = parley;
    this.#options = options;
    const { transport = 'auto' } = options;
    this.#isAuto = transport === 'auto';
    this.#hasSocket = options.WebSocket !== undefined || 'WebSocket' in globalThis;
    this.transport = transport !== 'auto' ? transport : this.#hasSocket ? 'websocket' : 'sse';
    this.#listen('addEventListener');
    let lookedAt = Date.now();
    this.#looking = setInterval(() => {
      const now = Date.now();
      if (now - lookedAt > asleepMs) this.#wake();
      lookedAt = now;
    }, lookEveryMs);
    this.#open();
  }

  subscribe(topic: string, handlers: TopicHandlers<never>, { after = this.#options.after }: { after?: string } = {}) {
    const name = this.#nameOf(topic);
    const known = this.subscriptions.get(name);
    const subscription = known ?? { topic: name, handlers: new Set(), after, isFirst: false, seen: new Set() };
    this.subscriptions.set(name, subscription);
    let own = handlers as TopicHandlers;
    if (known && after !== undefined) own = this.#late(name, own, after);
    else if (!known || !withoutSnapshot.test(name)) {
      // Another handler also needs the snapshot, if there is one; for the others it replaces equal records.
      subscription.after = after;
      this.#line?.subscribe(subscription);
    }
    subscription.handlers.add(own);
    return () => {
      subscription.handlers.delete(own);
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

  resume(): void {
    if (this.#isClosed || this.status !== 'signed_out') return;
    this.#wasRefused = false;
    this.#failures = 0;
    this.#become('reconnecting');
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#line?.close();
    this.#listen('removeEventListener');
  }

  receive(frame: Frame): void {
    const subscription = this.subscriptions.get(frame.topic);
    if (!subscription) return;
    const { cursor, method, message } = frame;
    // The snapshot of a list arrives again when another tab joins.
    const isState = Array.isArray(message) || (subscription.isFirst && ofOneRecord.test(frame.topic));
    const isSnapshot = method === 'CREATE' && isState;
    subscription.isFirst = false;
    if (cursor !== undefined) {
      const key = keyOf(frame);
      const { seen } = subscription;
      if (!isSnapshot && seen.has(key)) return;
      subscription.after = cursor;
      const [oldest = key] = seen;
      if (seen.size >= maxSeen) seen.delete(oldest);
      seen.add(key);
    }
    if (isSnapshot) this.#tell(subscription.handlers, 'onSnapshot', [message].flat());
    else this.#tell(subscription.handlers, 'onFrame', frame);
  }

  gap(topic: string): void {
    const subscription = this.subscriptions.get(topic);
    if (subscription) this.#tell(Object.assign(subscription, { after: undefined, isFirst: true }).handlers, 'onGap');
  }

  refuse(topic: string, code: string): void {
    const subscription = this.subscriptions.get(topic);
    if (subscription) this.#tell(subscription.handlers, 'onRefused', code);
  }

  behind(topic: string, after: string): void {
    this.#since(topic, after, (frame) => this.receive(frame)).catch(() => this.gap(topic));
  }

  opened(): void {
    this.#wasRefused = false;
    this.#become('open');
  }

  /**
   * A handler that joins others with its own cursor. The connection continues for all of them: restarted from that cursor, it would omit
   * what the others still wait for.
   */
  #late(topic: string, handlers: TopicHandlers, after: string): TopicHandlers {
    const heard = new Set<string>();
    let isBehind = true;
    const onFrame = (frame: Frame) => {
      const key = keyOf(frame);
      if (!heard.has(key)) handlers.onFrame?.(frame);
      if (isBehind) heard.add(key);
    };
    const late = { ...handlers, onFrame };
    this.#since(topic, after, (frame) => this.#tell([late], 'onFrame', frame))
      .catch(() => this.#tell([late], 'onGap'))
      .then(() => {
        isBehind = false;
      });
    return late;
  }

  /** Reads the changes of a topic since a cursor. */
  async #since(topic: string, from: string, take: (frame: Frame) => void): Promise<void> {
    for (let [after, more] = [from, true]; more && this.subscriptions.has(topic); ) {
      const { data } = await this.#parley.send<Page>(changes, { topics: topic, after });
      data.changes.forEach(take);
      ({ cursor: after, more } = data);
    }
  }

  /** A handler that throws does not stop the others. */
  #tell(all: Iterable<TopicHandlers>, name: keyof TopicHandlers, value?: unknown): void {
    for (const handlers of [...all]) {
      try {
        (handlers[name] as ((value: unknown) => void) | undefined)?.(value);
      } catch (error) {
        this.#options.onError?.(error);
      }
    }
  }

  #send(action: string, topic: string, payload: object): void {
    this.#line?.send(action, { topic: this.#nameOf(topic), ...payload });
  }

  #nameOf(topic: string): string {
    return topic.startsWith('/') ? topic : `/${this.#parley.project}/${topic}`;
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
      // During an outage it is unknown whether there is another token.
      const renewed = this.#wasRefused ? undefined : await this.#parley.authorization(refused).catch(() => null);
      if (this.#isClosed) return;
      if (renewed === undefined) return this.#become('signed_out');
      this.#wasRefused = renewed !== null;
      if (renewed) return this.#open();
    }
    if (this.#isAuto) await this.#fallBack(wasOpen);
    if (this.#isClosed || this.#line) return;
    const { minMs, maxMs } = this.#options.backoff ?? { minMs: 500, maxMs: 30_000 };
    const pauseMs = minMs + Math.random() * (Math.min(maxMs, minMs * 2 ** this.#failures) - minMs);
    this.#timer = setTimeout(() => this.#open(), Math.max(waitMs, pauseMs));
  }

  /**
   * A proxy may block sockets and buffer streams; without a network no transport works. If an outage was the
   * reason, the socket may work again later: it is tried once when a stream has ended, which servers make sure of.
   */
  async #fallBack(wasOpen: boolean): Promise<void> {
    if (wasOpen && this.transport !== 'websocket' && this.#hasSocket) {
      this.transport = 'websocket';
      this.#failures = failuresBeforeNext - 1;
      return;
    }
    if (this.transport === 'poll' || this.#failures < failuresBeforeNext) return;
    const isSocket = this.transport === 'websocket';
    if (isSocket && !(await presentCursor(this.#parley, 0).catch(() => undefined))) return;
    this.transport = isSocket ? 'sse' : 'poll';
    this.#failures = 0;
  }

  /** The network is back, the page is visible, or the computer has slept: stop waiting, and check the old connection. */
  readonly #wake = (): void => {
    const page = (globalThis as { document?: { visibilityState: string } }).document;
    if (this.#line) this.#line.probe();
    else if (this.#timer !== undefined && this.status !== 'signed_out' && page?.visibilityState !== 'hidden')
      this.#open();
  };

  #listen(how: 'addEventListener' | 'removeEventListener'): void {
    const host = globalThis as unknown as { document?: EventTarget } & Partial<EventTarget>;
    host[how]?.('online', this.#wake);
    host.document?.[how]('visibilitychange', this.#wake);
  }
}
