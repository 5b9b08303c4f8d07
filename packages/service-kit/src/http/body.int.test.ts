import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { CallerGone, readBody } from './body.ts';

let server: Server;
let call: Promise<IncomingMessage>;
beforeEach(async () => {
  server = createServer();
  call = once(server, 'request').then(([req]) => req as IncomingMessage);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

function send(body: string, framing = 'Content-Length: 4'): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`POST / HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n${body}`);
  return client;
}

it.each([
  ['a part of its body', 'bo'],
  ['all of its body', 'body'],
])('ends when the caller had sent %s and gone before it began', async (_, body) => {
  const client = send(body);
  const req = await call;
  const gone = new Promise<void>((resolve) => req.socket.once('close', () => resolve()));
  client.resetAndDestroy();
  await gone;
  await new Promise(setImmediate);

  await expect(async () => readBody(req, 100)).rejects.toThrow(CallerGone);
});

it('ends when the caller goes while it reads', async () => {
  const client = send('bo');
  const req = await call;
  const reading = readBody(req, 100);
  client.resetAndDestroy();

  await expect(reading).rejects.toThrow(CallerGone);
});

it('reads a body once, and keeps it for later readers, within their own limits', async () => {
  const client = send('4\r\nbody\r\n0\r\n\r\n', 'Transfer-Encoding: chunked');
  const req = await call;
  expect(String(await readBody(req, 100))).toBe('body');
  expect(String(await readBody(req, 4))).toBe('body');
  expect(() => readBody(req, 3)).toThrow(expect.objectContaining({ code: 'body_too_large' }));
  client.destroy();
});
