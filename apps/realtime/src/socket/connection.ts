import type { Duplex } from 'node:stream';

import { type Actor, isMachine, type socketCloses } from '@parley/contracts';
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

/** One socket and what is known of it. */
export class Connection {
  readonly id = newId();
  readonly socket: WebSocket;
  /** What the socket writes to. */
  readonly stream: Duplex;
  readonly address: string;
  readonly openedAt = Date.now();
  heardAt = Date.now();
  beatAt = Date.now();
  checkedAt = Date.now();
  /** How often it was asked anew whether he may. */
  checks = 0;
  /** As a header says it; kept to ask again whether it still counts. */
  credentials: string | undefined;
  identity: Identity | undefined;
  readonly topics = new Map<string, FollowedTopic>();
  /** By project: as whom he follows its topics. */
  readonly actors = new Map<string, Actor>();
  /** What it is found by when something changes; kept by `Sockets`. */
  tagged: readonly string[] = [];
  /** Frames that the connection has not been handed yet. */
  #unsent: { frame: string; bytes: number }[] = [];
  unsentBytes = 0;
  /** Writes of frames that have not been confirmed. */
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

  /** Takes a frame that is to be written. */
  buffer(frame: string): void {
    const bytes = Buffer.byteLength(frame);
    this.#unsent.push({ frame, bytes });
    this.unsentBytes += bytes;
  }

  /**
   * Hands what is held to the connection, in one write, and goes on when that has left.
   * @param most bytes of a write; a frame that is larger goes by itself
   */
  write(most: number): void {
    // The library writes to the stream, too, and tells nobody when that has left: only a write of frames is waited for.
    const isFull = this.#writes > 0 && this.stream.writableLength > 0;
    if (this.isOpen && !isFull) this.#handOver(most);
  }

  /** Hands all that is held to the connection, whatever is on its way: nothing comes after it. */
  writeLast(): void {
    this.#handOver(Number.POSITIVE_INFINITY);
  }

  #handOver(most: number): void {
    let [count, bytes] = [0, 0];
    for (const { bytes: next } of this.#unsent) {
      if (count > 0 && bytes + next > most) break;
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
          this.write(most);
        });
      }
    }
    this.stream.uncork();
  }

  dropUnsent(): void {
    this.#unsent = [];
    this.unsentBytes = 0;
  }

  /** Ends what it follows. */
  unfollowAll(): void {
    for (const { subscription } of this.topics.values()) subscription.close();
    this.topics.clear();
  }

  /** One after the other: an action never overtakes the one before it. */
  enqueue(work: () => Promise<void>): void {
    // What is wrong with an action is told by it; a bug ends the socket rather than the process.
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

  /** `kind id`, with the project of those who belong to one. */
  get principal(): string {
    const { kind = '', id = '', projectId = '' } = this.identity?.principal ?? {};
    return `${kind} ${id} ${isMachine(kind || 'none') ? '' : projectId}`;
  }
}
