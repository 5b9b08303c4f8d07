import { eventually } from '@parley/testkit';
import { pino } from 'pino';

import { WorkLoop } from './work-loop.ts';

/** Longer than any test: what is done before was not found by polling. */
const never = 1_000_000;

/** Due things in memory, each of which goes on until it is let go. */
class Bench {
  due: number[] = [];
  /** Of what is not due yet. */
  dueInMs: number | undefined;
  /** Becomes due during the next rest, without a hint. */
  later: number[] = [];
  looks = 0;
  looksUntilFound = 0;
  fails = 0;
  readonly begun: number[] = [];
  readonly #letGo = new Map<number, () => void>();
  readonly loop: WorkLoop<number>;

  constructor({ concurrency = 2, pollMs = never }: { concurrency?: number; pollMs?: number } = {}) {
    this.loop = new WorkLoop<number>({
      ...{ log: pino({ level: 'silent' }), name: 'numbers', concurrency, pollMs },
      take: async (free) => {
        this.looks += 1;
        if (this.fails > 0) {
          this.fails -= 1;
          throw new Error('the database is unavailable');
        }
        const taken = this.due.splice(0, free);
        return taken.length > 0 ? taken : undefined;
      },
      perform: (n) => {
        this.looksUntilFound ||= this.looks;
        this.begun.push(n);
        return new Promise((resolve) => this.#letGo.set(n, resolve));
      },
      dueInMs: async () => {
        if (this.due.length > 0) return 0;
        this.due.push(...this.later.splice(0));
        return this.dueInMs;
      },
      describe: (n) => ({ n }),
    });
  }

  letGo(...numbers: number[]): void {
    for (const n of numbers) this.#letGo.get(n)?.();
  }

  async has(...numbers: number[]): Promise<void> {
    await eventually(() => expect(this.begun).toEqual(numbers));
  }
}

it('does no more at once than it may, and goes on when one has ended', async () => {
  const bench = new Bench({ concurrency: 2 });
  bench.due = [1, 2, 3];
  await bench.has(1, 2);
  expect(bench.loop.running).toEqual([1, 2]);
  bench.letGo(1);
  await bench.has(1, 2, 3);
  expect(bench.loop.running).toEqual([2, 3]);
  bench.letGo(2, 3);
  await bench.loop.stop();
});

it('looks again on `wake`, and does not lose a `wake` during a look', async () => {
  const bench = new Bench();
  await bench.loop.idle();
  bench.due = [1];
  bench.loop.wake();
  bench.due.push(2);
  await bench.has(1, 2);
  bench.letGo(1, 2);
  await bench.loop.stop();
});

it('finds by polling what came without a wake-up, also after looks that failed', async () => {
  const bench = new Bench({ pollMs: 1 });
  bench.fails = 3;
  bench.due = [1];
  await bench.has(1);
  expect(bench.fails).toBe(0);
  bench.letGo(1);
  await bench.loop.stop();
});

it('rests until the next thing is due, rather than to poll', async () => {
  const bench = new Bench({ pollMs: 1 });
  bench.dueInMs = 50;
  bench.later = [1];
  await bench.has(1);
  expect(bench.looksUntilFound).toBe(2);
  bench.letGo(1);
  await bench.loop.stop();
});

it('is idle only when nothing is due or under way', async () => {
  const bench = new Bench({ concurrency: 1 });
  bench.due = [1, 2];
  const order: string[] = [];
  const idle = bench.loop.idle().then(() => order.push('idle'));
  for (const n of [1, 2]) {
    await eventually(() => expect(bench.begun).toContain(n));
    order.push(`done ${n}`);
    bench.letGo(n);
  }
  await idle;
  expect(order).toEqual(['done 1', 'done 2', 'idle']);
  await bench.loop.stop();
});

it('takes nothing more once it is stopped, and ends when what is under way has', async () => {
  const bench = new Bench({ concurrency: 1 });
  bench.due = [1, 2];
  await bench.has(1);
  const stopped = bench.loop.stop();
  bench.letGo(1);
  await stopped;
  expect(bench.begun).toEqual([1]);
  expect(bench.due).toEqual([2]);
  expect(bench.loop.running).toEqual([]);
});
