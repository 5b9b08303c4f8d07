import { isWithin, targetsOf } from './targets.ts';

it('reads the targets of a project, and takes faulty ones for none', () => {
  const of = (analytics_targets: unknown) => targetsOf({ settings: { analytics_targets } });
  expect(of({ waiting: 300_000, satisfaction: 4.5, other: 1 })).toEqual({ waiting: 300_000, satisfaction: 4.5 });
  expect(of({ waiting: '5', duration: -1, satisfaction: Number.NaN })).toEqual({});
  for (const none of [undefined, null, 'x', []]) expect(of(none)).toEqual({});
});

it.each([
  ['waiting', 300_000, 300_000, true],
  ['waiting', 300_001, 300_000, false],
  ['duration', 1, 2, true],
  ['satisfaction', 4.5, 4.5, true],
  ['satisfaction', 4.4, 4.5, false],
  ['waiting', null, 1, undefined],
  ['waiting', 1, undefined, undefined],
] as const)('%s of %j against a target of %j: %j', (name, value, target, expected) => {
  expect(isWithin(name, value, target)).toBe(expected);
});
