import { NumberSet } from './number-set.ts';

it('knows the numbers that were added, small and large, and no others', () => {
  const added = [0, 7, 8, 65_535, 65_536, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER];
  const set = new NumberSet();
  for (const number of added) set.add(number);
  for (const number of added) {
    expect(set.has(number)).toBe(true);
    if (!added.includes(number + 1)) expect(set.has(number + 1)).toBe(false);
  }
});
