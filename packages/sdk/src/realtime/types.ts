/** What happened to a record of a topic. */
export interface Frame<Message = unknown> {
  topic: string;
  method: 'CREATE' | 'UPDATE' | 'DELETE' | 'READ' | 'MENTION';
  message: Message;
  /** Position in the feed; topics that are not in it (typing, viewers) have none. */
  cursor?: string;
  /** `__v` of the record after the change, if the transport reports it. */
  version?: number;
}

export interface TopicHandlers<Message = unknown> {
  /** All records of the topic: they replace the known ones. */
  onSnapshot?: (records: Message[]) => void;
  onFrame?: (frame: Frame<Message>) => void;
  /** Changes were missed, because the cursor was older than the feed: a snapshot follows if the topic has one. */
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
  /** Cursor for subscriptions without one. */
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
  /** The user has signed in again: continues from the cursors after `signed_out`. */
  resume(): void;
  close(): void;
}

/** An answer of the feed. */
export interface Page {
  changes: Frame[];
  cursor: string;
  more: boolean;
}

/** What a transport needs from the connection. */
export interface Line {
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  receive(frame: Frame): void;
  /** Changes of a topic were missed; a snapshot comes next. */
  gap(topic: string): void;
  refuse(topic: string, code: string): void;
  /** The transport is ahead of the cursor: the changes in between must be read. */
  behind(topic: string, after: string): void;
  opened(): void;
}

/** A source of frames. After `ended` it cannot be used again. */
export interface OpenLine {
  /** A subscription is new, or wants a snapshot. */
  subscribe(subscription: Subscription): void;
  unsubscribe(topic: string): void;
  send(action: string, payload: object): void;
  /** The computer has slept, or the network has changed: a dead transport must end now. */
  probe(): void;
  close(): void;
}

/** Lets several connections share one transport. */
export interface Sharing {
  open(
    line: Line,
    ended: (end: LineEnd) => void,
    openOwn: (line: Line, ended: (end: LineEnd) => void) => OpenLine,
  ): OpenLine;
}

/** Why a transport ended. `refused`: the `Authorization` that was sent. */
export interface LineEnd {
  refused?: string;
  /** Minimum wait in milliseconds. */
  waitMs?: number;
  wasOpen: boolean;
}

export interface Subscription {
  readonly topic: string;
  readonly handlers: Set<TopicHandlers>;
  after: string | undefined;
  /** The next frame is the first one. */
  isFirst: boolean;
  /** Keys of the latest frames, to recognise repeated ones. */
  readonly seen: Set<string>;
}
