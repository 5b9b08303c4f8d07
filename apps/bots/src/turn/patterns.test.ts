import { Patterns } from './patterns.ts';

const patterns = new Patterns();
afterAll(() => patterns.stop());

it.each([
  ['^\\d+$', '123', true],
  ['^\\d+$', '12a', false],
  ['/^ada$/i', 'ADA', true],
  ['/^ada$/gy', 'ada', true],
  ['/a/b', 'x/a/b', true],
  ['(', 'whatever: the pattern is none', true],
])('%s and %s: %s', async (pattern, text, fits) => {
  expect(await patterns.fits(pattern, text)).toBe(fits);
});

it('ends catastrophic backtracking, and matches the next pattern', async () => {
  const began = performance.now();
  const endless = patterns.fits('^(a+)+$', `${'a'.repeat(1_000)}!`);
  const next = patterns.fits('^a+$', 'aaa');
  expect(await endless).toBe(false);
  // The deadline that the guarantee is about.
  expect(performance.now() - began).toBeLessThan(500);
  expect(await next).toBe(true);
});

it('answers two concurrent calls', async () => {
  const many = await Promise.all(
    Array.from({ length: 50 }, (_, index) => patterns.fits('^\\d*[02468]$', String(index))),
  );
  expect(many.filter(Boolean)).toHaveLength(25);
});
