import { isTransientStatus, nextWaitMs } from './retry-schedule.ts';

const schedule = { waitsMs: [5_000, 60_000], jitter: 0.2, maxRetryAfterMs: 86_400_000 };
const at = new Date('2026-01-01T00:00:00.000Z');

it('waits by its table, each wait within the jitter, and ends with it', () => {
  const wait = (failures: number, random: number) =>
    nextWaitMs(schedule, { failures, at, random, retryAfter: undefined });

  expect([wait(1, 0.5), wait(2, 0.5), wait(3, 0.5)]).toEqual([5_000, 60_000, undefined]);
  expect([wait(1, 0), wait(1, 1)]).toEqual([4_000, 6_000]);
});

it.each([
  ['3600', 3_600_000],
  ['Thu, 01 Jan 2026 02:00:00 GMT', 7_200_000],
  ['0', 5_000],
  ['-5', 5_000],
  ['soon', 5_000],
  ['', 5_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 5_000],
  ['999999999', 86_400_000],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 86_400_000],
])('does not repeat a call before Retry-After %j', (retryAfter, ms) => {
  expect(nextWaitMs(schedule, { failures: 1, at, random: 0.5, retryAfter })).toBe(ms);
});

it('repeats what the receiver may answer differently the next time', () => {
  expect([408, 425, 429, 500, 503, 599].map(isTransientStatus)).toEqual(Array(6).fill(true));
  expect([200, 301, 400, 404, 410, 422].map(isTransientStatus)).toEqual(Array(6).fill(false));
});
