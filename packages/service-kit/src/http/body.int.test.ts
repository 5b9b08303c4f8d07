import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

import { bodyChunks, CallerGone, readBody } from './body.ts';

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

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += String(chunk);
  return text;
}

it('gives a body in chunks within its limit, and leaves the connection to the answer beyond it', async () => {
  const client = send('4\r\nbody\r\n4\r\nmore\r\n0\r\n\r\n', 'Transfer-Encoding: chunked');
  const req = await call;
  await expect(textOf(bodyChunks(req, 7))).rejects.toMatchObject({ code: 'body_too_large' });
  expect([req.destroyed, req.listenerCount('readable')]).toEqual([false, 0]);
  client.destroy();
});

it('gives all chunks of a body that is as long as its limit', async () => {
  const client = send('body');
  expect(await textOf(bodyChunks(await call, 4))).toBe('body');
  client.destroy();
});

it('refuses a body at once whose announced length is over the limit of its chunks', async () => {
  const client = send('bo');
  await expect(textOf(bodyChunks(await call, 3))).rejects.toMatchObject({ code: 'body_too_large' });
  client.destroy();
});

it('ends the chunks of a caller that goes while they are read', async () => {
  const client = send('bo');
  const reading = textOf(bodyChunks(await call, 100));
  client.resetAndDestroy();
  await expect(reading).rejects.toThrow(CallerGone);
});
