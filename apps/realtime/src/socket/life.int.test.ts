import { once } from 'node:events';
import { eventually, HeldTimers } from '@parley/testkit';

import { RealtimeHarness } from '../../test/harness.ts';
import { config } from '../config.ts';

const harness = new RealtimeHarness();
beforeAll(() => harness.start({ SOCKET_HEARTBEAT: '1s', SOCKET_BUFFER: '200000', SOCKET_RECHECK: '300ms' }));
let held: HeldTimers | undefined;
afterEach(() => held?.release());
afterAll(() => harness.stop());

it('sends heartbeats, and closes a socket that is silent for two periods', async () => {
  harness.add('silent');
  harness.add('lively');
  const [silent, lively] = [await harness.connect('silent'), await harness.connect('lively')];
  const alive = setInterval(() => lively.send('heartbeat', { message: { text: 'pong' } }), 100);
  await silent.ended(4408);
  clearInterval(alive);
  expect(silent.received('heartbeat')[0]).toEqual({ message: { text: 'ping' } });
  expect(lively.closed).toBeUndefined();
});

it('closes a client that does not read, instead of buffering, and lets it resume', async () => {
  harness.add('slow');
  const client = await harness.connect('slow');
  const topic = harness.topic('requests/slow/messages');
  client.send('subscribe', { topic });
  const stream = await harness.stream(topic);
  const alive = setInterval(() => client.send('heartbeat'), 100);
  client.socket.pause();
  for (let n = 0; n < 400; n++) stream.send('CREATE', { n, text: 'x'.repeat(50_000) }, `c${n}`);
  const isCut = () => [...harness.service.context.sockets].some(({ isOpen }) => !isOpen);
  await eventually(isCut, { timeoutMs: 10_000 });
  client.socket.resume();
  await client.ended(4413);
  await eventually(() => expect(stream.isOpen).toBe(false));
  clearInterval(alive);

  const cursors = client.received('publish').map(({ cursor }) => cursor);
  expect(cursors.length).toBeLessThan(400);
  expect(cursors).toEqual(cursors.map((_, n) => `c${n}`));
  const again = await harness.connect('slow');
  again.send('subscribe', { topic, after: cursors.at(-1) });
  expect((await harness.stream(topic, 1)).after).toBe(cursors.at(-1));
});

it('lets one frame through that is larger than the buffer', async () => {
  harness.add('large');
  const client = await harness.connect('large');
  const topic = harness.topic('requests/large');
  client.send('subscribe', { topic });
  (await harness.stream(topic)).send('CREATE', { text: 'x'.repeat(12_000_000) }, 'c0');
  await eventually(() => expect(client.received('publish')).toHaveLength(1), { timeoutMs: 10_000 });
  expect(client.closed).toBeUndefined();
});

it('resumes from its cursor when a topic is silent for too long, and no sooner', async () => {
  const silenceMs = 41_777;
  const silence = new HeldTimers(silenceMs);
  held = silence;
  const quiet = new RealtimeHarness();
  await quiet.start({ FEED_SILENCE: `${silenceMs}ms` });
  quiet.add('patient');
  const client = await quiet.connect('patient');
  const topic = quiet.topic('requests');
  client.send('subscribe', { topic });
  const first = await quiet.stream(topic);
  await eventually(() => expect(silence.begun).toBe(1));
  for (const [words, method] of ['CREATE', ''].entries()) {
    first.send(method, method ? [] : '', `c${words}`);
    await eventually(() => expect(silence.begun).toBe(words + 2));
  }
  expect(first.isOpen).toBe(true);

  silence.end();
  expect((await quiet.stream(topic, 1)).after).toBe('c1');
  await eventually(() => expect(first.isOpen).toBe(false));
  expect(client.closed).toBeUndefined();
  await quiet.stop();
});

it('notices lost rights without an event', async () => {
  const person = harness.add('unheard');
  const client = await harness.connect('unheard');
  client.send('subscribe', { topic: harness.topic('requests/unheard') });
  await harness.stream(harness.topic('requests/unheard'));
  const alive = setInterval(() => client.send('heartbeat'), 50);
  person.status = 'removed';
  await client.ended(4401);
  clearInterval(alive);
});

it('asks clients to reconnect elsewhere when it stops, spread over the drain time: 30 s by default', async () => {
  const last = new RealtimeHarness();
  await last.start({ SOCKET_DRAIN: '600ms' });
  for (const name of ['a', 'b', 'c']) last.add(name);
  const clients = await Promise.all(['a', 'b', 'c'].map((name) => last.connect(name)));
  for (const client of clients) client.send('me');
  await eventually(() => expect(clients.every((client) => client.received('me').length === 1)).toBe(true));
  const began = performance.now();
  const gone = clients.map(({ socket }) => once(socket, 'close').then(() => performance.now() - began));
  await last.service.stop();
  expect(clients.map(({ closed }) => closed)).toEqual([1012, 1012, 1012]);
  const waits = (await Promise.all(gone)).sort((one, other) => one - other);
  // Timers may be early by a millisecond.
  expect(waits[1]).toBeGreaterThanOrEqual(199);
  expect(waits[2]).toBeGreaterThanOrEqual(399);
  expect(config.shape.SOCKET_DRAIN.parse(undefined)).toBe(30_000);
});
