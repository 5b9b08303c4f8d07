import { RequestStatus } from '@parley/contracts';

import {
  beganToWait,
  isPushWanted,
  noticeOfAssignment,
  noticeOfChange,
  noticeOfCreation,
  noticeOfMention,
  noticeOfMessage,
  type PushKind,
} from './push-notice.ts';

const request = {
  ...{ request_id: 'support-group-1', status: RequestStatus.served, draft: false, preflight: false },
  ...{ participants: ['ada', 'bot_1', 'vera'], first_text: 'Where is it?', lead: { fullname: 'Vera Weiss' } },
};
const waiting = { ...request, status: RequestStatus.unserved, department: { _id: 'sales' } };

// biome-ignore lint/suspicious/noExplicitAny: the members of an event that the rule reads.
const event = (data: object, actor = 'system'): any => ({ data, actor });

describe('of an assignment', () => {
  const data = { request, assigneeId: 'ada', assigneeType: 'user' };

  it('is for the assignee', () => {
    expect(noticeOfAssignment(event(data))).toEqual({
      ...{ kind: 'assigned', requestId: 'support-group-1', recipients: ['ada'] },
      ...{ name: 'Vera Weiss', text: 'Where is it?' },
    });
  });

  it.each([
    ['what one has taken oneself', data, 'user:ada'],
    ['a bot', { ...data, assigneeId: '1', assigneeType: 'bot' }, 'system'],
    ['a draft', { ...data, request: { ...request, draft: true } }, 'system'],
    ['what was imported', { ...data, request: { ...request, imported: true } }, 'system'],
  ])('is not made of %s', (_, changed, actor) => {
    expect(noticeOfAssignment(event(changed, actor))).toBeUndefined();
  });
});

describe('of a message', () => {
  const data = { request, message: { text: 'Hello?', sender: 'vera' }, isFirst: false, fromRequester: true };

  it('is for those who serve the conversation', () => {
    expect(noticeOfMessage(event(data))).toMatchObject({ kind: 'message', recipients: ['ada'], text: 'Hello?' });
  });

  it.each([
    ['a first one, which the assignment has announced', { ...data, isFirst: true }],
    ['one of the team', { ...data, fromRequester: false }],
    ['one that was imported', { ...data, message: { ...data.message, imported: true } }],
    ['one that a bot alone reads', { ...data, request: { ...request, participants: ['bot_1', 'vera'] } }],
  ])('is not made of %s', (_, changed) => {
    expect(noticeOfMessage(event(changed))).toBeUndefined();
  });
});

it('is made of a mention, but by oneself', () => {
  const data = { request, member: 'ada', by: { _id: 'linus', fullname: 'Linus' }, text: 'Look' };
  expect(noticeOfMention(event(data))).toEqual({
    ...{ kind: 'mention', requestId: 'support-group-1', recipients: ['ada'], name: 'Linus', text: 'Look' },
  });
  expect(noticeOfMention(event({ ...data, by: { _id: 'ada', fullname: 'Ada' } }))).toBeUndefined();
});

describe('of a conversation that waits', () => {
  const expected = { kind: 'waiting', requestId: 'support-group-1', department: 'sales' };

  it('says no more than that: it reaches people who may not see it', () => {
    expect(noticeOfCreation(event({ request: waiting }))).toEqual(expected);
    expect(noticeOfChange(event({ request: waiting, changes: ['status'] }))).toEqual(expected);
  });

  it('is made when it begins to wait, and of no other change', () => {
    expect(beganToWait({ request: waiting, changes: ['tags'] } as never)).toBe(false);
    expect(noticeOfChange(event({ request, changes: ['status'] }))).toBeUndefined();
    expect(noticeOfCreation(event({ request }))).toBeUndefined();
    expect(noticeOfCreation(event({ request: { ...waiting, preflight: true } }))).toBeUndefined();
  });
});

describe('is wanted', () => {
  const noon = new Date('2026-07-01T12:00:00Z');
  const wants = (stored: unknown, kind: PushKind = 'message', timezone = 'UTC', at = noon) =>
    isPushWanted(stored, kind, timezone, at);

  it.each([
    [undefined, 'message', true],
    [undefined, 'waiting', false],
    [{ message: 'none' }, 'message', false],
    [{ message: 'none' }, 'assigned', true],
    [{ waiting: 'desktop' }, 'waiting', true],
    [{ message: 'loud' }, 'message', true],
    ['broken', 'mention', true],
  ] as const)('with %j and %s: %s', (stored, kind, expected) => {
    expect(wants(stored, kind)).toBe(expected);
  });

  it.each([
    [{ from: '11:00', until: '13:00' }, 'UTC', false],
    [{ from: '11:00', until: '12:00' }, 'UTC', true],
    [{ from: '11:00', until: '13:00' }, 'Europe/Rome', true],
    [{ from: '13:30', until: '14:30' }, 'Europe/Rome', false],
    [{ from: '22:00', until: '13:00' }, 'UTC', false],
    [{ from: '22:00', until: '07:00' }, 'UTC', true],
    [{ from: '25:00', until: '07:00' }, 'UTC', true],
  ])('in the quiet hours %j of %s: %s', (quiet, timezone, expected) => {
    expect(wants({ quiet }, 'message', timezone)).toBe(expected);
  });
});
