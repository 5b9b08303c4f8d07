import { commonErrors, requestErrors } from '@parley/contracts';

import { afterFailure, dueAt, withSeen } from './turn.ts';

const now = new Date('2026-11-21T10:00:00.000Z');

it('tracks seen messages in any order, with duplicates', () => {
  let known = { upto: 0 as number | null, above: [] as readonly number[] };
  for (const seq of [3, 3, 1, 5, 1]) known = withSeen(known, seq);
  expect(known).toEqual({ upto: 1, above: [3, 5] });
  expect(withSeen(known, 2)).toEqual({ upto: 3, above: [5] });
  expect(withSeen({ upto: null, above: [] }, 7)).toEqual({ upto: 7, above: [] });
});

it('makes a turn due at once, unless an earlier message may still arrive', () => {
  expect(dueAt({ upto: 2, above: [] }, 3, now)).toBe(now);
  expect(dueAt({ upto: 5, above: [] }, 3, now)).toBe(now);
  expect(dueAt({ upto: null, above: [] }, 9, now)).toBe(now);
  expect(dueAt({ upto: 2, above: [] }, 4, now).getTime()).toBeGreaterThan(now.getTime());
});

it.each([
  ['one that is refused', requestErrors.not_a_participant(), 1, 'dropped'],
  ['one of a closed request', requestErrors.request_closed(), 3, 'dropped'],
  ['an error, a second later', new Error(), 1, { retryInMs: 1_000, isFree: false }],
  ['the next one after five', new Error(), 2, { retryInMs: 5_000, isFree: false }],
  ['the third error, never', new Error(), 3, 'troubled'],
  ['an unavailable service, without limit', commonErrors.dependency_down(), 1, { retryInMs: 1_000, isFree: true }],
])('tries %s', (_what, error, attempt, next) => {
  expect(afterFailure(error, attempt)).toEqual(next);
});
