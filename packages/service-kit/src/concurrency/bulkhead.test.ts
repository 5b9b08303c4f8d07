import { Bulkhead } from './bulkhead.ts';

it('runs as many jobs at once as it may, and the others in order', async () => {
  const bulkhead = new Bulkhead({ atOnce: 2 });
  let [working, most] = [0, 0];
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      bulkhead.run(async () => {
        working += 1;
        most = Math.max(most, working);
        order.push(index);
        await new Promise(setImmediate);
        working -= 1;
      }),
    ),
  );
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
});

it('refuses jobs that have waited too long as busy, and lets the next ones in', async () => {
  const bulkhead = new Bulkhead({ atOnce: 1, waitMs: 20, retryAfterSeconds: 5 });
  let end: () => void = () => undefined;
  const first = bulkhead.run(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await expect(bulkhead.run(async () => 'second')).rejects.toMatchObject({
    code: 'busy',
    details: { retryAfterSeconds: 5 },
  });
  end();
  await first;
  await expect(bulkhead.run(async () => 'third')).resolves.toBe('third');
});

it('gives a place back when its work fails', async () => {
  const bulkhead = new Bulkhead({ atOnce: 1, mayWait: 0 });
  await expect(bulkhead.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(bulkhead.run(async () => 'next')).resolves.toBe('next');
});

it('refuses a job when the queue is full', async () => {
  const bulkhead = new Bulkhead({ atOnce: 2, mayWait: 1 });
  const end = Promise.withResolvers<void>();
  const jobs = [1, 2, 3].map(() => bulkhead.run(() => end.promise));
  expect(bulkhead.waiting).toBe(1);
  await expect(bulkhead.run(() => end.promise)).rejects.toMatchObject({
    code: 'busy',
    details: { retryAfterSeconds: 1 },
  });

  end.resolve();
  await Promise.all(jobs);
  await expect(bulkhead.run(async () => 'next')).resolves.toBe('next');
});
