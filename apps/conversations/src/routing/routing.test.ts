import { type FactsInput, how, pass, person, routingContext, states } from '../../test/states.ts';
import { route, serveFromQueue } from './routing.ts';
import type { RoutingContext } from './routing-pass.ts';

describe('who is chosen', () => {
  const team = ['a', 'b', 'c'].map((id) => person(id));
  const winner = (world: FactsInput & { routingContext: RoutingContext }, request = states.unserved) => {
    const { events } = serveFromQueue(request, world.routingContext, pass(world));
    return events.find(({ type }) => type === 'request.assigned')?.data.assigneeId;
  };

  it('is the candidate with the fewest seats', () => {
    const seats = { a: { held: 2 }, b: { held: 1 }, c: { held: 3 } };
    expect(winner({ routingContext: routingContext({ candidates: team }), seats })).toBe('b');
  });

  it('among equals, is the one idle longest since the last assignment, never assigned first', () => {
    const seats = { a: { lastAssignedAt: new Date(2) }, b: { lastAssignedAt: new Date(1) } };
    expect(winner({ routingContext: routingContext({ candidates: team }), seats })).toBe('c');
    expect(winner({ routingContext: routingContext({ candidates: team.slice(0, 2) }), seats })).toBe('b');
  });

  it('is never a candidate who is unavailable, at capacity, or has left it', () => {
    const candidates = [person('a', { available: false }), person('b', { limit: 1 }), person('grace'), person('d')];
    const world = { routingContext: routingContext({ candidates }), seats: { b: { held: 1 }, d: { held: 9 } } };
    expect(winner(world, states.abandoned)).toBe('d');
  });

  it('stays the agent who already serves it, in the same department', () => {
    const staff = routingContext({ candidates: [person('linus'), person('grace')] });
    expect(route(states.human, staff, how, pass({ routingContext: staff })).events).toEqual([]);
  });

  it('comes last in another department when they already serve it', () => {
    const elsewhere = routingContext({ candidates: [person('grace'), person('linus')] });
    elsewhere.department.id = 'd2';
    const { next, events } = route(
      states.human,
      elsewhere,
      how,
      pass({ routingContext: elsewhere, seats: { linus: { held: 5 } } }),
    );
    expect(next).toMatchObject({ participants: ['linus'], departmentId: 'd2', abandonedBy: {} });
    expect(events[0]?.data).toMatchObject({ department: 'd2', previousDepartment: 'd1' });
  });

  it('is no one in a department where all are at capacity, which is not abandonment', () => {
    const staff = routingContext({ candidates: [person('a', { limit: 0 })] });
    expect(serveFromQueue(states.unserved, staff, pass({ routingContext: staff })).events).toEqual([]);
  });
});
