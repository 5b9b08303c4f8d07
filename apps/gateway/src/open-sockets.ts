import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { socketCloses } from '@parley/contracts';

import { ServerFrames } from './server-frames.ts';

/** A client that does not close within this time after the close frame is cut off. */
const lingerMs = 3_000;
/** A close frame of RFC 6455 with a two-byte code. */
const restartFrame = Buffer.from([0x88, 2, socketCloses.restart >> 8, socketCloses.restart & 0xff]);

interface OpenSocket {
  client: Duplex;
  /** Present once the handshake is done. */
  service?: Duplex;
  frames: ServerFrames;
  isLeaving: boolean;
}

/** The WebSockets that pass through this gateway. When it drains, each client gets a close frame (1012), between two frames. */
export class OpenSockets {
  readonly #all = new Map<Duplex, OpenSocket>();
  readonly #stallMs: number;
  #isDraining = false;

  /** @param stallMs how long a client may read nothing of what waits for it */
  constructor(stallMs: number) {
    this.#stallMs = stallMs;
  }

  /** Called for a handshake. */
  add(client: Duplex): void {
    const socket = { client, frames: new ServerFrames(), isLeaving: false };
    this.#all.set(client, socket);
    client.once('close', () => this.#all.delete(client));
    if (this.#isDraining) this.#leave(socket);
  }

  /** The handshake is done and `service` is about to be piped to `client`. Must be called before anything of it is read. */
  connect(client: Duplex, service: Duplex): void {
    const socket = this.#all.get(client);
    if (!socket) return;
    socket.service = service;
    client.once('close', () => service.destroy());
    cutOffStalled(client, service, this.#stallMs);
    // The close frame must follow these bytes, or the answer to the handshake.
    const closeNext = () => void (socket.isLeaving && process.nextTick(closeBetweenFrames, socket));
    service.on('data', (bytes: Buffer) => {
      socket.frames.pass(bytes);
      closeNext();
    });
    closeNext();
  }

  /** Sends every client a close frame, spread over `overMs`. Resolves when all connections have closed or been cut off. */
  async drain(overMs: number): Promise<void> {
    this.#isDraining = true;
    const all = [...this.#all.values()];
    const gone = all.map(({ client }) => new Promise<void>((resolve) => client.once('close', () => resolve())));
    const began = performance.now();
    for (const [nth, socket] of all.entries()) {
      const due = began + (overMs * nth) / all.length;
      if (due > performance.now()) await delay(due - performance.now());
      this.#leave(socket);
    }
    await Promise.all(gone);
  }

  #leave(socket: OpenSocket): void {
    socket.isLeaving = true;
    closeBetweenFrames(socket);
    setTimeout(() => socket.client.destroy(), lingerMs).unref();
  }
}

/**
 * While a client does not read, the service's data, and even its end, wait here unnoticed: nothing else would ever end such a socket.
 */
function cutOffStalled(client: Duplex, service: Duplex, stallMs: number): void {
  let stalled: NodeJS.Timeout | undefined;
  const reads = () => {
    clearTimeout(stalled);
    stalled = undefined;
  };
  client.on('drain', reads);
  client.once('close', reads);
  // By then the pipe has written all data.
  service.on('pause', () => {
    stalled ??= setTimeout(() => client.writableNeedDrain && client.destroy(), stallMs).unref();
  });
}

/** Sends the close frame; within a frame of the service it waits for that frame's end. */
function closeBetweenFrames(socket: OpenSocket): void {
  const { client, service, frames } = socket;
  if (!service || frames.isWithin) return;
  // The client resumes from its cursor on another gateway. Its close frame still reaches the service, which then ends.
  socket.service = undefined;
  service.unpipe(client);
  service.resume();
  service.once('close', () => client.end());
  client.write(restartFrame);
}
