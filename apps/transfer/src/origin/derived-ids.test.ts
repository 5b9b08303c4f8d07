import { amountOf } from '@parley/testkit';

import { DerivedIds } from './derived-ids.ts';

const start = Date.parse('2024-03-01T08:00:00Z');
const project = '65e18b000000000000000001';

it('are the same on every machine and day', () => {
  const ids = new DerivedIds('chatwoot 1');
  // Computed elsewhere: HMAC-SHA256 of kind and old id, under the source.
  expect(ids.id('lead', 42, '2024-03-01T08:00:00.000Z')).toBe('65e18b00c8ded1d6d94563e3');
  expect(ids.requestId(project, 42)).toBe(`support-group-${project}-9f16efebc82db55c8448d94c3b1634bf`);
});

it('differ by source, kind and old id, and sort as the times of creation', () => {
  const count = amountOf({ quick: 50_000, soak: 1_000_000 });
  const ids = new DerivedIds('chatwoot 1');
  const made: string[] = [];
  for (let nth = 0; nth < count; nth++) made.push(ids.id('message', nth, new Date(start + nth * 1_000).toISOString()));
  expect(new Set(made.map((id) => id.slice(8))).size).toBe(count);
  expect(made.filter((id, nth) => nth > 0 && id <= (made[nth - 1] ?? ''))).toEqual([]);
  const at = new Date(start).toISOString();
  const others = [new DerivedIds('chatwoot 2').id('message', 0, at), ids.id('lead', 0, at), ids.id('message', 1, at)];
  expect(new Set([made[0], ...others]).size).toBe(4);
});
