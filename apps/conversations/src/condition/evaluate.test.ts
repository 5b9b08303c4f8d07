import {
  type Condition,
  Conditions,
  conditionFields,
  conditionOperators,
  LeadStatus,
  PolicyConditions,
} from '@parley/contracts';

import { supportRequest } from '../../test/support-request.ts';
import type { CopiedRecord, RequestWithCopies } from '../request-state/request.copies.ts';
import { viewServiceLevels } from '../request-state/service-levels.ts';
import { askedMembers, holds, mayHold } from './evaluate.ts';
import { type Surroundings, segmentConditions } from './surroundings.ts';

const now = Date.parse('2026-01-05T12:00:00Z');
const minuteMs = 60_000;
const lead: CopiedRecord = {
  ...{ lead_id: 'v1', fullname: 'Zoe Visitor', email: 'zoe@home.example', createdAt: '2026-01-01T00:00:00.000Z' },
  ...{
    tags: [{ tag: 'VIP' }],
    attributes: { plan: 'Gold', seats: 5 },
    properties: { since: '2025-06-01T00:00:00.000Z' },
  },
};

/** Open for one minute, with segments of which the lead is in `gold` and `all`. */
const surroundings: Surroundings = {
  isOpen: (at) => at >= now && at < now + minuteMs,
  segments: segmentConditions([
    { id: 'gold', record: { match: 'all', filters: [{ field: 'attributes.plan', operator: '=', value: 'Gold' }] } },
    { id: 'old', record: { match: 'all', filters: [{ field: 'createdAt', operator: '<', value: '-P30D' }] } },
    { id: 'all', record: { match: 'any', filters: [] } },
    { id: 'outdated', record: { match: 'all', filters: [{ field: 'shoe_size', operator: '=', value: '42' }] } },
  ]),
};

function isTrue(field: string, operator: string, value?: unknown, more: Partial<RequestWithCopies> = {}): boolean {
  const filters = Conditions.parse([{ field, operator, value }]);
  return holds({ match: 'all', filters }, { request: supportRequest(more), lead, now, surroundings });
}

it.each<[string, string, unknown, boolean]>([
  ['subject', '=', ' a SUBJECT ', true],
  ['subject', 'contains', 'SUB', true],
  ['subject', 'starts with', 'subject', false],
  ['language', '!=', 'en', true],
  ['language', 'is null', undefined, true],
  ['language', 'contains', 'e', false],
  ['language', 'not contains', 'e', true],
  ['department', '=', 'd1', true],
  ['department', '=', 'D1', false],
  ['department', 'in', ['d0', 'd1'], true],
  ['department', 'not in', ['d1'], false],
  ['priority', '=', 'medium', true],
  ['status', '=', '200', true],
  ['tags', '=', 'VIP', true],
  ['tags', 'not in', ['gold', 'silver'], true],
  ['participants', 'contains', 'bot_b1', true],
  ['createdAt', '<', '-P2D', true],
  ['createdAt', '<', '-P4D', false],
  ['createdAt', '>=', '2026-01-02T12:00:00Z', true],
  ['createdAt', '=', '02/01/2026', false],
  ['closed_at', '<', 'P1D', false],
  ['rating', '=', 0, true],
  ['rating', '>', -1, true],
  ['ticket_id', 'in', [11, 12], true],
  ['duration', 'is not null', undefined, false],
  ['duration', '!=', 5, true],
  ['hasBot', '=', true, true],
  ['snoozed', '=', true, false],
  ['attributes.shop', '=', 'eu', true],
  ['attributes.shop', '=', 'EU', false],
  ['attributes.shop', 'contains', 'E', true],
  ['attributes.toString', 'is null', undefined, true],
  ['lead.fullname', 'starts with', 'zoe', true],
  ['lead.tags', '=', 'vip', true],
  ['lead.attributes.plan', 'in', ['gold', 'Gold'], true],
  ['lead.attributes.seats', '>', 4, true],
  ['lead.attributes.plan', '>', 4, false],
  ['lead.properties.since', '<', '-P30D', true],
  ['lead.company', 'is null', undefined, true],
  ['segments', '=', 'gold', true],
  ['segments', 'in', ['old', 'all'], true],
  ['segments', '=', 'old', false],
  ['segments', '=', 'outdated', false],
  ['segments', 'not contains', 'old', true],
  ['segments', 'is null', undefined, false],
  ['merged', '=', false, true],
  ['open_now', '=', true, true],
])('%s %s %j is %s', (field, operator, value, expected) => {
  expect(isTrue(field, operator, value)).toBe(expected);
});

it('knows the service levels of a request, and those that an event shows', () => {
  const policy = { _id: 'p1', name: 'Gold', version: 0 };
  const applied = {
    ...policy,
    hours: 'always',
    targets: { default: {} },
    dueSoon: 0,
    pause: [],
    whileBot: 'wait',
  } as const;
  const clock = {
    ...{ metric: 'resolution', cycle: 1, state: 'running', target: minuteMs, hours: 'always', counted: 0, policy },
    ...{ startedAt: now, since: now, dueAt: now + minuteMs, spans: [] },
  } as const;
  const serviceLevels = { policy: applied, config: 1, breached: ['first_response'], clocks: [clock] };
  const more = { serviceLevels } as unknown as Partial<RequestWithCopies>;
  for (const [field, operator, value] of [
    ['sla.policy', '=', 'p1'],
    ['sla.metric', '=', 'resolution'],
    ['sla.breached', '=', 'first_response'],
    ['sla.due_at', '<=', 'PT1M'],
  ] as const) {
    expect([field, isTrue(field, operator, value, more), isTrue(field, operator, value)]).toEqual([field, true, false]);
    const sla = viewServiceLevels(serviceLevels as never);
    const frozen = { ...supportRequest(), serviceLevels: null, sla };
    const filters = Conditions.parse([{ field, operator, value }]);
    expect(holds({ match: 'all', filters }, { request: frozen, lead, now, surroundings })).toBe(true);
  }
  expect(isTrue('sla.due_at', '<', 'PT1M', more)).toBe(false);
  expect(isTrue('sla.policy', 'is null')).toBe(true);
  expect(PolicyConditions.safeParse([{ field: 'sla.policy', operator: '=', value: 'p1' }]).success).toBe(false);
});

it('knows of a request that is merged, of a closed project, and of leads that no segment has', () => {
  const mergedInto = { request_id: 'r2', ticket_id: '12' };
  expect(isTrue('merged', '=', true, { mergedInto })).toBe(true);
  const request = supportRequest();
  const asked = (field: string, operator: string, value: unknown) => Conditions.parse([{ field, operator, value }]);
  const closed = asked('open_now', '=', false);
  const later = { request, lead, now: now + minuteMs, surroundings };
  expect(holds({ match: 'all', filters: closed }, later)).toBe(true);
  const inAll = asked('segments', '=', 'all');
  for (const status of [LeadStatus.temporary, LeadStatus.trashed]) {
    const subject = { request, lead: { ...lead, status }, now, surroundings };
    expect(holds({ match: 'all', filters: inAll }, subject)).toBe(false);
  }
  expect(holds({ match: 'all', filters: inAll }, { request, lead: null, now, surroundings })).toBe(false);
});

it('knows whose answer is due, and until when a request rests', () => {
  const [earlier, later] = [new Date(now - minuteMs), new Date(now)];
  expect(isTrue('waiting_for', '=', 'team', { lastRequesterAt: later, lastTeamAt: earlier })).toBe(true);
  expect(isTrue('waiting_for', '=', 'requester', { lastRequesterAt: earlier, lastTeamAt: later })).toBe(true);
  expect(isTrue('waiting_for', '=', 'nobody')).toBe(true);
  const snooze = {
    until: '2026-01-05T12:20:00.000Z',
    wake_on_reply: true,
    by: 'grace',
    at: '2026-01-05T11:00:00.000Z',
  };
  expect(isTrue('snooze.until', '<=', 'PT30M', { snooze })).toBe(true);
  expect(isTrue('snooze.until', '<=', 'PT10M', { snooze })).toBe(false);
});

/** A generator of the same numbers in every run, from 0 to `below`. */
let state = 7;
function next(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * below);
}
const pick = <Value>(values: readonly Value[]): Value => values[next(values.length)] as Value;

const words = ['eu', 'EU', 'europe', 'normal', 'medium', 'high', 'hight', '200', '1000', 'grace', 'vip'] as const;
const times = ['2026-01-02T12:00:00Z', '-P1D', 'PT2H', '2026-01-05T12:00:00Z', '05/01/2026'] as const;
const numbers = [0, 1, 2.5, 12] as const;

function randomRequest(): RequestWithCopies {
  const maybe = <Value>(value: Value) => (next(3) === 0 ? null : value);
  const time = () => new Date(now + (next(5) - 3) * 12 * 60 * minuteMs);
  return supportRequest({
    ...{
      subject: maybe(pick(words)),
      language: maybe(pick(words)),
      departmentId: maybe(pick(words)),
      status: pick([100, 200, 1000]),
    },
    ...{
      priority: pick(['normal', 'medium', 'high', 'hight', 'low']),
      rating: maybe(pick(numbers)),
      duration: maybe(pick(numbers)),
    },
    ...{ closedAt: maybe(time()), lastRequesterAt: maybe(time()), lastTeamAt: maybe(time()), createdAt: time() },
    participants: [pick(words), pick(words)].slice(next(3)),
    attributes: { a: pick([...words, ...numbers, true, null]), list: [pick(words)] },
    hasBot: next(2) === 0,
  });
}

/** The rules of the contract once more, in words of their own: each class by itself, absent values first. */
function plainly({ field, operator, value }: Condition, request: RequestWithCopies): boolean {
  const stored = plainValue(field, request);
  const absent = stored === null || stored === undefined || (Array.isArray(stored) && stored.length === 0);
  switch (operator) {
    case 'is null':
      return absent;
    case 'is not null':
      return !absent;
    case '!=':
      return absent || !plainly({ field, operator: '=', value }, request);
    case 'not contains':
      return absent || !plainly({ field, operator: 'contains', value }, request);
    case 'in':
      return (
        !absent &&
        (value as unknown[]).filter((one) => plainly({ field, operator: '=', value: one }, request)).length > 0
      );
    case 'not in':
      return absent || !plainly({ field, operator: 'in', value }, request);
    default:
      return !absent && plainlyCompared(field, operator, stored, value);
  }
}

function plainValue(field: string, r: RequestWithCopies): unknown {
  const older = (r.lastTeamAt?.getTime() ?? -1) >= (r.lastRequesterAt?.getTime() ?? -1);
  const someone = r.lastTeamAt !== null || r.lastRequesterAt !== null;
  const values: Record<string, unknown> = {
    ...{
      subject: r.subject,
      language: r.language,
      department: r.departmentId,
      status: `${r.status}`,
      priority: r.priority,
    },
    ...{ rating: r.rating, duration: r.duration, closed_at: r.closedAt, createdAt: r.createdAt, hasBot: r.hasBot },
    ...{
      participants: r.participants,
      'attributes.a': r.attributes.a,
      'attributes.list': r.attributes.list,
      'attributes.none': undefined,
    },
    waiting_for: r.status === 1000 || !someone ? 'nobody' : older ? 'requester' : 'team',
  };
  return values[field];
}

function plainlyCompared(field: string, operator: string, stored: unknown, value: unknown): boolean {
  const low = (one: unknown) => `${one}`.toLowerCase();
  const same = (one: unknown) => `${one}`.replace('medium', 'normal').replace(/^high$/, 'hight');
  if (field === 'priority')
    return operator === 'starts with' ? same(stored).startsWith(same(value)) : same(stored) === same(value);
  if (field === 'subject' || field === 'language') {
    if (operator === '=') return low(stored) === low(value);
    return operator === 'contains' ? low(stored).includes(low(value)) : low(stored).startsWith(low(value));
  }
  if (Array.isArray(stored) && field === 'participants') return stored.map(low).includes(low(value));
  if (field.startsWith('attributes.')) {
    if (operator === '=') return Array.isArray(stored) ? stored.includes(value) : Object.is(stored, value);
    if (operator === 'contains') return typeof stored === 'string' && low(stored).includes(low(value));
    if (operator === 'starts with') return typeof stored === 'string' && low(stored).startsWith(low(value));
    return typeof stored === 'number' && typeof value === 'number' && ordered(operator, stored - value);
  }
  if (stored instanceof Date) return ordered(operator, stored.getTime() - plainTime(`${value}`));
  if (typeof stored === 'number') return ordered(operator, stored - Number(value));
  return operator === 'starts with' ? `${stored}`.startsWith(`${value}`) : stored === value;
}

function plainTime(text: string): number {
  if (text === '-P1D') return now - 24 * 60 * minuteMs;
  if (text === 'PT2H') return now + 120 * minuteMs;
  return text === '05/01/2026' ? Date.UTC(2026, 0, 5) : Date.parse(text);
}

function ordered(operator: string, difference: number): boolean {
  const signs: Record<string, readonly number[]> = { '=': [0], '>': [1], '>=': [0, 1], '<': [-1], '<=': [-1, 0] };
  return signs[operator]?.includes(Math.sign(difference)) ?? false;
}

it('agrees with a second reading of the contract, whatever is asked of whatever request', () => {
  const fields = [
    'subject',
    'language',
    'department',
    'status',
    'priority',
    'rating',
    'duration',
    'closed_at',
    'createdAt',
  ];
  const others = ['hasBot', 'participants', 'waiting_for', 'attributes.a', 'attributes.list', 'attributes.none'];
  const requests = Array.from({ length: 200 }, randomRequest);
  let [conditions, trues] = [0, 0];
  for (let round = 0; round < 4_000; round++) {
    const one = pick([...words, ...times, ...numbers, true]);
    const value = next(3) === 0 ? [one, pick(words)] : one;
    const parsed = Conditions.safeParse([
      { field: pick([...fields, ...others]), operator: pick(Object.keys(conditionOperators)), value },
    ]);
    const [condition] = parsed.data ?? [];
    if (!condition) continue;
    conditions += 1;
    for (const request of requests) {
      const held = holds({ match: 'all', filters: [condition] }, { request, lead, now, surroundings });
      trues += Number(held);
      if (held !== plainly(condition, request))
        expect([condition, plainValue(condition.field, request), held]).toBe('otherwise');
    }
  }
  expect(conditions).toBeGreaterThan(500);
  expect(trues / (conditions * requests.length)).toBeGreaterThan(0.2);
});

it('combines conditions by all or any, and holds without any', () => {
  const filters = Conditions.parse([
    { field: 'hasBot', operator: '=', value: true },
    { field: 'hasBot', operator: '=', value: false },
  ]);
  const subject = { request: supportRequest(), lead, now, surroundings };
  expect(['all', 'any'].map((match) => holds({ match: match as 'all' | 'any', filters }, subject))).toEqual([
    false,
    true,
  ]);
  expect(holds({ match: 'any', filters: [] }, subject)).toBe(true);
});

it('rules out by the event alone what can hold of no request', () => {
  const event = { 'message.sender_kind': 'team', 'message.text': 'It leaves today.' };
  const ofTeam = { field: 'message.sender_kind', operator: '=', value: 'team' };
  const ofRequester = { ...ofTeam, value: 'requester' };
  const tagged = { field: 'tags', operator: 'contains', value: 'none' };
  const cases: ['all' | 'any', object[], boolean][] = [
    ['all', [], true],
    ['all', [tagged], true],
    ['all', [tagged, ofTeam], true],
    ['all', [tagged, ofRequester], false],
    ['all', [{ ...ofRequester, operator: '!=' }], true],
    ['any', [tagged, ofRequester], true],
  ];
  for (const [match, filters, may] of cases) {
    const conditions = { match, filters: filters as Condition[] };
    expect([match, filters, mayHold(conditions, event, now)]).toEqual([match, filters, may]);
  }
});

it('knows the members behind every field, so that a change of them has policies judged again', () => {
  for (const field of Object.keys(conditionFields)) {
    const asked = askedMembers({ match: 'all', filters: [{ field, operator: 'is null' }] });
    expect([field, asked.length > 0, asked.filter((name) => !(name in supportRequest()))]).toEqual([field, true, []]);
  }
});
