import { eventually } from '@parley/testkit';

import { ReadyQueues } from './ready-queues.ts';

const queue = (subscriptionId: string) => ({ projectId: 'p', subscriptionId });

it('returns each queue once, in the order of notification', () => {
  const queues = new ReadyQueues(1_000, () => undefined);
  for (const id of ['a', 'b', 'a']) queues.add(queue(id));
  expect([queues.next(), queues.next(), queues.next()]).toEqual([queue('a'), queue('b'), undefined]);
  expect(queues.hasAny()).toBe(false);
});

it('lets a polled queue cool down, then returns it once if it was added meanwhile', async () => {
  let woken = 0;
  const queues = new ReadyQueues(20, () => {
    woken += 1;
  });
  queues.add(queue('a'));
  expect(queues.next()).toEqual(queue('a'));
  for (let nth = 0; nth < 3; nth += 1) queues.add(queue('a'));
  expect([woken, queues.next(), queues.hasAny()]).toEqual([1, undefined, true]);

  await eventually(() => expect(woken).toBe(2));
  expect([queues.next(), queues.next()]).toEqual([queue('a'), undefined]);
  expect(queues.hasAny()).toBe(false);
});
