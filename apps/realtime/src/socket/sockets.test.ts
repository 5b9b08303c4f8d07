import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { eventually, HeldTimers } from '@parley/testkit';
import { type WebSocket, WebSocketServer } from 'ws';

import { Connection } from './connection.ts';
import { Sockets } from './sockets.ts';

/** The stream of a socket; while its client does not read, it accepts nothing. */
class Wire extends Duplex {
  readonly writes: string[] = [];
  #isRead = true;
  #taken: (() => void) | undefined;

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer | string }[], taken: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => chunk.toString()).join(''));
    if (this.#isRead) taken();
    else this.#taken = taken;
  }

  /** The client reads what was written, and nothing after it. */
  readOne(): void {
    this.#taken?.();
  }

  /** Whether the client reads from now on. */
  set isRead(isRead: boolean) {
    this.#isRead = isRead;
    if (isRead) this.#taken?.();
  }
}

const bufferBytes = 1_000;
const lingerMs = 41_779;

const opened: WebSocket[] = [];
// One that waits for its client to close, too, would keep the process for half a minute.
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

/** A socket after its handshake. */
async function open(wire: Wire) {
  const closed: string[] = [];
  const sockets = new Sockets(
    { SOCKETS_PER_PRINCIPAL: 1, SOCKET_DRAIN: 0, SOCKET_BUFFER: bufferBytes, SOCKET_LINGER: lingerMs },
    (reason) => void closed.push(reason),
  );
  const handshake = new IncomingMessage(new Socket());
  handshake.method = 'GET';
  handshake.headers = {
    ...{ upgrade: 'websocket', connection: 'upgrade' },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
  };
  const socket = await new Promise<WebSocket>((resolve) =>
    new WebSocketServer({ noServer: true }).handleUpgrade(handshake, wire, Buffer.alloc(0), resolve),
  );
  socket.on('error', () => undefined);
  opened.push(socket);
  wire.writes.splice(0);
  return { sockets, connection: new Connection(socket, wire, ''), closed };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const frames = Array.from({ length: 40 }, (_, n) => `<${n} ${'x'.repeat(95)}>`);
const framesIn = (text: string) => text.match(/<\d+ x+>/g);

it('writes frames of one turn at once, in order', async () => {
  const wire = new Wire();
  const { sockets, connection } = await open(wire);
  for (const frame of frames.slice(0, 8)) {
    sockets.send(connection, frame);
    await Promise.resolve();
  }
  await nextTurn();
  expect(wire.writes.map(framesIn)).toEqual([frames.slice(0, 8)]);
  sockets.send(connection, 'pong');
  await nextTurn();
  expect(wire.writes).toHaveLength(2);
});

it.each(['before a frame', 'after it'])('continues with its frames where a pong was written %s', async (when) => {
  const wire = new Wire();
  const { sockets, connection, closed } = await open(wire);
  wire.isRead = false;
  const send = async (frame = '') => {
    sockets.send(connection, frame);
    await nextTurn();
  };
  if (when === 'before a frame') connection.socket.pong();
  await send(frames[0]);
  if (when === 'after it') connection.socket.pong();
  await send(frames[1]);
  wire.readOne();
  await nextTurn();
  wire.isRead = true;

  await eventually(() => expect(framesIn(wire.writes.join(''))).toEqual(frames.slice(0, 2)));
  expect(closed).toEqual([]);
});

it('does not count unwritten frames of this turn as slowness', async () => {
  const wire = new Wire();
  const { sockets, connection, closed } = await open(wire);
  for (const frame of frames) sockets.send(connection, frame);
  await nextTurn();
  expect(framesIn(wire.writes.join(''))).toEqual(frames);
  expect(closed).toEqual([]);
});

it('closes a client that does not read, even where all is sent at once', async () => {
  const wire = new Wire();
  const { sockets, connection, closed } = await open(wire);
  wire.isRead = false;
  for (const frame of frames) sockets.send(connection, frame);
  expect(closed).toEqual(['slowConsumer']);
  expect(wire.writableLength).toBeLessThan(2 * bufferBytes);
});

it('sends the close reason to a client that reads in time, right after what was written: the rest is dropped', async () => {
  const linger = new HeldTimers(lingerMs);
  const wire = new Wire();
  const { sockets, connection } = await open(wire);
  wire.isRead = false;
  for (const frame of frames) sockets.send(connection, frame);
  linger.release();
  const [onItsWay = ''] = wire.writes;
  expect(framesIn(onItsWay)).toEqual(frames.slice(0, 11));
  expect(wire.destroyed).toBe(false);

  wire.isRead = true;
  await eventually(() => expect(wire.writes).toHaveLength(2));
  const words = `${String.fromCharCode(4413 >> 8, 4413 & 0xff)}slow_consumer`;
  expect(wire.writes).toEqual([onItsWay, expect.stringContaining('slow_consumer')]);
  expect(wire.writes[1]).toHaveLength(2 + words.length);
});

it('terminates a client that does not read in time', async () => {
  const linger = new HeldTimers(lingerMs);
  const wire = new Wire();
  const { sockets, connection } = await open(wire);
  wire.isRead = false;
  for (const frame of frames) sockets.send(connection, frame);
  linger.release();
  expect([linger.begun, wire.destroyed]).toEqual([1, false]);
  linger.end();
  expect(wire.destroyed).toBe(true);
});

it('sends buffered frames before it closes', async () => {
  const wire = new Wire();
  const { sockets, connection, closed } = await open(wire);
  sockets.send(connection, 'last words');
  sockets.close(connection, 'unauthorized');
  await nextTurn();
  expect(wire.writes.join('')).toMatch(/last words.{2,}$/s);
  expect(closed).toEqual(['unauthorized']);
});
