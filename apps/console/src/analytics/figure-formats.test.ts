import { figureFormats } from './figure-formats.ts';

const { figure, weekday, change, fullDay } = figureFormats('en');

it.each([
  ['count', 12_345, '12,345'],
  ['count', 0, '0'],
  ['count', null, '–'],
  ['points', 4.256, '4.26'],
  ['points', 0, '0.0'],
  ['duration', 0, '0 sec'],
  ['duration', 59_600, '1 min'],
  ['duration', 61_000, '1 min 1 sec'],
  ['duration', 3_600_000, '1 hr'],
  ['duration', 90_061_000, '1 day 1 hr'],
] as const)('writes a %s of %s as %s', (unit, value, text) => {
  expect(figure(unit, value)).toBe(text);
});

it('names days, weekdays and changes', () => {
  expect([weekday(1), weekday(2), weekday(7)]).toEqual(['Sunday', 'Monday', 'Saturday']);
  expect([change(0.5), change(-0.126), change(0)]).toEqual(['+50%', '-13%', '0%']);
  expect(fullDay('2026-03-01')).toBe('Sun, Mar 1, 2026');
});
