import { isId, newId } from './ids.ts';

it('makes ids of 24 lower-case hex characters that begin with the second they were made in', () => {
  const id = newId(new Date('2026-01-01T00:00:00Z'));
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Date.UTC(2026, 0, 1) / 1000);
});

it('makes ids that differ and sort by creation', () => {
  const at = new Date();
  const ids = Array.from({ length: 10_000 }, () => newId(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

it.each([
  ['an id', newId(), true],
  ['capitals', newId().toUpperCase().replace(/^./, 'A'), false],
  ['a digit less', newId().slice(1), false],
  ['a line break at the end', `${newId()}\n`, false],
  ['a number', 1e23, false],
  ['nothing', undefined, false],
])('takes only 24 lower-case hex characters for an id: %s', (_, value, expected) => {
  expect(isId(value)).toBe(expected);
});
