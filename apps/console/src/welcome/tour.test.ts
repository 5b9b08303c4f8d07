import { isDismissed, startDateOf, type Tour, tourOf } from './tour.ts';

const tour: Tour = {
  answer: 'support-group-1',
  since: '2026-11-23T08:00:00.000Z',
  bot: 'b',
  department: 'd',
  people: 3,
};

it('reads what the demo keeps in its attributes', () => {
  expect(tourOf({ 'console.tour': { ...tour, more: true } })).toEqual(tour);
});

it.each([
  {},
  { 'console.tour': null },
  { 'console.tour': 'dismissed' },
  { 'console.tour': { ...tour, answer: '' } },
  { 'console.tour': { ...tour, since: 'yesterday' } },
  { 'console.tour': { ...tour, people: '3' } },
])('finds no tour in %j', (attributes) => {
  expect(tourOf(attributes)).toBeUndefined();
});

it('knows that the strip was dismissed', () => {
  expect(isDismissed({ 'console.tour': 'dismissed' })).toBe(true);
  expect(isDismissed({})).toBe(false);
});

it.each([
  ['2026-11-23T08:00:00.000Z', '23/11/2026 08:00:01'],
  ['2026-12-31T23:59:59.999Z', '01/01/2027 00:00:00'],
])('asks for what came after %s from %s on', (since, expected) => {
  expect(startDateOf(since)).toBe(expected);
});
