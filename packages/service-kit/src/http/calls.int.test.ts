import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { handleCalls } from './calls.ts';
import { endAnswer } from './unread-body.ts';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function serve(handle: RequestListener): Promise<void> {
  server = createServer();
  handleCalls(server, handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** @returns the connection, and all that comes until it ends */
function send(text: string | Buffer): { socket: Socket; heard: Promise<string> } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(text);
  return { socket, heard: new Promise((resolve) => socket.once('close', () => resolve(heard))) };
}

const calls = (count: number) =>
  Array.from({ length: count }, (_, nth) => `GET /${nth} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);

it('handles a few pipelined calls of a connection, closes it with the last of them, and drops what follows', async () => {
  const handled: string[] = [];
  await serve((req, res) => {
    handled.push(req.url ?? '');
    setImmediate(() => res.end(req.url));
  });
  const heard = await send(calls(20)).heard;

  expect(handled).toEqual(['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7']);
  expect(statuses(heard)).toEqual(Array(8).fill('200'));
  expect(heard.match(/^connection: close/gim)).toHaveLength(1);
});

it('cuts a connection off that pipelines without end', async () => {
  let handled = 0;
  await serve(() => {
    handled += 1;
  });
  expect(await send(calls(1_000)).heard).toBe('');
  expect(handled).toBe(8);
});

it('reports for every handled call once that its connection has closed, answered or not', async () => {
  const ended: string[] = [];
  const all = Promise.withResolvers<void>();
  const handled = Promise.withResolvers<void>();
  await serve((req, res) => {
    res.once('close', () => {
      ended.push(req.url ?? '');
      if (ended.length === 5) all.resolve();
    });
    if (req.url === '/2') res.end('waits for its turn');
    if (req.url === '/4') handled.resolve();
  });
  const { socket } = send(calls(5));
  await handled.promise;
  socket.destroy();
  await all.promise;

  expect(ended.sort()).toEqual(['/0', '/1', '/2', '/3', '/4']);
});

it('reports it for every handled call also when the connection becomes a socket behind them', async () => {
  const ended: string[] = [];
  const all = Promise.withResolvers<void>();
  await serve((req, res) => {
    res.once('close', () => {
      ended.push(req.url ?? '');
      if (ended.length === 3) all.resolve();
    });
  });
  server.on('upgrade', (_req, socket) => socket.destroy());
  send(`${calls(3)}GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  await all.promise;

  expect(ended.sort()).toEqual(['/0', '/1', '/2']);
});

describe('a caller that waits before it sends its body', () => {
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n';

  it('is asked for it when it is read', async () => {
    await serve((req, res) => {
      req.once('data', (bytes) => res.setHeader('connection', 'close').end(bytes));
    });
    const { socket, heard } = send(post);
    socket.once('data', () => socket.write('body'));

    expect(statuses(await heard)).toEqual(['100', '200']);
  });

  it('is not asked when the call is refused, and keeps no connection', async () => {
    await serve((_req, res) => {
      res.statusCode = 413;
      endAnswer(res, 'no');
    });
    const heard = await send(post).heard;

    expect(statuses(heard)).toEqual(['413']);
    expect(heard).toMatch(/^connection: close/im);
  });
});

it('gets an answer to a caller that reads nothing before its large body is sent', async () => {
  await serve((_req, res) => endAnswer(res, 'enough'));
  const size = 8 * 1_048_576;
  const heard = await send(
    Buffer.concat([Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`), Buffer.alloc(size)]),
  ).heard;

  expect(statuses(heard)).toEqual(['200']);
  expect(heard).toMatch(/enough$|enough\r\n/);
});

it('keeps the connection of a caller whose small body comes after its answer', async () => {
  await serve((_req, res) => endAnswer(res, 'ok'));
  const { socket, heard } = send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n');
  socket.once('data', () => socket.write('bodyGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));

  expect(statuses(await heard)).toEqual(['200', '200']);
});
