/** What happened to a record of a topic. */
export interface Frame<Message = unknown> {
  topic: string;
  method: 'CREATE' | 'UPDATE' | 'DELETE' | 'READ' | 'MENTION';
  message: Message;
  /** Place in the feed; topics that are not in it (typing, viewers) have none. */
  cursor?: string;
  /** `__v` of the record after the change, where the transport tells it. */
  version?: number;
}

export interface TopicHandlers<Message = unknown> {
  /** All records of the topic: they replace what is known. */
  onSnapshot?: (records: Message[]) => void;
  onFrame?: (frame: Frame<Message>) => void;
  /** Changes were missed, because the cursor was older than the feed: a snapshot follows where the topic has one. */
  onGap?: () => void;
  /** The topic was refused: `subscription_refused`, or `unavailable` over this transport. */
  onRefused?: (code: string) => void;
}

export interface SubscribeOptions {
  /** A cursor, such as `Parley-Cursor` of a list: no snapshot, but every change since. */
  after?: string;
}

export type LiveStatus = 'connecting' | 'open' | 'reconnecting' | 'offline' | 'signed_out';
export type Transport = 'websocket' | 'sse' | 'poll';

export interface ConnectOptions {
  transport?: 'auto' | Transport;
  /** One connection for all tabs: `shareTabs(id)` of `@parley/sdk/browser`, with the id of the principal. */
  share?: Sharing;
  /** Cursor for subscriptions that name none. */
  after?: string;
  onStatus?: (status: LiveStatus) => void;
  /** A handler has thrown. */
  onError?: (error: unknown) => void;
  /** Pauses between connections; default 500 and 30,000. */
  backoff?: { minMs: number; maxMs: number };
  /** Default: that of the platform. */
  WebSocket?: typeof WebSocket;
}

export interface Live {
  readonly status: LiveStatus;
  readonly transport: Transport;
  /** @returns ends the subscription */
  subscribe<Message = unknown>(topic: string, handlers: TopicHandlers<Message>, options?: SubscribeOptions): () => void;
  /** Typing and viewing: `publish(topics.typing(id), { typing: true })`. Lost while there is no socket. */
  publish(topic: string, message: object): void;
  /** Acknowledges the messages of the other side: 250 received, 300 read. */
  ack(topic: string, upto: number, status: 250 | 300): void;
  /** The user has signed in again: what ended as `signed_out` goes on from its cursors. */
  resume(): void;
  close(): void;
}

/** An answer of the feed. */
export interface Page {
  changes: Frame[];
  cursor: string;
  more: boolean;
}

/** What a transport needs of the connection. */
export interface Line {
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  receive(frame: Frame): void;
  /** Changes of a topic were missed; what comes next is a snapshot. */
  gap(topic: string): void;
  refuse(topic: string, code: string): void;
  /** The line is ahead of the cursor: what lies between is to be read. */
  behind(topic: string, after: string): void;
  opened(): void;
}

/** A way to get frames. It ends by `ended`, and then is done for. */
export interface OpenLine {
  /** A subscription is new, or wants a snapshot. */
  subscribe(subscription: Subscription): void;
  unsubscribe(topic: string): void;
  send(action: string, payload: object): void;
  /** The computer has slept, or the network has changed: a line that is dead is to end now. */
  probe(): void;
  close(): void;
}

/** Lets several connections live by one line. */
export interface Sharing {
  open(
    line: Line,
    ended: (end: LineEnd) => void,
    openOwn: (line: Line, ended: (end: LineEnd) => void) => OpenLine,
  ): OpenLine;
}

/** Why a line ended. `refused`: what was sent as `Authorization`. */
export interface LineEnd {
  refused?: string;
  /** Milliseconds to wait at least. */
  waitMs?: number;
  wasOpen: boolean;
}

export interface Subscription {
  readonly topic: string;
  readonly handlers: Set<TopicHandlers>;
  after: string | undefined;
  /** The next frame is the first one. */
  isFirst: boolean;
  /** Keys of the latest frames, by which a repeated one is known. */
  readonly seen: Set<string>;
}
