import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/service-kit/database';
import { amountOf, eventually } from '@parley/testkit';

import { DueWork } from '../../test/due-work.ts';
import { type Replica, Replicas } from '../../test/replicas.ts';

/** What a lost process holds is taken over within a third more. */
const leaseMs = 3_000;
const replicas = new Replicas({ LEASE: `${leaseMs}ms` });
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

/** Projects that come due one after the other. */
const projects = amountOf({ quick: 5, soak: 25, full: 250 });
const everySeconds = 2;
const count = 15;

it.each([2, 5])(
  'do what is due once, all of it, on %i replicas that are killed and stopped at random',
  async (size) => {
    const first = await replicas.start();
    const work: DueWork[] = [];
    while (work.length < projects) work.push(await DueWork.prepare(db, first, { count }));
    await replicas.lose(first);
    for (const [nth, project] of work.entries()) await project.comesDue((nth + 1) * everySeconds);
    const running = await Promise.all(Array.from({ length: size }, () => replicas.start()));

    let isOver = false;
    // One of two is left alone, and two of five.
    const disturbing = Array.from({ length: Math.ceil(size / 2) }, async () => {
      while (!isOver) {
        const [one] = running.splice(Math.floor(Math.random() * running.length), 1);
        if (one) running.push(await disturbed(one));
        await delay(Math.random() * 1_000);
      }
    });
    await delay((projects + 1) * everySeconds * 1_000);
    isOver = true;
    await Promise.all(disturbing);
    await eventually(
      async () => {
        for (const project of work) await project.expectDoneOnce();
      },
      { timeoutMs: 60_000, everyMs: 500 },
    );
  },
  amountOf({ quick: 180_000, soak: 600_000, full: 3_600_000 }),
);

/** One that is killed and started again, or stands still, for longer than its leases last or not. */
async function disturbed(one: Replica): Promise<Replica> {
  if (Math.random() < 0.5) {
    await replicas.lose(one);
    return replicas.start();
  }
  one.child.kill('SIGSTOP');
  await delay(Math.random() * 2 * leaseMs);
  one.child.kill('SIGCONT');
  return one;
}
