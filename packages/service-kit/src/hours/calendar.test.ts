import { readHours } from '@parley/contracts';
import { amountOf, drawer, randomHours, WallClock } from '@parley/testkit';

import { Calendar, type Holiday } from './calendar.ts';

type Spans = Record<string, [start: string, end: string][]>;

function stateAt(tzname: string, spans: Spans, at: string) {
  const days = Object.entries(spans).map(([day, list]) => [day, list.map(([start, end]) => ({ start, end }))]);
  const week = readHours(JSON.stringify({ tzname, ...Object.fromEntries(days) }));
  if (!week) throw new TypeError('faulty hours');
  const { open, nextChangeAt } = new Calendar(week).stateAt(new Date(at));
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

describe('open time', () => {
  /** At each of eight places and times. */
  const calendars = amountOf({ quick: 12, soak: 100, full: 1_250 });
  const minuteMs = 60_000;
  const dayMs = 86_400_000;

  it.each([
    ['Europe/Rome', '2026-03-29T01:00:00Z'],
    ['Europe/Rome', '2026-10-25T01:00:00Z'],
    ['America/St_Johns', '2026-03-08T05:30:00Z'],
    ['America/St_Johns', '2026-11-01T04:30:00Z'],
    ['Asia/Kathmandu', '2026-06-10T12:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])(
    'equals a count of minutes in %s around %s',
    (tzname, change) => {
      const around = Date.parse(change);
      const draw = drawer(around);
      const clock = new WallClock(tzname, around - 3 * dayMs, around + 2 * dayMs);
      for (let round = 0; round < calendars; round++) {
        const hours = randomHours(draw, around);
        const isOpen = clock.isOpen(hours);
        const calendar = new Calendar({ tzname, days: hours.days }, hours.holidays);
        const from = around - draw(3 * 1_440) * minuteMs;
        const to = around + draw(2 * 1_440) * minuteMs;
        let open = 0;
        for (let time = from; time < to; time += minuteMs) {
          if (!isOpen(time)) continue;
          open += 1;
          // At the end of this minute so much open time has passed.
          if (open % 60 === 1)
            expect([round, open, calendar.after(from, open * minuteMs)]).toEqual([round, open, time + minuteMs]);
        }
        expect([round, calendar.openMs(from, to)]).toEqual([round, open * minuteMs]);
      }
    },
    300_000,
  );

  const office = { tzname: 'Europe/Rome', days: [[], ...Array(5).fill([{ start: 540, end: 1_020 }]), []] };
  const monday = { name: 'Day off', from: '2026-11-30', to: '2026-11-30', yearly: false, spans: [] };
  const hourMs = 3_600_000;

  it('goes on at the next opening, not on a holiday', () => {
    const friday = Date.parse('2026-11-27T16:30:00+01:00');
    const due = (holidays: Holiday[]) =>
      new Date(new Calendar(office, holidays).after(friday, hourMs) ?? 0).toISOString();

    expect(due([])).toBe('2026-11-30T08:30:00.000Z');
    expect(due([monday])).toBe('2026-12-01T08:30:00.000Z');
    expect(due([monday, { ...monday, spans: [{ start: 600, end: 720 }] }])).toBe('2026-11-30T09:30:00.000Z');
  });

  it('keeps holidays of each year, also over its end', () => {
    const christmas = { ...monday, from: '2024-12-24', to: '2025-01-06', yearly: true };
    const due = (from: string) =>
      new Date(new Calendar(office, [christmas]).after(Date.parse(from), hourMs) ?? 0).toISOString();
    expect(due('2026-12-23T16:30:00+01:00')).toBe('2027-01-07T08:30:00.000Z');
    expect(due('2027-01-04T10:00:00+01:00')).toBe('2027-01-07T09:00:00.000Z');
  });

  it('ends at closing when it ends with it', () => {
    const calendar = new Calendar(office);
    expect(calendar.after(Date.parse('2026-11-27T16:00:00+01:00'), hourMs)).toBe(
      Date.parse('2026-11-27T17:00:00+01:00'),
    );
  });

  it('never ends where nothing opens for a year', () => {
    const closed = new Calendar({ tzname: 'UTC', days: Array(7).fill([]) });
    expect(closed.after(0, 1)).toBeUndefined();
    expect(closed.opening(0, 1)).toBeUndefined();
  });

  it('is looked for within ten years, however little of a week is open', () => {
    const open = (end: number) => {
      const days = Array.from({ length: 7 }, (_, day) => (day === 1 ? [{ start: 540, end }] : []));
      return new Calendar({ tzname: 'Europe/Rome', days });
    };
    const at = Date.parse('2026-11-29T12:00:00Z');
    const yearMs = 365 * 24 * hourMs;
    expect(open(541).after(at, yearMs)).toBeUndefined();
    expect(open(541).after(at, 500 * 60_000)).toBe(Date.parse('2036-06-23T07:01:00Z'));
    expect(open(541).opening(at, 10_000)).toBeUndefined();
  });

  it('counts openings, whichever spans touch each other', () => {
    const days = [
      [],
      [
        { start: 540, end: 720 },
        { start: 720, end: 1_440 },
      ],
      [
        { start: 0, end: 60 },
        { start: 600, end: 660 },
      ],
      [],
      [],
      [],
      [],
    ];
    const calendar = new Calendar({ tzname: 'UTC', days });
    const opening = (nth: number) =>
      new Date(calendar.opening(Date.parse('2026-11-30T09:00:00Z'), nth) ?? 0).toISOString();

    expect([1, 2, 3].map(opening)).toEqual([
      '2026-12-01T10:00:00.000Z',
      '2026-12-07T09:00:00.000Z',
      '2026-12-08T10:00:00.000Z',
    ]);
  });
});
