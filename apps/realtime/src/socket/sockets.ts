import { socketCloses } from '@parley/contracts';

import type { Config } from '../config.ts';
import type { CloseReason, Connection } from './connection.ts';

/** Sockets that do not close in time are terminated. */
const lingerMs = 3_000;
/** Size of a write; buffered frames beyond it can still be dropped. */
const batchBytes = 65_536;

type Limits = Pick<Config, 'SOCKETS_PER_PRINCIPAL' | 'SOCKET_DRAIN' | 'SOCKET_BUFFER' | 'SOCKET_LINGER'>;

/** The sockets of this replica. */
export class Sockets {
  readonly #all = new Set<Connection>();
  readonly #byPrincipal = new Map<string, Set<Connection>>();
  /** By the tags of what they depend on. */
  readonly #byTag = new Map<string, Set<Connection>>();
  /** Sockets with frames to write at the end of this event-loop turn. */
  #pendingWrites = new Set<Connection>();
  readonly #config: Limits;
  readonly #closed: (reason: CloseReason) => void;

  constructor(config: Limits, closed: (reason: CloseReason) => void) {
    this.#config = config;
    this.#closed = closed;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#all.values();
  }

  add(connection: Connection): void {
    this.#all.add(connection);
  }

  /** @returns false when the principal has too many */
  enter(connection: Connection): boolean {
    const others = this.#byPrincipal.get(connection.principal) ?? new Set();
    if (others.size >= this.#config.SOCKETS_PER_PRINCIPAL) return false;
    this.#byPrincipal.set(connection.principal, others.add(connection));
    return true;
  }

  remove(connection: Connection): void {
    this.#all.delete(connection);
    this.#withdraw(this.#byPrincipal, connection.principal, connection);
    this.#untag(connection);
  }

  /** To be called whenever the identity or the projects of a connection have changed. */
  tag(connection: Connection): void {
    this.#untag(connection);
    // A socket that is closed meanwhile is not indexed.
    if (!this.#all.has(connection)) return;
    connection.tagged = connection.tags();
    for (const tag of connection.tagged) this.#byTag.set(tag, (this.#byTag.get(tag) ?? new Set()).add(connection));
  }

  /** The connections that a change concerns, by index. */
  concernedBy(tags: readonly string[]): Set<Connection> {
    return new Set(tags.flatMap((tag) => [...(this.#byTag.get(tag) ?? [])]));
  }

  /** Backpressure: a client that does not read is disconnected and resumes from its cursor. */
  send(connection: Connection, frame: string): void {
    if (!connection.isOpen) return;
    // A frame may be larger than the buffer, and frames of this turn were not written yet: write first, then judge.
    if (connection.unsentBytes > this.#config.SOCKET_BUFFER) connection.write(batchBytes);
    if (connection.unsentBytes > this.#config.SOCKET_BUFFER) {
      this.close(connection, 'slowConsumer', 'slow_consumer');
      return;
    }
    connection.buffer(frame);
    this.#scheduleWrite(connection);
  }

  close(connection: Connection, reason: CloseReason, words = ''): void {
    if (!connection.isOpen) return;
    this.#closed(reason);
    // Frames a slow client has not received are dropped, so that the close reason comes next; it gets longer to read it.
    if (reason === 'slowConsumer') connection.dropUnsent();
    else connection.writeLast();
    connection.socket.close(socketCloses[reason], words);
    connection.unsubscribeAll();
    this.#withdraw(this.#byPrincipal, connection.principal, connection);
    this.#untag(connection);
    const timeMs = reason === 'slowConsumer' ? this.#config.SOCKET_LINGER : lingerMs;
    setTimeout(() => connection.socket.terminate(), timeMs).unref();
  }

  /** Asks all clients to reconnect elsewhere, spread over the drain period. Resolves when all sockets have closed. */
  async drain(): Promise<void> {
    const all = [...this.#all];
    const gone = Promise.all(
      all.map(({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
    );
    const began = Date.now();
    for (const [index, connection] of all.entries()) {
      const due = began + (this.#config.SOCKET_DRAIN * index) / all.length;
      if (due > Date.now()) await new Promise((resolve) => setTimeout(resolve, due - Date.now()));
      this.close(connection, 'restart');
    }
    // Slow clients that were closed earlier get no more time than the others.
    for (const { socket } of this.#all) setTimeout(() => socket.terminate(), lingerMs).unref();
    await gone;
  }

  /** Batches the writes of one event-loop turn: a write costs more than all other work on a frame. */
  #scheduleWrite(connection: Connection): void {
    if (this.#pendingWrites.size === 0) setImmediate(() => this.#writeAll());
    this.#pendingWrites.add(connection);
  }

  #writeAll(): void {
    const held = this.#pendingWrites;
    this.#pendingWrites = new Set();
    for (const connection of held) connection.write(batchBytes);
  }

  #untag(connection: Connection): void {
    for (const tag of connection.tagged) this.#withdraw(this.#byTag, tag, connection);
    connection.tagged = [];
  }

  #withdraw(from: Map<string, Set<Connection>>, key: string, connection: Connection): void {
    const others = from.get(key);
    others?.delete(connection);
    if (others?.size === 0) from.delete(key);
  }
}
