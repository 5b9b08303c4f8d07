import { afterFailure, type Breaker, closed, shouldDisable, stateOf } from './breaker.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);

function failed(times: number, from: Breaker = closed, at = start): Breaker {
  return Array.from({ length: times }).reduce<Breaker>((breaker) => afterFailure(breaker, at), from);
}

it('opens with the tenth failure in a row, for 30 s', () => {
  expect(stateOf(failed(9), start)).toBe('closed');
  const open = failed(10);
  expect([stateOf(open, start), open.openUntil]).toEqual(['open', later(30_000)]);
  expect(stateOf(open, later(30_000))).toBe('half_open');
});

it('waits twice as long after each try that fails, an hour at most', () => {
  let breaker = failed(10);
  const waits: number[] = [];
  for (let tries = 0; tries < 9; tries += 1) {
    waits.push(breaker.waitMs);
    breaker = afterFailure(breaker, breaker.openUntil ?? start);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600].map((seconds) => seconds * 1_000));
});

it('does not wait longer for calls that were under way when it opened', () => {
  const open = failed(10);
  expect(failed(9, open, later(15_000)).openUntil).toEqual(open.openUntil);
});

it('is to be disabled after five days without a success', () => {
  const day = 86_400_000;
  expect(shouldDisable(failed(10), later(5 * day - 1))).toBe(false);
  expect(shouldDisable(failed(10), later(5 * day))).toBe(true);
  expect(shouldDisable(failed(2), later(6 * day))).toBe(false);
});
