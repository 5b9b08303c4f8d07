import { setTimeout as delay } from 'node:timers/promises';
import type { RequestRow } from '@parley/contracts';
import { WebSocket } from 'ws';

/** What a client knows of one conversation, from frames alone. */
interface Known {
  messages: Map<number, { _id: string; seq: number; text: string; status: number; __v: number }>;
  requests: Map<string, { __v: number; status: number; subject?: string }>;
  /** Of the inbox. */
  rows: Map<string, RequestRow>;
  reads: { request_id: string; upto: number; unread: number }[];
}

/** A client over `/v3/ws` that is cut off at random and goes on from its cursors, as the contract lets it. */
export class SocketClient {
  readonly known: Known = { messages: new Map(), requests: new Map(), rows: new Map(), reads: [] };
  /** Frames that came twice: the same record in the same version. */
  readonly repeated: string[] = [];
  readonly errors: string[] = [];
  readonly codes: number[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #cursors = new Map<string, string>();
  readonly #topics: readonly string[];
  #socket: WebSocket | undefined;
  #stopped = false;
  #cutAlways = false;

  /** @param cursors where to go on, by topic */
  constructor(url: string, token: string, topics: readonly string[], cursors: Readonly<Record<string, string>> = {}) {
    for (const [topic, cursor] of Object.entries(cursors)) this.#cursors.set(topic, cursor);
    this.#url = `${url.replace('http', 'ws')}/v3/ws?token=${encodeURIComponent(token)}`;
    this.#token = token;
    this.#topics = topics;
  }

  connect(): void {
    if (this.#stopped) return;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.on('open', () => {
      for (const topic of this.#topics) this.send('subscribe', { topic, after: this.#cursors.get(topic) });
    });
    socket.on('message', (data) => {
      if (this.#socket !== socket || socket.readyState !== WebSocket.OPEN) return;
      const isFrame = this.#hear(data.toString());
      if (isFrame && this.#cutAlways) this.cut();
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.codes.push(code);
      if (this.#socket === socket) void delay(20).then(() => this.connect());
    });
  }

  send(action: string, payload: object): void {
    this.#socket?.send(JSON.stringify({ action, payload }));
  }

  /** The line breaks, in the middle of whatever comes. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** The line breaks after every single frame of a topic, from now on: what is behind it is lost. */
  cutAlways(): void {
    this.#cutAlways = true;
  }

  /** Reads nothing more, as an application does that hangs. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.terminate();
  }

  get token(): string {
    return this.#token;
  }

  /** @returns whether it was a frame of a topic */
  #hear(text: string): boolean {
    const { action, payload } = JSON.parse(text);
    if (action === 'error') this.errors.push(payload.code);
    if (action === 'heartbeat') this.send('heartbeat', { message: { text: 'pong' } });
    if (action !== 'publish') return false;
    const { topic, method, message, cursor } = payload;
    const isFirst = Array.isArray(message);
    for (const record of isFirst ? message : [message]) this.#apply(topic, method, record, isFirst);
    // Only what was taken in whole counts.
    if (cursor !== undefined) this.#cursors.set(topic, cursor);
    return true;
  }

  // biome-ignore lint/suspicious/noExplicitAny: a record as it came.
  #apply(topic: string, method: string, record: any, isFirst: boolean): void {
    if (topic.endsWith('/messages')) {
      const known = this.known.messages.get(record.seq);
      if (!isFirst && known && known.__v >= record.__v) this.repeated.push(`${topic} ${record.seq}`);
      this.known.messages.set(record.seq, record);
    } else if (topic.endsWith('/inbox')) {
      if (method === 'READ') this.known.reads.push(record);
      else if (method === 'DELETE') this.known.rows.delete(record._id);
      else this.known.rows.set(record._id, record);
    } else if (method === 'DELETE') {
      this.known.requests.delete(record._id);
    } else {
      const known = this.known.requests.get(record._id);
      if (!isFirst && known && known.__v >= record.__v) this.repeated.push(`${topic} ${record.__v}`);
      this.known.requests.set(record._id, record);
    }
  }
}
