import { admin, agent, moveFacts, outcome, states } from '../../test/states.ts';
import { supportRequest } from '../../test/support-request.ts';
import { add, claim } from './membership.ts';
import { seatDeltas } from './seats.ts';

describe('seats', () => {
  it.each([
    [
      'taken when a human enters',
      states.unserved,
      states.human,
      [{ id_user: 'grace', held: 1, assigned: false, most: null }],
    ],
    [
      'freed when it closes',
      states.human,
      states.closed,
      [{ id_user: 'grace', held: -1, assigned: false, most: null }],
    ],
    ['not taken by a bot', states.unserved, states.bot, []],
    [
      'freed while it is pending',
      states.human,
      supportRequest({ ...states.human, workingStatus: 'pending' }),
      [{ id_user: 'grace', held: -1, assigned: false, most: null }],
    ],
  ])('are %s', (_when, before, after, deltas) => {
    expect(seatDeltas(before, after, [])).toEqual(deltas);
  });

  it('are refused to an agent at the limit and given on the word of a supervisor', () => {
    const world = moveFacts({ seats: { linus: { held: 2 } } });
    const joiner = { member: 'linus', limit: 2 };
    expect(outcome(() => add(states.unserved, joiner, agent, world))).toBe('capacity_reached');
    expect(outcome(() => claim(states.unserved, joiner, world))).toBe('capacity_reached');
    const { events } = add(states.unserved, joiner, admin, world);
    expect(events[1]?.data.decision).toMatchObject({ over_capacity: true });
  });
});
