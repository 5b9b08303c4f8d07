import { eventually } from '@parley/testkit';

import { ToldLanes } from './told-lanes.ts';

const lane = (subscriptionId: string) => ({ projectId: 'p', subscriptionId });

it('names each lane once, in the order in which they were told of', () => {
  const lanes = new ToldLanes(1_000, () => undefined);
  for (const id of ['a', 'b', 'a']) lanes.tell(lane(id));
  expect([lanes.next(), lanes.next(), lanes.next()]).toEqual([lane('a'), lane('b'), undefined]);
  expect(lanes.hasAny()).toBe(false);
});

it('lets a lane rest after a look, and then tells what came meanwhile, once', async () => {
  let woken = 0;
  const lanes = new ToldLanes(20, () => {
    woken += 1;
  });
  lanes.tell(lane('a'));
  expect(lanes.next()).toEqual(lane('a'));
  for (let nth = 0; nth < 3; nth += 1) lanes.tell(lane('a'));
  expect([woken, lanes.next(), lanes.hasAny()]).toEqual([1, undefined, true]);

  await eventually(() => expect(woken).toBe(2));
  expect([lanes.next(), lanes.next()]).toEqual([lane('a'), undefined]);
  expect(lanes.hasAny()).toBe(false);
});
