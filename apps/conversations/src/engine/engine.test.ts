import { nextWaitMs } from '@parley/outbound';

import { engineCallOf, resultOf, retrySchedule } from './engine.ts';

it.each([
  [200, 'taken'],
  [204, 'taken'],
  [301, 'refused'],
  [404, 'refused'],
  [408, 'failed'],
  [425, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
  [undefined, 'failed'],
])('classifies an answer of %p', (status, result) => {
  expect(resultOf(status)).toBe(result);
});

it('backs off by its schedule with 20 % jitter, and gives up after ten attempts', () => {
  const at = new Date();
  const wait = (failures: number, random = 0.5) =>
    nextWaitMs(retrySchedule, { failures, at, random, retryAfter: undefined });

  const minutes = Array.from({ length: 10 }, (_, n) => wait(n + 1)).map((ms) => ms && ms / 60_000);
  expect(minutes).toEqual([5 / 60, 0.5, 2, 10, 30, 120, 300, 600, 1_440, undefined]);
  expect([wait(1, 0), wait(1, 1)]).toEqual([4_000, 6_000]);
  expect(nextWaitMs(retrySchedule, { failures: 1, at, retryAfter: '999999' })).toBe(86_400_000);
});

const base = { time: '2026-01-01T00:00:00.000Z', idproject: 'P', partitionkey: 'R' };
const request = {
  request_id: 'rid',
  channel: { name: 'chat21' },
  lead: { lead_id: 'l', fullname: 'Vera', email: 'v@x.io', phone: '1' },
  participants: ['u'],
};
const call = (type: string, data: object) => engineCallOf({ ...base, type, data } as never);

it('sends the engine what concerns it, and no more of a lead than it needs', () => {
  const body = (type: string, data: object) => JSON.parse(call(type, data)?.body ?? 'null');
  const facts = {
    ...{ id_project: 'P', request_id: 'rid', channel: { name: 'chat21' }, participants: ['u'] },
    lead: { lead_id: 'l', fullname: 'Vera', email: 'v@x.io' },
  };
  expect(body('request.created', { request })).toEqual({ type: 'request.opened', timestamp: base.time, data: facts });
  expect(body('request.participant_left', { request, member: 'm' }).data).toEqual({
    ...facts,
    joined: [],
    left: ['m'],
  });
  const message = { _id: 'M', text: 'Hi', audience: 'all' };
  expect(body('message.created', { request, message }).data.message).toEqual({ _id: 'M', text: 'Hi', hidden: false });
  expect(body('message.created', { request, message: { ...message, audience: 'service' } }).data.message.hidden).toBe(
    true,
  );
});

it.each([
  ['message.created', { request, message: { _id: 'M', audience: 'own' } }],
  ['message.created', { request, message: { _id: 'M', audience: 'team' } }],
  ['message.created', { request, message: { _id: 'M', audience: 'private' } }],
  ['message.created', { request, message: { _id: 'M', audience: 'all', imported: true } }],
  ['request.created', { request, imported: true }],
  ['request.created', { erased: true }],
  ['request.rated', { request }],
])('does not deliver %s %j', (type, data) => {
  expect(call(type, data)).toBeUndefined();
});
