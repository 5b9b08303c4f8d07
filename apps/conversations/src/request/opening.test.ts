import { RequestStatus } from '@parley/contracts';
import { agent, at, joined, noneFree, outcome, routingContext, toBot, toLinus, toNoOne } from '../../test/states.ts';
import { seatDeltas } from '../participant/seats.ts';
import type { RoutingContext } from '../routing/routing-pass.ts';
import { type Opening, open } from './opening.ts';

const { temporary, served, closed } = RequestStatus;

describe('a new request', () => {
  const opening: Opening = {
    projectId: 'p1',
    id: 'r1',
    requestId: 'support-group-p1-r1',
    ticketId: 1,
    createdBy: 'visitor',
    requester: 'visitor',
    requesterTeammate: null,
    leadId: 'lead',
    contact: {},
    snapshot: {},
    firstText: 'Hello',
    subject: null,
    language: null,
    sourcePage: null,
    userAgent: null,
    channel: 'chat21',
    priority: 'normal',
    location: null,
    attributes: {},
    followers: [],
    tags: [],
    smartAssignment: true,
    workingStatus: null,
    preflight: false,
    parked: false,
    participants: [],
    imported: null,
  };
  const imported = { createdAt: at, closedAt: null, closedBy: null, closed: false };
  const opened = (more: Partial<Opening>, staff: RoutingContext | null = routingContext(), awaited: string[] = []) =>
    outcome(() => {
      const change = open(
        { ...opening, ...more },
        { at, by: agent, seats: new Map(), routingContext: staff, awaited: new Set(awaited), source: 'create' },
      );
      expect(change.lines).toEqual([]);
      return change;
    });

  it.each([
    ['an agent is free', {}, routingContext(), { ...toLinus, events: `created ${joined}` }],
    ['the department has a bot', {}, routingContext({ bot: 'b1' }), { ...toBot, events: 'created participant_joined' }],
    ['no agent is available', {}, noneFree, { ...toNoOne, events: 'created' }],
    ['the project is closed', {}, routingContext({ open: false }), { ...toNoOne, events: 'created' }],
    ['the department is pooled', {}, routingContext({ routing: 'pooled' }), { ...toNoOne, events: 'created' }],
    ['it is parked', { parked: true }, routingContext(), { status: temporary, participants: [], events: 'created' }],
    [
      'it has not begun',
      { preflight: true },
      routingContext(),
      { status: temporary, participants: [], events: 'created' },
    ],
    [
      'it has not begun and there is a bot',
      { preflight: true },
      routingContext({ bot: 'b1' }),
      { ...toBot, events: 'created participant_joined' },
    ],
    [
      'people are named',
      { participants: [{ member: 'linus', limit: null }] },
      null,
      { ...toLinus, events: `created ${joined}` },
    ],
    ['it is imported', { imported }, null, { ...toNoOne, events: 'created' }],
    [
      'it is imported as served',
      { imported, participants: [{ member: 'linus', limit: 0 }] },
      null,
      { ...toLinus, events: 'created' },
    ],
    [
      'it is imported as closed',
      { imported: { ...imported, closed: true } },
      null,
      { status: closed, participants: [], events: 'created' },
    ],
  ])('when %s', (_when, more, staff, expected) => {
    expect(opened(more, staff)).toEqual(expected);
  });

  it('waits behind an older one that the same person could take', () => {
    expect(opened({}, routingContext(), ['linus'])).toEqual({ ...toNoOne, events: 'created' });
  });

  it('holds no seat while it is a draft', () => {
    const draft = open(
      { ...opening, sourcePage: 'https://x.example/?td_draft=true' },
      { at, by: agent, seats: new Map(), routingContext: routingContext(), awaited: new Set(), source: 'create' },
    );
    expect(draft.next).toMatchObject({ draft: true, status: served, participants: ['linus'] });
    expect(seatDeltas(null, draft.next, ['linus'])).toEqual([]);
  });
});
