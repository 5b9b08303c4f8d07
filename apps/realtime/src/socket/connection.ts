import type { Duplex } from 'node:stream';
import { type Actor, isMachine, type socketCloses } from '@parley/contracts';
import { accessTag, type Identity, newId, principalTag, projectTag, tokenTag } from '@parley/service-kit';
import type { WebSocket } from 'ws';

import type { Subscription } from '../subscription/subscription.ts';

export type CloseReason = keyof typeof socketCloses;

/** A topic that the socket follows. */
export interface Followed {
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
  readonly topics = new Map<string, Followed>();
  /** By project: as whom he follows its topics. */
  readonly actors = new Map<string, Actor>();
  /** What it is found by when something changes; kept by `Sockets`. */
  tagged: readonly string[] = [];
  readonly #second = { at: 0, actions: 0 };
  #last: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, stream: Duplex, address: string) {
    this.socket = socket;
    this.stream = stream;
    this.address = address;
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  /** One after the other: an action never overtakes the one before it. */
  inTurn(work: () => Promise<void>): void {
    // What is wrong with an action is told by it; a bug ends the socket rather than the process.
    this.#last = this.#last.then(work).catch(() => this.socket.terminate());
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
