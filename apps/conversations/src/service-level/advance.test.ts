import type { SlaTargets } from '@parley/contracts';
import {
  configOf,
  dayMs,
  hourMs,
  minuteMs,
  noHours,
  policy,
  Story,
  start,
  story,
  waiting,
  withBot,
} from '../../test/level-story.ts';
import { facts, message } from '../../test/states.ts';
import { supportRequest } from '../../test/support-request.ts';
import type { HoursVersion, StoredHours } from '../hours/hours-line.ts';
import { receive } from '../request/receive.ts';
import { unchanged } from '../request-state/change.ts';
import { withServiceLevels } from './advance.ts';

describe('the three clocks', () => {
  it.each<[string, Story, string]>([
    ['start with the first message of the requester', story({}, waiting).asks(0), 'running - running'],
    ['do not start before they write', story().answers(0).notes(1), '- - -'],
    ['wait while a bot serves', story({}, withBot).asks(0).saysBot(1), '- - -'],
    ['start at once where a bot counts', story({ whileBot: 'count' }, withBot).asks(0), 'running - running'],
    ['start with the hand-off', story({}, withBot).asks(0).handsOff(5), 'running - running'],
    ['are not stopped by a bot that comes later', story({}, waiting).asks(0).botComes(5), 'running - running'],
    ['are not met by a bot', story().asks(0).saysBot(5), 'running - running'],
    ['are not met by an automatic answer', story().asks(0).answers(5, { automated: true }), 'running - running'],
    ['are not met by a note', story().asks(0).notes(5), 'running - running'],
    ['of answers are met by a human, that of the resolution waits', story().asks(0).answers(5), 'met - paused'],
    ['of the next answer starts after the first', story().asks(0).answers(5).asks(6), 'met running running'],
    ['of the next answer is met', story().asks(0).answers(5).asks(6).answers(7), 'met met paused'],
    ['of the next answer starts again', story().asks(0).answers(5).asks(6).answers(7).asks(8), 'met running2 running'],
    [
      'of the resolution rests while it is snoozed, those of answers do not',
      story().asks(0).snoozes(5),
      'running - paused',
    ],
    [
      'of the next answer runs on while it is snoozed',
      story().asks(0).answers(1).asks(2).snoozes(5),
      'met running paused',
    ],
    ['of the resolution goes on after the snooze', story().asks(0).snoozes(5).wakes(9), 'running - running'],
    [
      'of the resolution rests while it is pending',
      story().asks(0).sets(5, { workingStatus: 'pending' }),
      'running - paused',
    ],
    [
      'of the resolution goes on when it is not',
      story().asks(0).sets(5, { workingStatus: 'pending' }).sets(6, { workingStatus: 'open' }),
      'running - running',
    ],
    ['rest by choice', story({ pause: [] }).asks(0).answers(5), 'met - running'],
    ['of the resolution is met by closing', story().asks(0).answers(5).closes(6), 'met - met'],
    ['of the first answer is cancelled by closing', story().asks(0).closes(6), 'cancelled - met'],
    ['of the next answer is cancelled by closing', story().asks(0).answers(1).asks(2).closes(6), 'met cancelled met'],
    ['of the first answer starts again if there was none', story().asks(0).closes(6).reopens(7), 'running2 - running2'],
    ['of the first answer stays met', story().asks(0).answers(1).closes(6).reopens(7), 'met - paused2'],
    [
      'of the next answer starts by the message that reopens',
      story().asks(0).answers(1).closes(6).asks(7),
      'met running running2',
    ],
    ['have no draft', story({}, { draft: true }).asks(0), '- - -'],
    ['have no hidden request', story({}, { ...waiting, preflight: true }).saysBot(0), '- - -'],
    [
      'of an imported one start when the requester writes',
      story({}, { imported: true }).saysBot(0).asks(1),
      'running - running',
    ],
  ])('%s', (_what, levels, states) => {
    expect(levels.states).toBe(states);
  });

  it('count from the oldest question, whatever is asked after it', () => {
    const levels = story({}, waiting).asks(0).asks(30);
    expect([levels.due('first_response'), levels.due('resolution')]).toEqual([60, 480]);
    levels.handsOff(40).answers(45).asks(50).asks(70);
    expect(levels.due('next_response')).toBe(50 + 120);
  });

  it('keep what was counted, over ten pauses and reopenings', () => {
    const levels = story().asks(0);
    for (let round = 0; round < 10; round++) {
      const at = round * 100;
      levels
        .answers(at + 5)
        .asks(at + 20)
        .snoozes(at + 25)
        .wakes(at + 40)
        .closes(at + 41)
        .reopens(at + 99);
      levels.asks(at + 100);
    }
    // Each round 5 before the answer, 5 before the snooze, 1 before closing, 1 after reopening: it was the requester who wrote last.
    const { counted = 0, spans = [], since = 0 } = levels.clock('resolution') ?? {};
    const sum = spans.reduce((all, span) => all + span.counted, 0);
    expect([counted, (since - start) / minuteMs]).toEqual([sum, 999]);
    expect(sum / minuteMs).toBe(10 * 11 + 9);
    expect(levels.clock('resolution')?.cycle).toBe(11);
  });

  it('do not breach by a reopening after ninety days', () => {
    const levels = story()
      .asks(0)
      .answers(5)
      .closes(6)
      .reopens(90 * 24 * 60);
    expect(levels.announced).not.toContain('breached resolution');
    levels.asks(90 * 24 * 60 + 1);
    expect(levels.due('resolution')).toBe(90 * 24 * 60 + 1 + 480 - 5);
  });

  it('end cancelled, not breached, where the requester thanks last', () => {
    const levels = story().asks(0).answers(5).asks(6).closes(7);
    expect(levels.announced).toEqual([
      'ended first_response met',
      'ended resolution met',
      'ended next_response cancelled',
    ]);
  });
});

describe('a breach', () => {
  it('is none up to the due time, and is there one ms later, found by whom ever', () => {
    const inTime = story().asks(0).answers(60);
    expect([inTime.announced, inTime.clock('first_response')?.breachedAt]).toEqual([
      ['ended first_response met'],
      undefined,
    ]);

    const late = story()
      .asks(0)
      .answers(60 + 1 / minuteMs);
    expect(late.announced).toEqual(['breached first_response', 'ended first_response met']);
    expect(late.clock('first_response')).toMatchObject({ state: 'met', breachedAt: start + hourMs });
    expect(late.events.find(({ type }) => type.endsWith('ended'))?.data).toMatchObject({
      overdue: 1,
      agents: ['grace'],
    });

    const found = story().asks(0).ticks(60);
    expect(found.isStored).toBe(false);
    found.ticks(60 + 1 / minuteMs);
    expect(found.announced).toEqual(['breached first_response']);
    expect(found.ticks(61).isStored).toBe(false);
  });

  it('has the time that was due, and says how late it was found', () => {
    const levels = story()
      .asks(0)
      .ticks(6 * 60);
    const breached = levels.events.filter(({ type }) => type === 'request.sla_breached');
    expect(breached.map(({ data }) => data)).toMatchObject([
      { late: 5 * hourMs, clock: { metric: 'first_response', breached_at: new Date(start + hourMs).toISOString() } },
    ]);
  });

  it('is announced before, once for each due time', () => {
    const levels = story({ dueSoon: 10 * minuteMs })
      .asks(0)
      .ticks(49);
    expect(levels.announced).toEqual([]);
    levels.ticks(50).ticks(55);
    expect(levels.announced).toEqual(['due_soon first_response']);
    levels.sets(56, { priority: 'low' });
    expect(levels.announced).toEqual(['due_soon first_response']);
  });

  it('stays with a request that goes on', () => {
    const levels = story().asks(0).ticks(61).answers(70).closes(80).reopens(90);
    expect(levels.request.serviceLevels?.breached).toEqual(['first_response']);
  });
});

describe('another target', () => {
  const targets: SlaTargets = {
    default: { first_response: hourMs, resolution: 8 * hourMs },
    urgent: { first_response: 10 * minuteMs },
  };

  it('keeps what was counted, and breaches at the change where nothing is left', () => {
    const short = story({ targets }).asks(0).sets(5, { priority: 'urgent' });
    expect([short.due('first_response'), short.due('resolution')]).toEqual([10, 480]);
    const over = story({ targets }).asks(0).sets(30, { priority: 'urgent' });
    expect(over.announced).toEqual(['breached first_response']);
    expect(over.clock('first_response')).toMatchObject({ breachedAt: start + 30 * minuteMs });
    expect(
      story({ targets }).asks(0).sets(5, { priority: 'urgent' }).sets(6, { priority: 'high' }).due('first_response'),
    ).toBe(60);
  });

  it('of another policy, by a condition: what it lacks is cancelled, what is new counts from the change', () => {
    const [first, second] = [
      policy({
        _id: 'vip',
        filters: [{ field: 'tags', operator: '=', value: 'gold' }],
        targets: { default: { next_response: hourMs, resolution: 4 * hourMs } },
      }),
      policy({ targets: { default: { first_response: hourMs, resolution: 8 * hourMs } } }),
    ];
    const levels = new Story(configOf([first, second])).asks(0);
    const gold = { _id: 't', tag: 'Gold', color: '#000000', createdAt: '2026-01-01T00:00:00.000Z' };
    levels.sets(30, { tags: [gold] });
    expect(levels.announced).toEqual(['changed conditions', 'ended first_response cancelled']);
    expect([levels.states, levels.due('resolution')]).toEqual(['cancelled - running', 240]);
    levels.sets(40, { tags: [] });
    expect([levels.states, levels.due('first_response'), levels.due('resolution')]).toEqual([
      'running2 - running',
      100,
      480,
    ]);
  });

  it('of the policy of another department: what it lacks is cancelled, and the others keep what was counted', () => {
    const sales = policy({
      _id: 'sales',
      filters: [{ field: 'department', operator: '=', value: 'd2' }],
      targets: { default: { first_response: hourMs, resolution: 4 * hourMs } },
    });
    const levels = new Story(configOf([sales, policy()])).asks(0).answers(10).asks(20);
    expect(levels.states).toBe('met running running');
    levels.step(30, (current) => ({ ...unchanged(current), next: { ...current, departmentId: 'd2' } }));
    expect(levels.announced).toEqual([
      'ended first_response met',
      'changed conditions',
      'ended next_response cancelled',
    ]);
    // Ten minutes before the answer, and ten after the next question.
    expect([levels.states, levels.due('resolution')]).toEqual(['met cancelled running', 30 + 240 - 20]);
  });

  it('of a policy that was changed reaches a request when it is told to', () => {
    const levels = story().asks(0);
    levels.config = configOf([policy({ version: 1, targets: { default: { first_response: 2 * hourMs } } })]);
    levels.sets(5, { subject: 'Another' });
    expect(levels.due('first_response')).toBe(60);
    levels.judged(6, [...levels.config.policies]);
    expect([levels.due('first_response'), levels.announced]).toEqual([
      120,
      ['changed policy_updated', 'ended resolution cancelled'],
    ]);
  });

  it('of no policy at all cancels', () => {
    const levels = story().asks(0).judged(5, [], 'policy_deleted');
    expect(levels.states).toBe('cancelled - cancelled');
    expect(levels.clock('resolution')?.why).toBe('policy_deleted');
  });

  it('is kept while it is pinned', () => {
    const levels = story()
      .asks(0)
      .step(5, (current) => ({ ...unchanged(current), slaChange: { why: 'pinned', pin: null } }));
    expect([levels.states, levels.request.serviceLevels?.pinned]).toEqual(['cancelled - cancelled', true]);
    levels.sets(6, { priority: 'urgent' }).judged(7, [policy({ version: 4 })]);
    expect(levels.states).toBe('cancelled - cancelled');
    levels.step(8, (current) => ({ ...unchanged(current), slaChange: { why: 'unpinned' } }));
    expect([levels.states, levels.due('first_response')]).toEqual(['running2 - running2', 68]);
  });
});

describe('hours', () => {
  const day = [{ start: '09:00', end: '17:00' }];
  const office = JSON.stringify({ tzname: 'UTC', 1: day, 2: day, 3: day, 4: day, 5: day });
  const monday = { name: 'Day off', from: '2026-11-30', to: '2026-11-30', yearly: false, spans: [], applies: [] };
  const friday = 6.5 * 60;
  const within = (versions: HoursVersion[], version = 1) => configOf([policy({ hours: 'project' })], versions, version);
  const open: HoursVersion = { since: 0, hours: { ...noHours, project: office } };

  it('are those of the project: Friday half past four, an hour, is Monday half past nine', () => {
    const due = (hours: StoredHours) => {
      const levels = new Story(within([{ since: 0, hours }])).asks(friday);
      return new Date(levels.clock('first_response')?.dueAt ?? 0).toISOString();
    };
    expect(due(open.hours)).toBe('2026-11-30T09:30:00.000Z');
    expect(due({ ...open.hours, holidays: [monday] })).toBe('2026-12-01T09:30:00.000Z');
  });

  it('of now decide what is due, and those of then what was counted', () => {
    const levels = new Story(within([{ since: 0, hours: { ...open.hours, holidays: [monday] } }])).asks(friday);
    const sunday = start + 2 * dayMs;
    const earlier = { since: 0, hours: { ...open.hours, holidays: [monday] } };
    levels.config = within([earlier, { since: sunday, hours: open.hours }], 2);
    levels.ticks(2 * 24 * 60 + 1);
    expect(levels.announced).toEqual(['changed hours']);
    expect(new Date(levels.clock('first_response')?.dueAt ?? 0).toISOString()).toBe('2026-11-30T09:30:00.000Z');

    // From Sunday on it is open all the time; Friday's half hour stays counted, and no more of that day.
    levels.config = within([earlier, { since: sunday, hours: noHours }], 3);
    levels.ticks(2 * 24 * 60 + 2);
    expect(levels.due('first_response')).toBe(2 * 24 * 60 + 30);
  });

  it('that moved away breach nothing by the old time', () => {
    const levels = new Story(within([open])).asks(0);
    levels.config = within(
      [
        open,
        { since: start + 30 * minuteMs, hours: { ...open.hours, project: JSON.stringify({ tzname: 'UTC', 1: day }) } },
      ],
      2,
    );
    levels.ticks(61);
    expect(levels.announced).toEqual(['changed hours']);
    expect(new Date(levels.clock('first_response')?.dueAt ?? 0).toISOString()).toBe('2026-11-30T09:30:00.000Z');
  });

  it('that never open have no due time', () => {
    const levels = new Story(
      within([{ since: 0, hours: { ...noHours, project: JSON.stringify({ tzname: 'UTC' }) } }]),
    ).asks(0);
    expect(levels.clock('first_response')).toMatchObject({ state: 'running', why: 'never_open' });
    expect(levels.due('first_response')).toBeUndefined();
  });
});

it('costs a project without policies nothing', () => {
  const current = supportRequest();
  const change = receive(current, [{ message: message() }], facts());
  expect(withServiceLevels(change, { at: new Date(), config: null, lead: null })).toBe(change);
});
