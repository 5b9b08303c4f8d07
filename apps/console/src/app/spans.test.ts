import { nearTime, spanWords } from './spans.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

describe('a length of time in words', () => {
  it.each([
    [15 * minute, '15 min'],
    [hour, '1 hr'],
    [90 * minute, '1 hr 30 min'],
    [2 * day + 4 * hour + minute, '2 days 4 hr'],
    [10_000, '1 min'],
    [59 * minute + 50_000, '1 hr'],
  ])('has %d ms as %s', (ms, words) => expect(spanWords(ms, 'en')).toBe(words));

  it('has the largest unit alone where there is little room', () =>
    expect(spanWords(26 * hour, 'en', 1)).toBe('1 day'));
  it('is in the language of the person', () => expect(spanWords(2 * hour, 'de')).toBe('2 Std.'));
});

describe('a time near now', () => {
  const now = new Date(2026, 2, 3, 10).getTime();
  const at = (days: number, hours: number) => nearTime(new Date(2026, 2, 3 + days, hours).getTime(), now, 'de');

  it('is a time, a day of the week with its time, or a date', () => {
    expect([at(0, 15), at(1, 9), at(6, 23), at(7, 9), at(-1, 8)]).toEqual([
      '15:00',
      'Mi., 09:00',
      'Mo., 23:00',
      '10. März',
      'Mo., 08:00',
    ]);
  });

  it.each([
    ['en-GB', '03:30'],
    ['en-US', '3:30 AM'],
  ])('has the hours of the language: %s', (locale, text) =>
    expect(nearTime(new Date(2026, 2, 3, 3, 30).getTime(), now, locale).replace('\u202f', ' ')).toBe(text),
  );
});
