import { Horizon } from './horizon.ts';

it('knows a number once nobody runs who may have drawn one up to it', () => {
  const horizon = new Horizon();
  horizon.see({ lastSeq: 5, xmin: 100, xmax: 101 });
  expect(horizon.known).toBe(-1);
  // Transaction 100 runs on: it may have drawn any number up to 5.
  horizon.see({ lastSeq: 8, xmin: 100, xmax: 103 });
  horizon.see({ lastSeq: 9, xmin: 100, xmax: 104 });
  expect(horizon.known).toBe(-1);
  // It is over, and one that began after the first look is not.
  horizon.see({ lastSeq: 9, xmin: 103, xmax: 104 });
  expect(horizon.known).toBe(5);
  horizon.see({ lastSeq: 9, xmin: 104, xmax: 104 });
  expect(horizon.known).toBe(9);
});

it('goes on after a transaction that took longer than its memory of looks', () => {
  const horizon = new Horizon();
  for (let look = 0; look < 1_000; look++) horizon.see({ lastSeq: look, xmin: 100, xmax: 101 + look });
  expect(horizon.known).toBe(-1);
  horizon.see({ lastSeq: 1_000, xmin: 1_200, xmax: 1_200 });
  expect(horizon.known).toBe(999);
});
