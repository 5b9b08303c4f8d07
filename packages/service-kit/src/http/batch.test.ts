import { requestErrors } from '@parley/contracts';
import { createLogger } from '../observability/log.ts';
import { type Batch, runBatch } from './batch.ts';

const db = {} as Parameters<typeof runBatch>[0]['db'];
const log = createLogger({ service: 'test', level: 'silent' });

type Answer = { item: number; code?: string };

function batchOf(items: readonly number[], run: (item: number) => Promise<Answer>): Batch<number, Answer> {
  return { items, idOf: String, run, refused: ({ code }, item) => ({ item, code }) };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it('answers in the order of the items, whichever is done first', async () => {
  const held = numbers(5).map(() => Promise.withResolvers<void>());
  const running = runBatch(
    { db, log },
    batchOf(numbers(5), async (item) => {
      await held[item]?.promise;
      return { item };
    }),
  );
  for (const { resolve } of held.toReversed()) resolve();

  expect(await running).toEqual(numbers(5).map((item) => ({ item })));
});

it('does eight at a time', async () => {
  const started: number[] = [];
  const open = Promise.withResolvers<void>();
  const running = runBatch(
    { db, log },
    batchOf(numbers(20), async (item) => {
      started.push(item);
      await open.promise;
      return { item };
    }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(numbers(8));
  open.resolve();

  await running;
  expect(started).toHaveLength(20);
});

it('refuses no item for another one, and takes a bug for the failure of its item', async () => {
  const answers = await runBatch(
    { db, log },
    batchOf(numbers(4), async (item) => {
      if (item === 1) throw requestErrors.request_not_found();
      if (item === 2) throw new TypeError('a bug');
      return { item };
    }),
  );

  expect(answers).toEqual([
    { item: 0 },
    { item: 1, code: 'request_not_found' },
    { item: 2, code: 'internal' },
    { item: 3 },
  ]);
});

it('attempts nothing that has not begun after 20 s', async () => {
  let now = 0;
  const answers = await runBatch(
    { db, log },
    batchOf(numbers(20), async (item) => {
      if (item === 7) now = 20_000;
      return { item };
    }),
    () => now,
  );

  expect(answers.map(({ code }) => code)).toEqual([...Array(8).fill(undefined), ...Array(12).fill('not_attempted')]);
});

it('does items of the same key one after the other, in their order', async () => {
  const running = new Set<number>();
  const order: number[] = [];
  await runBatch(
    { db, log },
    {
      ...batchOf(numbers(24), async (item) => {
        const group = item % 2;
        expect(running.has(group)).toBe(false);
        running.add(group);
        await new Promise((resolve) => setImmediate(resolve));
        running.delete(group);
        order.push(item);
        return { item };
      }),
      orderBy: (item) => String(item % 2),
    },
  );

  expect(order.filter((item) => item % 2 === 0)).toEqual(numbers(12).map((half) => 2 * half));
  expect(order.filter((item) => item % 2 === 1)).toEqual(numbers(12).map((half) => 2 * half + 1));
});
