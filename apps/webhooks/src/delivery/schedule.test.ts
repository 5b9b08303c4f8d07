import { lifetimeMs, nextAttemptAt } from './schedule.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const expiresAt = new Date(start.getTime() + lifetimeMs);

/** The moments of all attempts, in ms after the first. */
function attempts(random: number): number[] {
  const moments: number[] = [];
  let at: Date | undefined = start;
  while (at !== undefined) {
    moments.push(at.getTime() - start.getTime());
    at = nextAttemptAt({ failures: moments.length, at, expiresAt, random, retryAfter: undefined });
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
  expect(nextAttemptAt({ failures: 1, at, expiresAt, random: 0.5, retryAfter: undefined })).toBeUndefined();
});

it('does not come before Retry-After, which counts for a day at most', () => {
  const next = (retryAfter: string) => nextAttemptAt({ failures: 1, at: start, expiresAt, random: 0.5, retryAfter });
  expect(next('3600')?.getTime()).toBe(start.getTime() + 3_600_000);
  expect(next('999999999')?.getTime()).toBe(start.getTime() + 86_400_000);
});
