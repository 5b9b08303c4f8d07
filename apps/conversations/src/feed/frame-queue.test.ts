import { getEventListeners } from 'node:events';

import { type Frame, FrameQueue } from './frame-queue.ts';

const frame = (n: number, text = ''): Frame => ({
  ...{ position: { seq: n, time: 0 }, topic: '/P/requests', method: 'UPDATE', type: 'request.updated' },
  ...{ id: 'R', version: n, text },
});
const never = new AbortController().signal;

it('returns queued frames in order, and waits for new ones', async () => {
  const queue = new FrameQueue();
  queue.push(frame(1));
  queue.push(frame(2));
  expect((await queue.take(60_000, never)).map(({ version }) => version)).toEqual([1, 2]);
  const next = queue.take(60_000, never);
  queue.push(frame(3));
  expect(await next).toEqual([frame(3)]);
  expect(await queue.take(0, never)).toEqual([]);
});

it('returns frames of one tick together', async () => {
  const queue = new FrameQueue();
  const next = queue.take(60_000, never);
  for (let n = 0; n < 20; n++) {
    queue.push(frame(n));
    await Promise.resolve();
  }
  expect(await next).toHaveLength(20);
});

it('does not wake a reader for frames that another take has returned', async () => {
  const queue = new FrameQueue();
  const gone = new AbortController();
  const first = queue.take(60_000, gone.signal);
  queue.push(frame(1));
  gone.abort();
  expect(await first).toHaveLength(1);
  const next = queue.take(60_000, never);
  await new Promise((resolve) => setImmediate(resolve));
  queue.push(frame(2));
  expect(await next).toEqual([frame(2)]);
});

it('ends a wait when its reader disconnects', async () => {
  const gone = new AbortController();
  const waiting = new FrameQueue().take(60_000, gone.signal);
  gone.abort();
  expect(await waiting).toEqual([]);
});

it('removes its listeners after a wait', async () => {
  const queue = new FrameQueue();
  const { signal } = new AbortController();
  for (let n = 0; n < 20; n++) {
    const next = queue.take(60_000, signal);
    queue.push(frame(n));
    expect(await next).toHaveLength(1);
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it.each([
  ['too many frames', 5_001, ''],
  ['too much text', 17, 'x'.repeat(1_000_000)],
])('drops the queue when %s wait', async (_why, count, text) => {
  const queue = new FrameQueue();
  for (let n = 0; n < count; n++) {
    expect(queue.isOverflowed).toBe(false);
    queue.push(frame(n, text));
  }
  expect(queue.isOverflowed).toBe(true);
  expect(await queue.take(60_000, never)).toEqual([]);
});
