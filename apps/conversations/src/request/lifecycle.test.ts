import { RequestStatus } from '@parley/contracts';
import { at, facts, message, outcome, person, routingContext, same, states, withGrace } from '../../test/states.ts';
import { supportRequest } from '../../test/support-request.ts';
import type { NewMessage } from '../request-state/message.ts';
import { reopen } from './lifecycle.ts';
import { receive } from './receive.ts';

const { unserved, served, closed } = RequestStatus;

describe('reopening', () => {
  it('brings back the agents who served it, if available and below capacity', () => {
    const { next, events, lines } = reopen(
      states.closed,
      facts({ routingContext: withGrace }).reopening(states.closed),
    );
    expect(next).toMatchObject({ status: served, participants: ['grace'], closedAt: null, assignedAt: at });
    expect(events.map(({ type }) => type)).toEqual(['request.reopened', 'request.assigned', 'request.updated']);
    expect(lines.map(({ key }) => key)).toEqual(['CHAT_REOPENED', 'TOUCHING_OPERATOR']);
  });

  it.each([
    ['unavailable', routingContext({ candidates: [person('grace', { available: false })] }), {}],
    ['outside the hours', routingContext({ candidates: [person('grace')], open: false }), {}],
    ['without a seat', routingContext({ candidates: [person('grace', { limit: 1 })] }), { grace: { held: 1 } }],
  ])('drops an agent who is %s', (_why, staff, seats) => {
    const { next } = reopen(states.closed, facts({ routingContext: staff, seats }).reopening(states.closed));
    expect(next).toMatchObject({ status: unserved, participants: [] });
  });

  it('brings back the agent who reopens it, even if unavailable', () => {
    const staff = routingContext({ candidates: [person('grace', { available: false })] });
    const { next } = reopen(states.closed, facts({ routingContext: staff, by: 'grace' }).reopening(states.closed));
    expect(next).toMatchObject({ status: served, participants: ['grace'] });
  });

  it('brings back the bot if only a bot had served', () => {
    const last = supportRequest({ ...states.closed, participants: ['bot_b1'], hasBot: true, humanServed: false });
    const { next } = reopen(last, facts({ routingContext: routingContext({ bot: 'b1' }) }).reopening(last));
    expect(next).toMatchObject({ status: served, participants: ['bot_b1'] });
  });
});

it('refuses a late message of the requester, and reopens for no other sender', () => {
  const window = routingContext({ reopenWindowHours: 0 });
  const late = (said: NewMessage) =>
    outcome(() => receive(states.closed, [{ message: said }], facts({ routingContext: window })));
  expect(late(message())).toBe('request_closed');
  expect(late(message({ audience: 'own' }))).toEqual(same('closed'));
  expect(late(message({ side: 'human', sender: 'linus' }))).toMatchObject({ status: closed });
});
