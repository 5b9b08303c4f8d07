import { lifetimeMs, nextAttemptAt } from './schedule.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const expiresAt = new Date(start.getTime() + lifetimeMs);

/** The moments of all attempts, in ms after the first. */
function attempts(random: number): number[] {
  const moments: number[] = [];
  let at: Date | undefined = start;
  while (at !== undefined) {
    moments.push(at.getTime() - start.getTime());
    at = nextAttemptAt({ failures: moments.length, at, expiresAt, random });
  }
  return moments;
}

it('makes ten attempts over 75 h 35 min 5 s', () => {
  const seconds = attempts(0.5).map((ms) => ms / 1_000);
  expect(seconds).toEqual([0, 5, 305, 2_105, 9_305, 27_305, 63_305, 113_705, 185_705, 272_105]);
});

it.each([0, 1])('makes all of them, as random as it may be (%d)', (random) => {
  const moments = attempts(random);
  expect(moments).toHaveLength(10);
  expect(moments[1]).toBe(random === 0 ? 4_500 : 5_500);
});

it('ends after 84 hours', () => {
  const at = new Date(expiresAt.getTime() - 4_000);
  expect(nextAttemptAt({ failures: 1, at, expiresAt, random: 0.5 })).toBeUndefined();
});

it.each([
  ['3600', 3_600_000],
  ['Thu, 01 Jan 2026 02:00:00 GMT', 7_200_000],
  ['0', 5_000],
  ['-5', 5_000],
  ['soon', 5_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 5_000],
  ['999999999', 86_400_000],
  ['Thu, 01 Jan 2099 00:00:00 GMT', 86_400_000],
])('does not come before Retry-After %j', (retryAfter, ms) => {
  const next = nextAttemptAt({ failures: 1, at: start, expiresAt, random: 0.5, retryAfter });
  expect(next?.getTime()).toBe(start.getTime() + ms);
});
