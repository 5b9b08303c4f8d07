import { Duplex } from 'node:stream';

import { HeldTimers } from '@parley/testkit';

import { OpenSockets } from './open-sockets.ts';

const stallMs = 41_787;
let timers: HeldTimers;
beforeEach(() => {
  timers = new HeldTimers(stallMs);
});
afterEach(() => timers.release());

/** A client that reads when a test says so, connected to a service that has said so many bytes. */
async function connected(bytes: number) {
  const taking: (() => void)[] = [];
  const client = new Duplex({ read() {}, write: (_chunk, _encoding, taken) => void taking.push(taken) });
  const service = new Duplex({ read() {}, write: (_chunk, _encoding, taken) => taken() });
  const sockets = new OpenSockets(stallMs);
  sockets.add(client);
  sockets.connect(client, service);
  service.pipe(client);
  service.push(Buffer.alloc(bytes));
  await new Promise(setImmediate);
  return { client, service, read: () => taking.shift()?.() };
}

it('cuts off a client that has stopped to read, with the service that waits for it', async () => {
  const { client, service } = await connected(1_000_000);
  expect([timers.begun, client.destroyed]).toEqual([1, false]);
  timers.end();
  await new Promise(setImmediate);
  expect([client.destroyed, service.destroyed]).toEqual([true, true]);
});

it('waits for one that reads on', async () => {
  const { client, service, read } = await connected(1_000_000);
  read();
  await new Promise(setImmediate);
  timers.end();
  expect(client.destroyed).toBe(false);
  service.push(Buffer.alloc(1_000_000));
  await new Promise(setImmediate);
  expect(timers.begun).toBe(2);
  for (const each of [client, service]) each.destroy();
});

it('does not watch one that has room', async () => {
  const { client, service } = await connected(10);
  expect(timers.begun).toBe(0);
  for (const each of [client, service]) each.destroy();
});
