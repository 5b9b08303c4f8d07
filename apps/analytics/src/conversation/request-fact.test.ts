import { concernsMessages, factOf, movesBetween, tombstoneOf } from './request-fact.ts';

const at = new Date('2026-11-21T12:00:00Z');
const request = {
  ...{ _id: 'r1', request_id: 'support-1', __v: 0, id_project: 'p1', createdAt: '2026-11-20T10:00:00.000Z' },
  ...{ status: 200 as const, preflight: false, draft: false, hasBot: false, participants: ['ada'], tags: [] },
  channel: { name: 'chat21' },
};

it.each([
  [{}, true],
  [{ status: 150 as const }, true],
  [{ status: 50 as const }, false],
  [{ preflight: true }, false],
  [{ draft: true }, false],
])('counts a request with %j: %s', (more, isCounted) => {
  expect(factOf({ ...request, ...more }, at).isCounted).toBe(isCounted);
});

it('has a duration while it is closed, and none after it was reopened', () => {
  const closed = factOf({ ...request, status: 1000, closed_at: '2026-11-20T10:00:05.000Z' }, at);
  const reopened = factOf({ ...request, status: 200, closed_at: '2026-11-20T10:00:05.000Z' }, at);
  expect([closed.durationMs, reopened.durationMs]).toEqual([5_000, null]);
});

it('counts a rating of 0', () => {
  expect([factOf({ ...request, rating: 0 }, at).rating, factOf(request, at).rating]).toEqual([0, null]);
});

it('writes no delta when the contribution is unchanged', () => {
  const before = factOf(request, at);
  expect(movesBetween(before, factOf({ ...request, __v: 1, participants: ['linus'] }, at))).toEqual([]);
  expect(movesBetween(undefined, factOf({ ...request, preflight: true }, at))).toEqual([]);
});

it('subtracts the old contribution and adds the new one', () => {
  const before = factOf(request, at);
  const signs = (after: ReturnType<typeof factOf>) => movesBetween(before, after).map(({ sign }) => sign);
  expect(signs(factOf({ ...request, __v: 1, rating: 3 }, at))).toEqual([-1, 1]);
  expect(signs(tombstoneOf({ ...before, version: 2 }, at))).toEqual([-1]);
});

it('recounts messages when their request starts or stops counting', () => {
  const before = factOf({ ...request, draft: true }, at);
  expect(concernsMessages({ before, after: factOf(request, at) })).toBe(true);
  expect(concernsMessages({ before, after: tombstoneOf({ ...before, version: 2 }, at) })).toBe(true);
  expect(concernsMessages({ before, after: { ...before, version: 3 } })).toBe(false);
});
