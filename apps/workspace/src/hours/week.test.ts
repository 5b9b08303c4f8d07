import { readHours } from '@parley/contracts';

import { weekStateAt } from './week.ts';

type Spans = Record<string, [start: string, end: string][]>;

function stateAt(tzname: string, spans: Spans, at: string) {
  const days = Object.entries(spans).map(([day, list]) => [day, list.map(([start, end]) => ({ start, end }))]);
  const week = readHours(JSON.stringify({ tzname, ...Object.fromEntries(days) }));
  if (!week) throw new TypeError('faulty hours');
  const { open, nextChangeAt } = weekStateAt(week, new Date(at));
  return [open, nextChangeAt?.toISOString()];
}

const mornings: Spans = Object.fromEntries(
  ['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, [['09:00', '13:00']]]),
);

it.each([
  ['2026-11-23T07:59:59.999Z', false, '2026-11-23T08:00:00.000Z'],
  ['2026-11-23T08:00:00.000Z', true, '2026-11-23T12:00:00.000Z'],
  ['2026-11-23T11:59:59.999Z', true, '2026-11-23T12:00:00.000Z'],
  ['2026-11-23T12:00:00.000Z', false, '2026-11-24T08:00:00.000Z'],
])('opens in Rome at 09:00:00 and closes at 13:00:00: %s', (at, open, next) => {
  expect(stateAt('Europe/Rome', mornings, at)).toEqual([open, next]);
});

it.each([
  // The clocks go forward on 29 March 2026 at 01:00 UTC, and back on 25 October at 01:00 UTC.
  ['2026-03-28T12:00:00.000Z', false, '2026-03-29T07:00:00.000Z'],
  ['2026-03-29T06:59:59.999Z', false, '2026-03-29T07:00:00.000Z'],
  ['2026-03-29T07:00:00.000Z', true, '2026-03-29T11:00:00.000Z'],
  ['2026-10-24T11:00:00.000Z', false, '2026-10-25T08:00:00.000Z'],
  ['2026-10-25T07:59:59.999Z', false, '2026-10-25T08:00:00.000Z'],
  ['2026-10-25T11:59:59.999Z', true, '2026-10-25T12:00:00.000Z'],
])('is right on both days of the time change: %s', (at, open, next) => {
  expect(stateAt('Europe/Rome', mornings, at)).toEqual([open, next]);
});

it.each([
  // 02:30 does not exist on 29 March: at 03:00 the span has begun already.
  ['2026-03-29T00:59:59.999Z', { 0: [['02:30', '04:00']] } as Spans, false, '2026-03-29T01:00:00.000Z'],
  ['2026-03-29T01:00:00.000Z', { 0: [['02:30', '04:00']] } as Spans, true, '2026-03-29T02:00:00.000Z'],
  // A span that is skipped entirely opens a week later.
  ['2026-03-28T12:00:00.000Z', { 0: [['02:15', '02:45']] } as Spans, false, '2026-04-05T00:15:00.000Z'],
  // On 25 October 02:00 to 03:00 comes twice.
  ['2026-10-25T00:30:00.000Z', { 0: [['02:15', '02:45']] } as Spans, true, '2026-10-25T00:45:00.000Z'],
  ['2026-10-25T00:45:00.000Z', { 0: [['02:15', '02:45']] } as Spans, false, '2026-10-25T01:15:00.000Z'],
  ['2026-10-25T01:15:00.000Z', { 0: [['02:15', '02:45']] } as Spans, true, '2026-10-25T01:45:00.000Z'],
  ['2026-10-25T00:59:59.999Z', { 0: [['02:00', '03:00']] } as Spans, true, '2026-10-25T02:00:00.000Z'],
])('goes by the wall clock within the change itself: %s', (at, spans, open, next) => {
  expect(stateAt('Europe/Rome', spans, at)).toEqual([open, next]);
});

it.each(['0', '7'])('takes %s for Sunday', (sunday) => {
  const spans: Spans = { [sunday]: [['09:00', '10:00']] };

  expect(stateAt('UTC', spans, '2026-11-22T09:30:00.000Z')).toEqual([true, '2026-11-22T10:00:00.000Z']);
  expect(stateAt('UTC', spans, '2026-11-21T09:30:00.000Z')).toEqual([false, '2026-11-22T09:00:00.000Z']);
  expect(stateAt('UTC', spans, '2026-11-22T10:00:00.000Z')).toEqual([false, '2026-11-29T09:00:00.000Z']);
});

it('merges adjacent spans, over midnight too', () => {
  const spans: Spans = {
    1: [
      ['09:00', '12:00'],
      ['12:00', '24:00'],
    ],
    2: [['00:00', '02:00']],
  };

  expect(stateAt('UTC', spans, '2026-11-23T09:30:00.000Z')).toEqual([true, '2026-11-24T02:00:00.000Z']);
});

it('never changes where a week has no hours, or nothing else', () => {
  const always: Spans = Object.fromEntries(Object.keys(mornings).map((day) => [day, [['00:00', '24:00']]]));

  expect(stateAt('Europe/Rome', {}, '2026-11-23T09:30:00.000Z')).toEqual([false, undefined]);
  expect(stateAt('Europe/Rome', always, '2026-10-24T09:30:00.000Z')).toEqual([true, undefined]);
});

it.each([
  // Half an hour of summer time, a skipped day, and three quarters of an hour beside the full one.
  ['Australia/Lord_Howe', '2026-10-03T15:00:00.000Z', { 0: [['02:10', '03:00']] } as Spans, false, '15:30'],
  ['Asia/Kathmandu', '2026-11-22T04:00:00.000Z', { 0: [['10:00', '11:00']] } as Spans, false, '04:15'],
])('knows the rules of %s', (tzname, at, spans, open, next) => {
  expect(stateAt(tzname, spans, at)).toEqual([open, `${at.slice(0, 11)}${next}:00.000Z`]);
});

it('survives a day that was skipped', () => {
  // Samoa went from Thursday, 29 December 2011, to Saturday.
  const spans: Spans = { 5: [['09:00', '10:00']], 6: [['09:00', '10:00']] };

  expect(stateAt('Pacific/Apia', spans, '2011-12-30T09:30:00.000Z')).toEqual([false, '2011-12-30T19:00:00.000Z']);
});

it('agrees with the clock of the place minute by minute', () => {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/New_York',
    ...{ weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const spans: Spans = { 0: [['01:10', '02:40']], 1: [['22:00', '24:00']] };
  const isOpen = (time: number) => {
    const word = clock.format(time);
    return word.startsWith('Sun') ? /01:[1-5]|02:[0-3]/.test(word) : /Mon.*2[23]:/.test(word);
  };

  // A day and a half around each change of clocks in 2026.
  for (const around of ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z']) {
    for (let minute = -1080; minute < 1080; minute += 5) {
      const time = Date.parse(around) + minute * 60_000;
      expect([around, minute, stateAt('America/New_York', spans, new Date(time).toISOString())[0]]).toEqual([
        around,
        minute,
        isOpen(time),
      ]);
    }
  }
});
