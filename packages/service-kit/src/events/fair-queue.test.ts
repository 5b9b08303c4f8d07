import { gate } from './bus.fixture.ts';
import { FairQueue } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that says when it starts and ends when it is told to. */
function bench(options: { concurrency: number; perProject: number }) {
  const queue = new FairQueue(options);
  const started: string[] = [];
  const gates = new Map<string, ReturnType<typeof gate>>();
  return {
    started,
    add(project: string, name: string, lane = name) {
      const own = gate();
      gates.set(name, own);
      return queue.run(project, lane, async () => {
        started.push(name);
        await own.opened;
      });
    },
    async finish(...names: string[]) {
      for (const name of names) gates.get(name)?.open();
      await settle();
    },
  };
}

it('takes work round robin over projects', async () => {
  const { add, finish, started } = bench({ concurrency: 1, perProject: 8 });
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  for (const name of ['b1', 'b2']) void add('b', name);

  await finish('a1', 'a2', 'a3', 'b1', 'b2');
  await settle();

  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

it('runs at most so many of one project at once', async () => {
  const { add, finish, started } = bench({ concurrency: 10, perProject: 2 });
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  expect(started).toEqual(['a1', 'a2']);

  await finish('a2');

  expect(started).toEqual(['a1', 'a2', 'a3']);
});

it('runs work of one lane one after the other, and others meanwhile', async () => {
  const { add, finish, started } = bench({ concurrency: 10, perProject: 8 });
  void add('a', 'first', 'lane');
  void add('a', 'second', 'lane');
  void add('a', 'other', 'elsewhere');
  void add('b', 'same name, other project', 'lane');
  expect(started).toEqual(['first', 'other', 'same name, other project']);

  await finish('first');

  expect(started.at(-1)).toBe('second');
});

it('passes a failure on and goes on', async () => {
  const queue = new FairQueue({ concurrency: 1, perProject: 1 });
  const failing = queue.run('a', 'lane', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', 'lane', async () => undefined);

  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBeUndefined();
});
