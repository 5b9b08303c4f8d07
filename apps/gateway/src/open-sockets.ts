import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { socketCloses } from '@parley/contracts';

import { ServerFrames } from './server-frames.ts';

/** Those who have been told to go and do not are cut off. */
const lingerMs = 3_000;
/** A frame of RFC 6455: the last of its message, of the kind that closes, with a code of two bytes. */
const restartFrame = Buffer.from([0x88, 2, socketCloses.restart >> 8, socketCloses.restart & 0xff]);

interface OpenSocket {
  client: Duplex;
  /** Since the handshake is done. */
  service?: Duplex;
  frames: ServerFrames;
  isLeaving: boolean;
}

/** The sockets that pass through this gateway: a client whose gateway ends is told so, between two frames. */
export class OpenSockets {
  readonly #all = new Map<Duplex, OpenSocket>();
  readonly #stallMs: number;
  #isDraining = false;

  /** @param stallMs how long a client may read nothing of what waits for it */
  constructor(stallMs: number) {
    this.#stallMs = stallMs;
  }

  /** A handshake has come. */
  add(client: Duplex): void {
    const socket = { client, frames: new ServerFrames(), isLeaving: false };
    this.#all.set(client, socket);
    client.once('close', () => this.#all.delete(client));
    if (this.#isDraining) this.#leave(socket);
  }

  /** The handshake is done: what `service` says is about to be piped to `client`. To be called before anything of it is read. */
  connect(client: Duplex, service: Duplex): void {
    const socket = this.#all.get(client);
    if (!socket) return;
    socket.service = service;
    client.once('close', () => service.destroy());
    cutOffStalled(client, service, this.#stallMs);
    // What is ours comes after these bytes, or after the answer to the handshake.
    const closeNext = () => void (socket.isLeaving && process.nextTick(closeBetweenFrames, socket));
    service.on('data', (bytes: Buffer) => {
      socket.frames.pass(bytes);
      closeNext();
    });
    closeNext();
  }

  /** Tells everybody to connect elsewhere, a few at a time. Resolves when all have gone, or been cut off. */
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
 * While a client does not read, what its service says and even its end wait here unseen: nothing else would ever end such a socket.
 */
function cutOffStalled(client: Duplex, service: Duplex, stallMs: number): void {
  let stalled: NodeJS.Timeout | undefined;
  const reads = () => {
    clearTimeout(stalled);
    stalled = undefined;
  };
  client.on('drain', reads);
  client.once('close', reads);
  // By then the pipe has written what came.
  service.on('pause', () => {
    stalled ??= setTimeout(() => client.writableNeedDrain && client.destroy(), stallMs).unref();
  });
}

/** Not within a frame: then it is done when the frame is through. */
function closeBetweenFrames(socket: OpenSocket): void {
  const { client, service, frames } = socket;
  if (!service || frames.isWithin) return;
  // What the service says from now on the client gets elsewhere, from its cursor. Its good-bye still goes to the service, which then ends.
  socket.service = undefined;
  service.unpipe(client);
  service.resume();
  service.once('close', () => client.end());
  client.write(restartFrame);
}
