import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

import { Connection } from './connection.ts';
import { Sockets } from './sockets.ts';

/** What a socket writes to; one that is not read takes nothing. */
class Wire extends Duplex {
  readonly writes: string[] = [];
  readonly #isRead: boolean;

  constructor({ isRead }: { isRead: boolean }) {
    super();
    this.#isRead = isRead;
  }

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer | string }[], taken: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => chunk.toString()).join(''));
    if (this.#isRead) taken();
  }
}

const bufferBytes = 1_000;

/** A socket whose handshake is over. */
async function open(wire: Wire) {
  const closed: string[] = [];
  const sockets = new Sockets(
    { SOCKETS_PER_PRINCIPAL: 1, SOCKET_DRAIN: 0, SOCKET_BUFFER: bufferBytes },
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
  wire.writes.splice(0);
  return { sockets, connection: new Connection(socket, wire, ''), closed };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const frames = Array.from({ length: 20 }, (_, n) => `<${n} ${'x'.repeat(95)}>`);
const told = (text: string) => text.match(/<\d+ x+>/g);

it('writes once what is sent together, in its order', async () => {
  const wire = new Wire({ isRead: true });
  const { sockets, connection } = await open(wire);
  for (const frame of frames.slice(0, 8)) {
    sockets.send(connection, frame);
    await Promise.resolve();
  }
  await nextTurn();
  expect(wire.writes.map(told)).toEqual([frames.slice(0, 8)]);
  sockets.send(connection, 'pong');
  await nextTurn();
  expect(wire.writes).toHaveLength(2);
});

it('takes nobody for slow because of what has not been written yet', async () => {
  const wire = new Wire({ isRead: true });
  const { sockets, connection, closed } = await open(wire);
  for (const frame of frames) sockets.send(connection, frame);
  await nextTurn();
  expect(told(wire.writes.join(''))).toEqual(frames);
  expect(closed).toEqual([]);
});

it('cuts off who does not read, even where all is sent at once', async () => {
  const wire = new Wire({ isRead: false });
  const { sockets, connection, closed } = await open(wire);
  for (const frame of frames) sockets.send(connection, frame);
  expect(closed).toEqual(['slowConsumer']);
  expect(wire.writableLength).toBeLessThan(2 * bufferBytes);
  connection.socket.terminate();
});
