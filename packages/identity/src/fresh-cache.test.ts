import { FreshCache } from './fresh-cache.ts';

/** A cache on a clock that only the test moves, and a source whose answers the test gives one by one. */
function setup(options: { maxAgeMs?: number; max?: number } = {}) {
  const time = { now: 1_000 };
  const cache = new FreshCache<string>({ max: 10, maxAgeMs: 5_000, ...options, clock: () => time.now });
  const asked: PromiseWithResolvers<string>[] = [];
  const read = (key = 'k', tags = ['t']) =>
    cache.read(key, {
      tags,
      ask: () => {
        const question = Promise.withResolvers<string>();
        asked.push(question);
        return question.promise;
      },
    });
  return { cache, time, asked, read };
}

it('answers from memory until the age is reached, counted from the question', async () => {
  const { cache, time, asked, read } = setup();
  const first = read();
  time.now += 4_000;
  asked[0]?.resolve('a');
  await first;

  time.now += 999;
  expect(cache.peek('k')?.value).toBe('a');
  time.now += 1;
  expect(cache.peek('k')).toBeUndefined();
});

it('asks once for callers that miss together', async () => {
  const { asked, read } = setup();
  const all = Promise.all([read(), read(), read()]);
  asked[0]?.resolve('a');

  expect((await all).map(({ value }) => value)).toEqual(['a', 'a', 'a']);
  expect(asked).toHaveLength(1);
});

it('never stores an answer that was under way when its tag was forgotten', async () => {
  const { cache, asked, read } = setup();
  const early = read();
  cache.forget('t');
  const late = read();
  asked[1]?.resolve('new');
  await late;
  asked[0]?.resolve('old');

  expect((await early).value).toBe('old');
  expect((await late).value).toBe('new');
  expect(cache.peek('k')?.value).toBe('new');
});

it('lets an answer under way be stored when only other tags were forgotten', async () => {
  const { cache, asked, read } = setup();
  const early = read();
  cache.forget('another');
  asked[0]?.resolve('a');
  await early;

  expect(cache.peek('k')?.value).toBe('a');
});

it('notifies holders of an entry that it was invalidated', async () => {
  const { cache, asked, read } = setup();
  const pending = read();
  asked[0]?.resolve('a');
  const entry = await pending;
  expect(cache.isFresh(entry)).toBe(true);

  cache.forget('t');
  expect(cache.isFresh(entry)).toBe(false);
});

it('forgets everything at once, answers under way included', async () => {
  const { cache, asked, read } = setup();
  const [one, two] = [read('1', ['a']), read('2', ['b'])];
  asked[0]?.resolve('x');
  await one;
  cache.forgetAll();
  asked[1]?.resolve('y');
  await two;

  expect([cache.peek('1'), cache.peek('2')]).toEqual([undefined, undefined]);
});

it('remembers no failure', async () => {
  const { asked, read } = setup();
  const failing = read();
  asked[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');

  const again = read();
  asked[1]?.resolve('a');
  expect((await again).value).toBe('a');
});

it('remembers nothing with an age of 0', async () => {
  const { cache, asked, read } = setup({ maxAgeMs: 0 });
  const pending = read();
  asked[0]?.resolve('a');
  await pending;

  expect(cache.peek('k')).toBeUndefined();
});

it('holds no more than its bound, and forgets a tag of entries that have left', async () => {
  const { cache, asked, read } = setup({ max: 2 });
  for (const [index, key] of ['1', '2', '3'].entries()) {
    const pending = read(key);
    asked[index]?.resolve(key);
    await pending;
  }
  expect(['1', '2', '3'].map((key) => cache.peek(key)?.value)).toEqual([undefined, '2', '3']);

  cache.forget('t');
  expect(cache.peek('3')).toBeUndefined();
});
