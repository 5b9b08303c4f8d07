import type { Duplex } from 'node:stream';

import { type Actor, callerIdOf, isMachine, type socketCloses } from '@parley/contracts';
import { accessTag, type Identity, principalTag, projectTag, tokenTag } from '@parley/identity';
import { newId } from '@parley/service-kit/call';
import type { WebSocket } from 'ws';

import type { Subscription } from '../subscription/subscription.ts';

export type CloseReason = keyof typeof socketCloses;

/** A topic that the socket follows. */
export interface FollowedTopic {
  projectId: string;
  subscription: Subscription;
}

/** One socket and its state. */
export class Connection {
  readonly id = newId();
  readonly socket: WebSocket;
  /** The underlying stream of the socket. */
  readonly stream: Duplex;
  readonly address: string;
  readonly openedAt = Date.now();
  heardAt = Date.now();
  beatAt = Date.now();
  checkedAt = Date.now();
  /** Number of checks of its rights so far. */
  checks = 0;
  /** As in the Authorization header; kept to verify again. */
  credentials: string | undefined;
  identity: Identity | undefined;
  readonly topics = new Map<string, FollowedTopic>();
  /** By topic of viewers: requests that the client has open. */
  readonly viewing = new Map<string, { actor: Actor; projectId: string; requestId: string }>();
  /** By project: the actor that follows its topics. */
  readonly actors = new Map<string, Actor>();
  /** The tags it is indexed by; maintained by `Sockets`. */
  tagged: readonly string[] = [];
  /** Frames that were not yet written to the stream. */
  #unsent: { frame: string; bytes: number }[] = [];
  unsentBytes = 0;
  /** Writes whose callback is pending. */
  #writes = 0;
  readonly #second = { at: 0, actions: 0 };
  #queue: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, stream: Duplex, address: string) {
    this.socket = socket;
    this.stream = stream;
    this.address = address;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** Buffers a frame for the next write. */
  buffer(frame: string): void {
    const bytes = Buffer.byteLength(frame);
    this.#unsent.push({ frame, bytes });
    this.unsentBytes += bytes;
  }

  /**
   * Writes buffered frames in one batch, and continues when the batch was flushed.
   * @param maxBytes of a batch; a larger frame is written alone
   */
  write(maxBytes: number): void {
    // Control frames of the library have no callback here, so only pending writes of our own count as backpressure.
    const isFull = this.#writes > 0 && this.stream.writableLength > 0;
    if (this.isOpen && !isFull) this.#handOver(maxBytes);
  }

  /** Writes all buffered frames at once: the socket is about to close. */
  writeLast(): void {
    this.#handOver(Number.POSITIVE_INFINITY);
  }

  #handOver(maxBytes: number): void {
    let [count, bytes] = [0, 0];
    for (const { bytes: next } of this.#unsent) {
      if (count > 0 && bytes + next > maxBytes) break;
      count += 1;
      bytes += next;
    }
    if (count === 0) return;
    const batch = this.#unsent.splice(0, count);
    this.unsentBytes -= bytes;
    this.#writes += 1;
    this.stream.cork();
    for (const [nth, { frame }] of batch.entries()) {
      if (nth < count - 1) this.socket.send(frame);
      else {
        this.socket.send(frame, () => {
          this.#writes -= 1;
          this.write(maxBytes);
        });
      }
    }
    this.stream.uncork();
  }

  dropUnsent(): void {
    this.#unsent = [];
    this.unsentBytes = 0;
  }

  /** Ends all its subscriptions. */
  unsubscribeAll(): void {
    for (const { subscription } of this.topics.values()) subscription.close();
    this.topics.clear();
  }

  /** Runs actions one after the other, in the order they arrived. */
  enqueue(work: () => Promise<void>): void {
    // Actions report their own faults; a bug closes the socket and not the process.
    this.#queue = this.#queue.then(work).catch(() => this.socket.terminate());
  }

  /** Counts an action. @returns whether it is within the limit */
  mayAct(perSecond: number): boolean {
    const second = Math.floor(Date.now() / 1_000);
    if (this.#second.at !== second) Object.assign(this.#second, { at: second, actions: 0 });
    this.#second.actions += 1;
    return this.#second.actions <= perSecond;
  }

  /** What a change must be about to concern this socket. */
  tags(): string[] {
    if (!this.identity) return [];
    const { id, jti } = this.identity.principal;
    const projects = [...this.actors.keys()].flatMap((project) => [projectTag(project), accessTag(project)]);
    return [principalTag(id), ...(jti === undefined ? [] : [tokenTag(jti)]), ...projects];
  }

  /** `kind id`, with the project for principals of one project. */
  get principal(): string {
    const { kind, id, jti, projectId = '' } = this.identity?.principal ?? { kind: 'none', id: '' };
    return `${kind} ${callerIdOf({ kind, id, jti })} ${isMachine(kind) ? '' : projectId}`;
  }
}
