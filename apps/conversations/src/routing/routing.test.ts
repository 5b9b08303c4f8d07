import { type FactsInput, how, pass, person, roster, states } from '../../test/states.ts';
import type { Roster } from './roster.ts';
import { route, serveFromQueue } from './routing.ts';

describe('who is chosen', () => {
  const team = ['a', 'b', 'c'].map((id) => person(id));
  const winner = (world: FactsInput & { roster: Roster }, request = states.unserved) => {
    const { events } = serveFromQueue(request, world.roster, pass(world));
    return events.find(({ type }) => type === 'request.assigned')?.data.assigneeId;
  };

  it('is whoever holds the fewest seats', () => {
    const seats = { a: { held: 2 }, b: { held: 1 }, c: { held: 3 } };
    expect(winner({ roster: roster({ candidates: team }), seats })).toBe('b');
  });

  it('among equals, is whoever waits longest since the last assignment, and first whoever never had one', () => {
    const seats = { a: { lastAssignedAt: new Date(2) }, b: { lastAssignedAt: new Date(1) } };
    expect(winner({ roster: roster({ candidates: team }), seats })).toBe('c');
    expect(winner({ roster: roster({ candidates: team.slice(0, 2) }), seats })).toBe('b');
  });

  it('is nobody who is unavailable, full, or has left it', () => {
    const candidates = [person('a', { available: false }), person('b', { limit: 1 }), person('grace'), person('d')];
    const world = { roster: roster({ candidates }), seats: { b: { held: 1 }, d: { held: 9 } } };
    expect(winner(world, states.abandoned)).toBe('d');
  });

  it('stays whoever serves it already, in the same department', () => {
    const staff = roster({ candidates: [person('linus'), person('grace')] });
    expect(route(states.human, staff, how, pass({ roster: staff })).events).toEqual([]);
  });

  it('comes last into another department when he serves it already', () => {
    const elsewhere = roster({ candidates: [person('grace'), person('linus')] });
    elsewhere.department.id = 'd2';
    const { next, events } = route(
      states.human,
      elsewhere,
      how,
      pass({ roster: elsewhere, seats: { linus: { held: 5 } } }),
    );
    expect(next).toMatchObject({ participants: ['linus'], departmentId: 'd2', abandonedBy: {} });
    expect(events[0]?.data).toMatchObject({ department: 'd2', previousDepartment: 'd1' });
  });

  it('is nobody for a department of people who are at their limit, and that is not abandonment', () => {
    const staff = roster({ candidates: [person('a', { limit: 0 })] });
    expect(serveFromQueue(states.unserved, staff, pass({ roster: staff })).events).toEqual([]);
  });
});
