import type { HoursSpan } from '@parley/contracts';
import { type Draw, drawer, randomHours, WallClock } from '@parley/testkit';

import { configOf, dayMs, minuteMs, policy, Story, start } from '../../test/level-story.ts';

/** At each of eight places and times. */
const casesEach = 1_250;
const kinds = ['requester', 'snoozed', 'pending'] as const;

interface Pause {
  from: number;
  to: number;
  kind: (typeof kinds)[number];
}

/** Some that follow each other, each after at least a minute of running. */
function randomPauses(draw: Draw, begin: number): Pause[] {
  let last = begin;
  return Array.from({ length: draw(5) }, () => {
    const from = last + (1 + draw(1_440)) * minuteMs;
    last = from + (1 + draw(1_440)) * minuteMs;
    return { from, to: last, kind: kinds[draw(kinds.length)] ?? 'snoozed' };
  });
}

/** The end of the minute in which the target is reached, counted one by one; `undefined`: not before `end`. */
function countedDue(
  { begin, target, end }: { begin: number; target: number; end: number },
  isOpen: (time: number) => boolean,
  pauses: readonly Pause[],
): number | undefined {
  const resumed = new Map(pauses.map(({ from, to }) => [from, to]));
  let counted = 0;
  // Paused in the instant in which nothing is left of it, it is due when it goes on.
  for (let time = begin; time < end; time = resumed.get(time + minuteMs) ?? time + minuteMs) {
    counted += Number(isOpen(time));
    if (counted === target) return resumed.get(time + minuteMs) ?? time + minuteMs;
  }
  return undefined;
}

/** What the clock of the resolution says, paused and resumed by ordinary changes. */
function computedDue(told: Story, begin: number, pauses: readonly Pause[]): number | undefined {
  const at = (time: number) => (time - start) / minuteMs;
  const clock = () => told.clock('resolution');
  told.asks(at(begin));
  for (const { from, to, kind } of pauses) {
    if (kind === 'requester') told.answers(at(from)).asks(at(to));
    else if (kind === 'snoozed') told.snoozes(at(from)).wakes(at(to));
    else told.sets(at(from), { workingStatus: 'pending' }).sets(at(to), { workingStatus: 'open' });
    if (clock()?.breachedAt !== undefined) break;
  }
  return clock()?.breachedAt ?? clock()?.dueAt;
}

const textOf = (minutes: number) => [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'));
const writtenDay = (spans: readonly HoursSpan[]) =>
  spans.map(({ start: from, end: to }) => ({ start: textOf(from).join(':'), end: textOf(to).join(':') }));

it.each([
  ['Europe/Rome', '2026-03-29T01:00:00Z'],
  ['Europe/Rome', '2026-10-25T01:00:00Z'],
  ['America/St_Johns', '2026-03-08T05:30:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Asia/Kathmandu', '2026-06-10T12:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
])('equal a count of minutes without closed, holiday and paused ones in %s around %s', (tzname, change) => {
  const around = Date.parse(change);
  const draw = drawer(around);
  const end = around + 10 * dayMs;
  const wall = new WallClock(tzname, around - 3 * dayMs, end);
  let [due, paused] = [0, 0];
  for (let round = 0; round < casesEach; round++) {
    const { days, holidays } = randomHours(draw, around);
    const begin = around - draw(3 * 1_440) * minuteMs;
    const target = 1 + draw(2_400);
    const pauses = randomPauses(draw, begin);
    const expected = countedDue({ begin, target, end }, wall.isOpen({ days, holidays }), pauses);

    const project = JSON.stringify({
      tzname,
      ...Object.fromEntries(days.map((spans, day) => [day, writtenDay(spans)])),
    });
    const stored = holidays.map((holiday) => ({ ...holiday, applies: [] }));
    const targets = { default: { resolution: target * minuteMs } };
    const config = configOf(
      [policy({ hours: 'project', targets })],
      [{ since: 0, hours: { project, slots: {}, holidays: stored } }],
    );
    const [createdAt, updatedAt, activeAt] = Array(3).fill(new Date(begin));
    const computed = computedDue(new Story(config, { createdAt, updatedAt, activeAt }), begin, pauses);
    expect([round, computed !== undefined && computed <= end ? computed : undefined]).toEqual([round, expected]);
    due += Number(expected !== undefined);
    paused += Number(pauses.some(({ from }) => from < (expected ?? end)));
  }
  expect(Math.min(due, paused)).toBeGreaterThan(casesEach / 3);
});
