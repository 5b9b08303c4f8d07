import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import express from 'express';

import { answerDocument, encodeDocument } from './document.ts';
import { openApiText } from './reference.ts';

it('is encoded once: every answer hands on the same bytes', async () => {
  const document = await encodeDocument('x'.repeat(10_000), { 'content-type': 'text/plain' });
  const handed: unknown[] = [];
  const server = createServer(
    express().use((req, res) => {
      const end = res.end.bind(res);
      res.end = (bytes: unknown) => {
        handed.push(bytes);
        return end(bytes);
      };
      answerDocument(req, res, document);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const encoding of ['identity', 'gzip', 'identity', 'gzip'])
    expect(await (await fetch(url, { headers: { 'accept-encoding': encoding } })).text()).toHaveLength(10_000);
  server.close();
  server.closeAllConnections();

  const { plain, gzip } = document;
  expect(handed).toHaveLength(4);
  for (const [nth, bytes] of handed.entries()) expect(bytes).toBe(nth % 2 === 0 ? plain.bytes : gzip?.bytes);
});

it('is described in slices, between which other work runs', async () => {
  let [turns, isDone] = [0, false];
  const work = () => {
    turns += 1;
    if (!isDone) setImmediate(work);
  };
  setImmediate(work);
  const text = await openApiText('https://parley.example');
  isDone = true;
  expect(turns).toBeGreaterThan(Object.keys(JSON.parse(text).paths).length / 2);
});
