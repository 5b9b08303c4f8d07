import { RequestStatus } from '@parley/contracts';
import { at, facts, message, outcome, person, roster, same, states, withGrace } from '../../test/states.ts';
import { supportRequest } from '../../test/support-request.ts';
import type { NewMessage } from '../request-state/message.ts';
import { reopen } from './lifecycle.ts';
import { receive } from './receive.ts';

const { unserved, served, closed } = RequestStatus;

describe('reopening', () => {
  it('brings back whoever served it, if he is available and has a seat', () => {
    const { next, events, lines } = reopen(states.closed, facts({ roster: withGrace }).reopening(states.closed));
    expect(next).toMatchObject({ status: served, participants: ['grace'], closedAt: null, assignedAt: at });
    expect(events.map(({ type }) => type)).toEqual(['request.reopened', 'request.assigned', 'request.updated']);
    expect(lines.map(({ key }) => key)).toEqual(['CHAT_REOPENED', 'TOUCHING_OPERATOR']);
  });

  it.each([
    ['unavailable', roster({ candidates: [person('grace', { available: false })] }), {}],
    ['outside the hours', roster({ candidates: [person('grace')], open: false }), {}],
    ['without a seat', roster({ candidates: [person('grace', { limit: 1 })] }), { grace: { held: 1 } }],
  ])('drops whoever is %s', (_why, staff, seats) => {
    const { next } = reopen(states.closed, facts({ roster: staff, seats }).reopening(states.closed));
    expect(next).toMatchObject({ status: unserved, participants: [] });
  });

  it('brings back the one who reopens it himself though he is unavailable', () => {
    const staff = roster({ candidates: [person('grace', { available: false })] });
    const { next } = reopen(states.closed, facts({ roster: staff, by: 'grace' }).reopening(states.closed));
    expect(next).toMatchObject({ status: served, participants: ['grace'] });
  });

  it('brings back the bot if only a bot had served', () => {
    const last = supportRequest({ ...states.closed, participants: ['bot_b1'], hasBot: true, humanServed: false });
    const { next } = reopen(last, facts({ roster: roster({ bot: 'b1' }) }).reopening(last));
    expect(next).toMatchObject({ status: served, participants: ['bot_b1'] });
  });
});

it('refuses a late message of the requester, and reopens nothing for anybody else', () => {
  const window = roster({ reopenWindowHours: 0 });
  const late = (said: NewMessage) =>
    outcome(() => receive(states.closed, [{ message: said }], facts({ roster: window })));
  expect(late(message())).toBe('request_closed');
  expect(late(message({ audience: 'own' }))).toEqual(same('closed'));
  expect(late(message({ side: 'human', sender: 'linus' }))).toMatchObject({ status: closed });
});
