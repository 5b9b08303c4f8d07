import { AsyncLocalStorage } from 'node:async_hooks';

import { Batcher } from './batcher.ts';

/** Trips that end when the test says so. */
function trips(most?: number) {
  const under: { questions: readonly number[]; end: PromiseWithResolvers<readonly string[]> }[] = [];
  const batcher = new Batcher<number, string>((questions) => {
    const end = Promise.withResolvers<readonly string[]>();
    under.push({ questions, end });
    return end.promise;
  }, most);
  const answer = (trip: number) => under[trip]?.end.resolve(under[trip].questions.map((question) => `${question}!`));
  return { batcher, under, answer };
}

it('takes along who asks at the same time, and those who ask during a trip on the next', async () => {
  const { batcher, under, answer } = trips();
  const first = [batcher.load(1), batcher.load(2)];
  await Promise.resolve();
  const later = [batcher.load(3), batcher.load(4), batcher.load(3)];
  expect(under.map(({ questions }) => questions)).toEqual([[1, 2]]);

  answer(0);
  expect(await Promise.all(first)).toEqual(['1!', '2!']);
  answer(1);
  expect(await Promise.all(later)).toEqual(['3!', '4!', '3!']);
  expect(under.map(({ questions }) => questions)).toEqual([
    [1, 2],
    [3, 4, 3],
  ]);

  const alone = batcher.load(5);
  await Promise.resolve();
  answer(2);
  expect(await alone).toBe('5!');
});

it('takes no more than so many at once', async () => {
  const { batcher, under, answer } = trips(2);
  const all = Promise.all([1, 2, 3, 4, 5].map((question) => batcher.load(question)));
  for (const trip of [0, 1, 2]) {
    await new Promise(setImmediate);
    answer(trip);
  }
  expect(await all).toEqual(['1!', '2!', '3!', '4!', '5!']);
  expect(under.map(({ questions }) => questions)).toEqual([[1, 2], [3, 4], [5]]);
});

it('refuses those of a trip that fails, or brings back too little, and goes on with the others', async () => {
  const { batcher, under, answer } = trips(2);
  const all = Promise.allSettled([1, 2, 3, 4, 5].map((question) => batcher.load(question)));
  await new Promise(setImmediate);
  under[0]?.end.reject(new Error('away'));
  await new Promise(setImmediate);
  under[1]?.end.resolve(['only one']);
  await new Promise(setImmediate);
  answer(2);
  const outcomes = (await all).map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message));
  const tooLittle = '2 questions had 1 answers.';
  expect(outcomes).toEqual(['away', 'away', tooLittle, tooLittle, '5!']);
});

it('travels outside of what its askers are in', async () => {
  const place = new AsyncLocalStorage<string>();
  const batcher = new Batcher<number, string>(async (questions) => questions.map(() => place.getStore() ?? 'nowhere'));
  expect(await place.run('a transaction', () => batcher.load(1))).toBe('nowhere');
});
