import { socketCloses } from '@parley/contracts';

import type { Config } from '../config.ts';
import type { CloseReason, Connection } from './connection.ts';

/** Those who have been told to go and do not are cut off. */
const lingerMs = 3_000;

/** The sockets of this replica. */
export class Sockets {
  readonly #all = new Set<Connection>();
  readonly #byPrincipal = new Map<string, Set<Connection>>();
  /** By what a change must be about to concern them. */
  readonly #byTag = new Map<string, Set<Connection>>();
  /** Those whose frames of this turn of the loop are held. */
  #held = new Set<Connection>();
  readonly #config: Pick<Config, 'SOCKETS_PER_PRINCIPAL' | 'SOCKET_DRAIN' | 'SOCKET_BUFFER'>;
  readonly #closed: (reason: CloseReason) => void;

  constructor(
    config: Pick<Config, 'SOCKETS_PER_PRINCIPAL' | 'SOCKET_DRAIN' | 'SOCKET_BUFFER'>,
    closed: (reason: CloseReason) => void,
  ) {
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

  /** To be called whenever it is known anew who a connection is or where he follows topics. */
  tag(connection: Connection): void {
    this.#untag(connection);
    // One that has gone meanwhile is found by nothing.
    if (!this.#all.has(connection)) return;
    connection.tagged = connection.tags();
    for (const tag of connection.tagged) this.#byTag.set(tag, (this.#byTag.get(tag) ?? new Set()).add(connection));
  }

  /** Those whom a change concerns, without asking the others. */
  concernedBy(tags: readonly string[]): Set<Connection> {
    return new Set(tags.flatMap((tag) => [...(this.#byTag.get(tag) ?? [])]));
  }

  /** A client that does not read is cut off rather than kept in memory: it goes on from its cursor. */
  send(connection: Connection, frame: string): void {
    if (!connection.isOpen) return;
    // One frame may be larger than the buffer: it would never come if it counted against itself. Nor does what is merely held.
    if (this.#isFull(connection)) this.#release(connection);
    if (this.#isFull(connection)) {
      this.close(connection, 'slowConsumer', 'slow_consumer');
      return;
    }
    this.#hold(connection);
    connection.socket.send(frame);
  }

  close(connection: Connection, reason: CloseReason, words = ''): void {
    if (!connection.isOpen) return;
    this.#closed(reason);
    connection.socket.close(socketCloses[reason], words);
    setTimeout(() => connection.socket.terminate(), lingerMs).unref();
  }

  /** Tells everybody to connect elsewhere, a few at a time. Resolves when all have gone. */
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
    await gone;
  }

  #isFull({ socket }: Connection): boolean {
    return socket.bufferedAmount > this.#config.SOCKET_BUFFER;
  }

  /** Frames that come together leave together: each write by itself costs more than all else that is done for a frame here. */
  #hold(connection: Connection): void {
    if (this.#held.has(connection)) return;
    if (this.#held.size === 0) setImmediate(() => this.#releaseAll());
    this.#held.add(connection);
    connection.stream.cork();
  }

  #releaseAll(): void {
    const held = this.#held;
    this.#held = new Set();
    for (const { stream } of held) stream.uncork();
  }

  #release(connection: Connection): void {
    if (this.#held.delete(connection)) connection.stream.uncork();
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
