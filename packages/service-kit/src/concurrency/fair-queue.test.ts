import { gate } from '../bus/bus.fixture.ts';
import { FairQueue, type FairQueueOptions } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose batches end when the test ends one of their items. */
function bench(options: Omit<FairQueueOptions<string>, 'run'>) {
  const gates = new Map<string, ReturnType<typeof gate>>();
  const started: string[][] = [];
  const queue = new FairQueue<string>({
    ...options,
    async run(items) {
      started.push([...items]);
      await Promise.all(items.map((item) => gates.get(item)?.opened));
    },
  });
  return {
    started,
    add(project: string, name: string, partition = name) {
      gates.set(name, gate());
      queue.add(project, partition, name);
    },
    async finish(...names: string[]) {
      for (const name of names) gates.get(name)?.open();
      await settle();
    },
  };
}

it('takes items round robin over projects', async () => {
  const { add, finish, started } = bench({ concurrency: 1, perProject: () => 8 });
  for (const name of ['a1', 'a2', 'a3']) add('a', name);
  for (const name of ['b1', 'b2']) add('b', name);

  await finish('a1', 'a2', 'a3', 'b1', 'b2');
  await settle();

  expect(started.flat()).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

it('runs at most so many of one project at once', async () => {
  const { add, finish, started } = bench({ concurrency: 10, perProject: () => 2 });
  for (const name of ['a1', 'a2', 'a3']) add('a', name);
  expect(started).toEqual([['a1'], ['a2']]);

  await finish('a2');

  expect(started).toEqual([['a1'], ['a2'], ['a3']]);
});

it('runs items of one partition key one after the other, and others meanwhile', async () => {
  const { add, finish, started } = bench({ concurrency: 10, perProject: () => 8 });
  add('a', 'first', 'key');
  add('a', 'second', 'key');
  add('a', 'other', 'elsewhere');
  add('b', 'same name, other project', 'key');
  expect(started).toEqual([['first'], ['other'], ['same name, other project']]);

  await finish('first');

  expect(started.at(-1)).toEqual(['second']);
});

describe('with batches', () => {
  it('takes what has gathered, round robin by project, in order within a partition key', async () => {
    const { add, finish, started } = bench({ concurrency: 1, perProject: () => 1, batchSize: 4 });
    add('a', 'a1');
    for (const name of ['a2', 'a3', 'a4', 'a5']) add('a', name, 'key');
    add('b', 'b1');

    await finish('a1', 'a2', 'a3', 'a4', 'a5', 'b1');
    await settle();

    expect(started).toEqual([['a1'], ['a2', 'b1', 'a3', 'a4'], ['a5']]);
  });

  it('begins at once when one is full, and otherwise waits a moment for others', async () => {
    const { add, finish, started } = bench({ concurrency: 1, perProject: () => 1, batchSize: 2, lingerMs: 60_000 });
    add('a', 'a1');
    await settle();
    expect(started).toEqual([]);

    add('b', 'b1');
    expect(started).toEqual([['a1', 'b1']]);
    add('a', 'a2');
    await finish('a1', 'b1');

    expect(started).toEqual([['a1', 'b1']]);
    add('b', 'b2');
    expect(started).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ]);
  });

  it('does not let those wait any longer that a long batch has kept waiting', async () => {
    const { add, finish, started } = bench({ concurrency: 1, perProject: () => 1, batchSize: 2, lingerMs: 5 });
    add('a', 'a1');
    add('b', 'b1');
    add('a', 'a2');
    for (const until = performance.now() + 5; performance.now() < until; );
    await finish('a1', 'b1');

    expect(started).toEqual([['a1', 'b1'], ['a2']]);
  });
});
