import fc from 'fast-check';

import { endOf, faultOf, type Span, shownEnd, textOf, weekOf, withSpan } from './hours.ts';

const time = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Up to `most` spans of one day that do not overlap, in any order; they may touch. */
const spans = (most: number, from = 0, to = 1440): fc.Arbitrary<Span[]> =>
  fc
    .uniqueArray(fc.integer({ min: from, max: to }), { maxLength: 2 * most })
    .map((edges) => edges.toSorted((one, other) => one - other))
    .map((edges) => edges.slice(0, edges.length - (edges.length % 2)))
    .map((edges) =>
      edges.flatMap((start, n) => (n % 2 === 0 ? [{ start: time(start), end: time(edges[n + 1] ?? 0) }] : [])),
    )
    .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));

const day = fc.option(fc.oneof(spans(12), fc.constant(null)), { nil: undefined });

/** Every shape that the API takes: days left out, null or empty, Sunday in two parts, members of a client’s own. */
const hours = fc
  .record({
    tzname: fc.constantFrom('Europe/Rome', 'America/St_Johns', 'Asia/Kathmandu', 'UTC'),
    days: fc.tuple(day, day, day, day, day, day),
    sunday: fc.oneof(
      day.map((all) => ({ 0: all })),
      day.map((all) => ({ 7: all })),
      fc.tuple(spans(6, 0, 700), spans(6, 701)).map(([early, late]) => ({ 0: late, 7: early })),
    ),
    rest: fc.dictionary(
      fc.string({ minLength: 2 }).filter((name) => !['tzname', '__proto__'].includes(name)),
      fc.jsonValue(),
      { maxKeys: 2 },
    ),
  })
  .map(({ tzname, days, sunday, rest }) => ({
    ...rest,
    tzname,
    ...sunday,
    ...Object.fromEntries(days.map((spansOfDay, n) => [String(n + 1), spansOfDay])),
  }))
  .map((value) => JSON.stringify(value));

/** Open minutes of each day, read from the text itself. */
function openMinutes(stored: string): string[] {
  const parsed = JSON.parse(stored);
  return [0, 1, 2, 3, 4, 5, 6].map((n) => {
    const all: Span[] = [...(parsed[n] ?? []), ...(n === 0 ? (parsed[7] ?? []) : [])];
    const edge = (at: string) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3));
    return Array.from({ length: 1440 }, (_, minute) =>
      all.some(({ start, end }) => edge(start) <= minute && minute < edge(end)) ? 1 : 0,
    ).join('');
  });
}

it('writes back every valid operatingHours with the same zone, open minutes and other members', () => {
  fc.assert(
    fc.property(hours, (stored) => {
      const week = weekOf(stored);
      if (!week) throw new Error('A valid text was not read.');
      const written = textOf(week);
      expect(openMinutes(written)).toEqual(openMinutes(stored));
      const { 0: _0, 1: _1, 2: _2, 3: _3, 4: _4, 5: _5, 6: _6, 7: _7, ...others } = JSON.parse(stored);
      expect(JSON.parse(written)).toMatchObject(others);
      expect(weekOf(written)).toEqual(week);
      expect(week.days.map(faultOf)).toEqual(Array(7).fill(undefined));
    }),
    { numRuns: 300 },
  );
});

it.each([
  undefined,
  '',
  'x',
  '[]',
  '{}',
  'null',
  '{"1":[]}',
  '{"tzname":"UTC","1":[null]}',
  '{"tzname":"UTC","1":"9-5"}',
  '{"tzname":"UTC","7":[{"start":9}]}',
])('reads no hours from %j', (stored) => {
  expect(weekOf(stored)).toBeUndefined();
});

it.each([
  [[], undefined],
  [[{ start: '09:00', end: '24:00' }], undefined],
  [
    [
      { start: '09:00', end: '13:00' },
      { start: '13:00', end: '14:00' },
    ],
    undefined,
  ],
  [[{ start: '', end: '13:00' }], 'incomplete'],
  [[{ start: '13:00', end: '13:00' }], 'backwards'],
  [
    [
      { start: '12:00', end: '14:00' },
      { start: '09:00', end: '12:01' },
    ],
    'overlap',
  ],
])('says of %j: %s', (day, fault) => {
  expect(faultOf(day)).toBe(fault);
});

it('shows the end of a day as midnight, and reads it back', () => {
  expect(['24:00', '13:30'].map((end) => endOf(shownEnd(end)))).toEqual(['24:00', '13:30']);
  expect(shownEnd('24:00')).toBe('00:00');
});

it('adds a span that does not overlap', () => {
  fc.assert(
    fc.property(spans(5), (day) => {
      const last = withSpan(day).at(-1);
      expect(last?.start === '' || faultOf(withSpan(day)) === undefined).toBe(true);
    }),
  );
});
