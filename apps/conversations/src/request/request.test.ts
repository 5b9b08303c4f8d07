import { RequestStatus } from '@parley/contracts';

import { supportRequest } from '../../test/support-request.ts';
import type { NewMessage } from '../message/message.ts';
import type { Change } from './change.ts';
import { edit } from './edit.ts';
import type { Facts } from './facts.ts';
import { close, reopen } from './lifecycle.ts';
import { add, claim, remove, set } from './membership.ts';
import { type Opening, open } from './opening.ts';
import { receive } from './receive.ts';
import { releaseBot } from './releasing.ts';
import type { RequestWithCopies } from './request.copies.ts';
import { isWaitingForHuman, type SupportRequest } from './request.ts';
import type { Candidate, Roster } from './roster.ts';
import { assignRequest, handOff, route, serveFromQueue } from './routing.ts';
import { type Seat, seatDeltas } from './seats.ts';

const at = new Date(Date.UTC(2026, 0, 2, 13));
const { temporary, unserved, abandoned, served, closed } = RequestStatus;

const person = (idUser: string, facts: Partial<Candidate> = {}): Candidate => ({
  idUser,
  teammateId: `tm-${idUser}`,
  fullname: idUser,
  available: true,
  limit: null,
  ...facts,
});

const roster = (facts: Partial<Roster> & { bot?: string; routing?: string } = {}): Roster => {
  const { bot = null, routing = 'assigned', ...more } = facts;
  return {
    source: 'fresh',
    version: 1,
    department: { id: 'd1', routing, bot, record: { _id: 'd1' } },
    candidates: [person('linus')],
    open: true,
    nextChangeAt: null,
    groupDisabled: false,
    reopenWindowHours: 720,
    defaultLimit: null,
    ...more,
  };
};

interface World {
  roster?: Roster;
  seats?: Record<string, Partial<Seat>>;
  by?: string;
  awaited?: string[];
}

function facts({ roster: staff = roster(), seats = {}, by = 'linus', awaited = [] }: World = {}): Facts {
  const book = new Map(
    Object.entries(seats).map(([id, seat]) => [id, { held: 0, lastAssignedAt: null, ...seat }] as const),
  );
  const pass = { at, seats: book, awaited: new Set(awaited), roster: staff };
  return {
    at,
    seats: () => book,
    routing: () => pass,
    teammateOf: (id) => `tm-${id}`,
    reopening: () => ({
      ...pass,
      by,
      livingBots: new Set(['bot_b1']),
      people: new Map(staff.candidates.map((one) => [one.idUser, one])),
    }),
  };
}

const moveFacts = (world: World = {}) => ({ ...facts(world), seats: facts(world).seats([]) });
const nobodyFree = roster({ candidates: [person('linus', { available: false })] });
const allLeft = roster({ candidates: [person('grace')] });
const agent = { id: 'linus', supervisor: false };
const admin = { id: 'ada', supervisor: true };

const fresh = (more: Partial<RequestWithCopies>) =>
  supportRequest({ humanServed: false, waitingTime: null, requesterFirstAt: null, ...more });
/** A request in each state that the table of contract 20 section 5 has a column for. */
const states = {
  preflight: fresh({ status: temporary, preflight: true, participants: [], hasBot: false }),
  parked: fresh({ status: temporary, participants: [], hasBot: false }),
  unserved: fresh({ status: unserved, participants: [], hasBot: false }),
  abandoned: fresh({
    status: abandoned,
    participants: [],
    hasBot: false,
    abandonedBy: { 'tm-grace': 1 },
  }),
  human: fresh({ status: served, participants: ['grace'], hasBot: false, humanServed: true }),
  bot: fresh({ status: served, participants: ['bot_b1'], hasBot: true }),
  closed: fresh({
    status: closed,
    participants: ['grace'],
    hasBot: false,
    humanServed: true,
    closedAt: new Date(at.getTime() - 3_600_000),
    closedBy: 'grace',
    duration: 1,
  }),
};
type State = keyof typeof states;

const message = (more: Partial<NewMessage> = {}): NewMessage => ({
  side: 'requester',
  createdBy: 'visitor',
  sender: 'visitor',
  senderFullname: 'Zoe',
  text: 'Are you there?',
  type: 'text',
  metadata: null,
  attributes: {},
  language: null,
  channel: null,
  externalId: null,
  audience: 'all',
  ...more,
});

const withGrace = roster({ candidates: [person('grace')] });
const pass = (world: World = {}) => facts(world).routing(null);
const how = { nobot: false, source: 'departments', comment: 'routeRequest' };

const turn = (request: SupportRequest, status: RequestStatus) =>
  edit(request, { fields: {}, status }, 'linus', facts());

const operations = {
  'visible message of the requester': (request: SupportRequest) => receive(request, [{ message: message() }], facts()),
  'message of somebody else': (request: SupportRequest) =>
    receive(request, [{ message: message({ side: 'bot', sender: 'bot_b1', audience: 'team' }) }], facts()),
  'route to a human': (request: SupportRequest) => route(request, roster(), how, pass()),
  'route to a bot': (request: SupportRequest) => route(request, roster({ bot: 'b1' }), how, pass()),
  'route to nobody': (request: SupportRequest) => route(request, nobodyFree, how, pass({ roster: nobodyFree })),
  assign: (request: SupportRequest) => assignRequest(request, roster(), { ...how, comment: 'assignRequest' }, pass()),
  'hand off': (request: SupportRequest) => handOff(request, roster(), { ...how, nobot: true, source: 'agent' }, pass()),
  'queue pass with somebody free': (request: SupportRequest) => serveFromQueue(request, roster(), pass()),
  'queue pass with nobody there': (request: SupportRequest) =>
    serveFromQueue(request, nobodyFree, pass({ roster: nobodyFree })),
  'queue pass after all have left': (request: SupportRequest) =>
    serveFromQueue({ ...request, abandonedBy: { 'tm-grace': 1 } }, allLeft, pass({ roster: allLeft })),
  'add a human': (request: SupportRequest) => add(request, { member: 'linus', limit: null }, agent, moveFacts()),
  claim: (request: SupportRequest) => claim(request, { member: 'linus', limit: null }, moveFacts()),
  'add a bot': (request: SupportRequest) => add(request, { member: 'bot_b2', limit: null }, agent, moveFacts()),
  'set others': (request: SupportRequest) => set(request, [{ member: 'linus', limit: null }], admin, moveFacts()),
  'set nobody': (request: SupportRequest) => set(request, [], admin, moveFacts()),
  'remove the last one': (request: SupportRequest) =>
    remove(
      request,
      request.participants[0] ?? '',
      { reason: 'removed', source: 'participants', comment: 'removeParticipant' },
      moveFacts(),
    ),
  close: (request: SupportRequest) => close(request, 'linus', at),
  reopen: (request: SupportRequest) => reopen(request, facts().reopening(request)),
  'replace the bot': (request: SupportRequest) =>
    set(request, [{ member: 'bot_b2', limit: null }], agent, moveFacts(), {
      source: 'replace',
      comment: 'replaceBot',
      assignmentType: 'manual_reassign_bot',
    }),
  'the bot is trashed': (request: SupportRequest) => releaseBot(request, 'bot_b1', facts()),
  'patch 50': (request: SupportRequest) => turn(request, temporary),
  'patch 100': (request: SupportRequest) => turn(request, unserved),
  'patch 200': (request: SupportRequest) => turn(request, served),
  'patch 1000': (request: SupportRequest) => turn(request, closed),
} satisfies Record<string, (request: SupportRequest) => Change>;
type Operation = keyof typeof operations;

interface Told {
  status: number;
  participants: string[];
  /** Without `request.`; `-` is a declared no-op. */
  events: string;
}

function outcome(run: () => Change): Told | string {
  try {
    const { next, events, current } = run();
    const { status, participants, hasBot } = next;
    // Invariants of section 4.1, after every step.
    expect(status === served).toBe(status !== closed && participants.length > 0);
    expect(hasBot).toBe(participants.some((member) => member.startsWith('bot_')));
    expect(
      [next.closedAt, next.closedBy, next.duration].every((value) => (value !== null) === (status === closed)),
    ).toBe(true);
    const told = events.map(({ type }) => type.replace('request.', '')).join(' ');
    expect(next === current || events.length > 0 || told === '').toBe(true);
    return { status, participants, events: told || '-' };
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

const joined = 'participant_joined assigned';
const toLinus = { status: served, participants: ['linus'] };
const toBot = { status: served, participants: ['bot_b1'] };
const toSecondBot = { status: served, participants: ['bot_b2'] };
const toNobody = { status: unserved, participants: [] };
const same = (state: State): Told => ({
  status: states[state].status,
  participants: states[state].participants,
  events: '-',
});

/** The cells of contract 20 section 5: what is not listed for a state is `=`. */
const table: Record<Operation, Partial<Record<State, Told | string>>> = {
  'visible message of the requester': {
    preflight: { ...toLinus, events: `routed ${joined} updated` },
    closed: { ...toLinus, events: `reopened participant_left unassigned routed ${joined} updated` },
  },
  'message of somebody else': {},
  'route to a human': {
    preflight: { ...toLinus, events: `routed ${joined} updated` },
    parked: { ...toLinus, events: `routed ${joined} updated` },
    unserved: { ...toLinus, events: `routed ${joined} updated` },
    abandoned: { ...toLinus, events: `routed ${joined} updated` },
    human: { ...toLinus, events: `routed participant_left unassigned ${joined} updated` },
    bot: { ...toLinus, events: `routed participant_left ${joined} updated` },
    closed: 'request_closed',
  },
  'route to a bot': {
    preflight: { ...toBot, events: 'routed participant_joined updated' },
    parked: { ...toBot, events: 'routed participant_joined updated' },
    unserved: { ...toBot, events: 'routed participant_joined updated' },
    abandoned: { ...toBot, events: 'routed participant_joined updated' },
    // A human has served: no bot takes it first.
    human: { ...toLinus, events: `routed participant_left unassigned ${joined} updated` },
    closed: 'request_closed',
  },
  'route to nobody': {
    preflight: { ...toNobody, events: 'routed updated' },
    parked: { ...toNobody, events: 'routed updated' },
    abandoned: { ...toNobody, events: 'routed updated' },
    human: { ...toNobody, events: 'routed participant_left unassigned updated' },
    bot: { ...toNobody, events: 'routed participant_left updated' },
    closed: 'request_closed',
  },
  assign: {
    preflight: { ...toLinus, events: `routed ${joined} updated` },
    parked: { ...toLinus, events: `routed ${joined} updated` },
    unserved: { ...toLinus, events: `routed ${joined} updated` },
    abandoned: { ...toLinus, events: `routed ${joined} updated` },
  },
  'hand off': {
    preflight: { ...toLinus, events: `routed ${joined} updated` },
    parked: { ...toLinus, events: `routed ${joined} updated` },
    unserved: { ...toLinus, events: `routed ${joined} updated` },
    abandoned: { ...toLinus, events: `routed ${joined} updated` },
    bot: { ...toLinus, events: `routed participant_left ${joined} updated` },
    closed: 'request_closed',
  },
  'queue pass with somebody free': {
    unserved: { ...toLinus, events: `${joined} updated` },
    abandoned: { ...toLinus, events: `${joined} updated` },
  },
  'queue pass with nobody there': {},
  'queue pass after all have left': { unserved: { status: abandoned, participants: [], events: 'abandoned updated' } },
  'add a human': {
    preflight: { ...toLinus, events: `${joined} updated` },
    parked: { ...toLinus, events: `${joined} updated` },
    unserved: { ...toLinus, events: `${joined} updated` },
    abandoned: { ...toLinus, events: `${joined} updated` },
    human: { status: served, participants: ['grace', 'linus'], events: `${joined} updated` },
    bot: { ...toLinus, events: `${joined} participant_left updated` },
    closed: 'request_closed',
  },
  claim: {
    preflight: { ...toLinus, events: `${joined} updated` },
    parked: { ...toLinus, events: `${joined} updated` },
    unserved: { ...toLinus, events: `${joined} updated` },
    abandoned: { ...toLinus, events: `${joined} updated` },
    human: 'already_claimed',
    bot: { ...toLinus, events: `${joined} participant_left updated` },
    closed: 'request_closed',
  },
  'add a bot': {
    preflight: { status: served, participants: ['bot_b2'], events: 'participant_joined updated' },
    parked: { status: served, participants: ['bot_b2'], events: 'participant_joined updated' },
    unserved: { status: served, participants: ['bot_b2'], events: 'participant_joined updated' },
    abandoned: { status: served, participants: ['bot_b2'], events: 'participant_joined updated' },
    human: { status: served, participants: ['grace', 'bot_b2'], events: 'participant_joined updated' },
    bot: { status: served, participants: ['bot_b1', 'bot_b2'], events: 'participant_joined updated' },
    closed: 'request_closed',
  },
  'set others': {
    preflight: { ...toLinus, events: `${joined} updated` },
    parked: { ...toLinus, events: `${joined} updated` },
    unserved: { ...toLinus, events: `${joined} updated` },
    abandoned: { ...toLinus, events: `${joined} updated` },
    human: { ...toLinus, events: `participant_left unassigned ${joined} updated` },
    bot: { ...toLinus, events: `participant_left ${joined} updated` },
    closed: 'request_closed',
  },
  'set nobody': {
    human: { ...toNobody, events: 'participant_left unassigned updated' },
    bot: { ...toNobody, events: 'participant_left updated' },
    closed: 'request_closed',
  },
  'remove the last one': {
    human: { ...toNobody, events: 'participant_left unassigned updated' },
    bot: { ...toNobody, events: 'participant_left updated' },
    closed: { status: closed, participants: [], events: 'participant_left unassigned updated' },
  },
  close: {
    preflight: { status: closed, participants: [], events: 'closed updated' },
    parked: { status: closed, participants: [], events: 'closed updated' },
    unserved: { status: closed, participants: [], events: 'closed updated' },
    abandoned: { status: closed, participants: [], events: 'closed updated' },
    human: { status: closed, participants: ['grace'], events: 'closed updated' },
    bot: { status: closed, participants: ['bot_b1'], events: 'closed updated' },
  },
  reopen: {
    preflight: { ...toLinus, events: `reopened routed ${joined} updated` },
    parked: { ...toLinus, events: `reopened routed ${joined} updated` },
    abandoned: { ...toLinus, events: `reopened routed ${joined} updated` },
    closed: { ...toLinus, events: `reopened participant_left unassigned routed ${joined} updated` },
  },
  'replace the bot': {
    preflight: { ...toSecondBot, events: 'participant_joined updated' },
    parked: { ...toSecondBot, events: 'participant_joined updated' },
    unserved: { ...toSecondBot, events: 'participant_joined updated' },
    abandoned: { ...toSecondBot, events: 'participant_joined updated' },
    human: { ...toSecondBot, events: 'participant_left unassigned participant_joined updated' },
    bot: { ...toSecondBot, events: 'participant_left participant_joined updated' },
    closed: 'request_closed',
  },
  'the bot is trashed': { bot: { ...toLinus, events: `routed participant_left ${joined} updated` } },
  'patch 50': {
    unserved: { status: temporary, participants: [], events: 'updated' },
    abandoned: { status: temporary, participants: [], events: 'updated' },
    human: 'status_not_allowed',
    bot: 'status_not_allowed',
    closed: 'request_closed',
  },
  'patch 100': {
    preflight: { ...toLinus, events: `reopened routed ${joined} updated` },
    parked: { ...toLinus, events: `reopened routed ${joined} updated` },
    abandoned: { ...toLinus, events: `reopened routed ${joined} updated` },
    human: { ...toNobody, events: 'participant_left unassigned updated' },
    bot: { ...toNobody, events: 'participant_left updated' },
    closed: { ...toLinus, events: `reopened participant_left unassigned routed ${joined} updated` },
  },
  'patch 200': {
    preflight: 'no_participant',
    parked: 'no_participant',
    unserved: 'no_participant',
    abandoned: 'no_participant',
    closed: { ...toLinus, events: `reopened participant_left unassigned routed ${joined} updated` },
  },
  'patch 1000': {
    preflight: { status: closed, participants: [], events: 'closed updated' },
    parked: { status: closed, participants: [], events: 'closed updated' },
    unserved: { status: closed, participants: [], events: 'closed updated' },
    abandoned: { status: closed, participants: [], events: 'closed updated' },
    human: { status: closed, participants: ['grace'], events: 'closed updated' },
    bot: { status: closed, participants: ['bot_b1'], events: 'closed updated' },
  },
};

const cells = (Object.keys(operations) as Operation[]).flatMap((operation) =>
  (Object.keys(states) as State[]).map((state) => [operation, state] as const),
);

it.each(cells)('%s on a request that is %s does what the table says', (operation, state) => {
  expect(outcome(() => operations[operation](states[state]))).toEqual(table[operation][state] ?? same(state));
});

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
  const opened = (more: Partial<Opening>, staff: Roster | null = roster(), awaited: string[] = []) =>
    outcome(() => {
      const change = open(
        { ...opening, ...more },
        { at, by: agent, seats: new Map(), roster: staff, awaited: new Set(awaited), source: 'create' },
      );
      expect(change.lines).toEqual([]);
      return change;
    });

  it.each([
    ['somebody is free', {}, roster(), { ...toLinus, events: `created ${joined}` }],
    ['the department has a bot', {}, roster({ bot: 'b1' }), { ...toBot, events: 'created participant_joined' }],
    ['nobody is available', {}, nobodyFree, { ...toNobody, events: 'created' }],
    ['the project is closed', {}, roster({ open: false }), { ...toNobody, events: 'created' }],
    ['the department is pooled', {}, roster({ routing: 'pooled' }), { ...toNobody, events: 'created' }],
    ['it is parked', { parked: true }, roster(), { status: temporary, participants: [], events: 'created' }],
    ['it has not begun', { preflight: true }, roster(), { status: temporary, participants: [], events: 'created' }],
    [
      'it has not begun and there is a bot',
      { preflight: true },
      roster({ bot: 'b1' }),
      { ...toBot, events: 'created participant_joined' },
    ],
    [
      'people are named',
      { participants: [{ member: 'linus', limit: null }] },
      null,
      { ...toLinus, events: `created ${joined}` },
    ],
    ['it is imported', { imported }, null, { ...toNobody, events: 'created' }],
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
    expect(opened({}, roster(), ['linus'])).toEqual({ ...toNobody, events: 'created' });
  });

  it('holds no seat while it is a draft', () => {
    const draft = open(
      { ...opening, sourcePage: 'https://x.example/?td_draft=true' },
      { at, by: agent, seats: new Map(), roster: roster(), awaited: new Set(), source: 'create' },
    );
    expect(draft.next).toMatchObject({ draft: true, status: served, participants: ['linus'] });
    expect(seatDeltas(null, draft.next, ['linus'])).toEqual([]);
  });
});

describe('who is chosen', () => {
  const team = ['a', 'b', 'c'].map((id) => person(id));
  const winner = (world: World & { roster: Roster }, request = states.unserved) => {
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

describe('times', () => {
  const said = (side: NewMessage['side'], audience: NewMessage['audience'] = 'all') =>
    receive(states.human, [{ message: message({ side, audience }) }], facts()).next;

  it('a human who answers ends the wait, a bot or the requester does not', () => {
    const waited = at.getTime() - states.human.createdAt.getTime();
    expect(said('human')).toMatchObject({ waitingTime: waited, firstResponseAt: at });
    expect(said('bot')).toMatchObject({ waitingTime: null, firstResponseAt: at });
    expect(said('requester')).toMatchObject({ waitingTime: null, firstResponseAt: null });
    expect(said('human', 'private')).toMatchObject({ waitingTime: null, firstResponseAt: null });
  });

  it('are set once', () => {
    const answered = supportRequest({ ...states.human, waitingTime: 5, firstResponseAt: new Date(5) });
    const { next, events } = receive(answered, [{ message: message({ side: 'human' }) }], facts());
    expect(next).toMatchObject({ waitingTime: 5, firstResponseAt: new Date(5) });
    expect(events).toEqual([]);
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

it('lets a pending request be worked on again when the requester writes', () => {
  const pending = supportRequest({ ...states.human, workingStatus: 'pending' });
  expect(receive(pending, [{ message: message() }], facts()).next.workingStatus).toBe('open');
});

it('parks a request out of the reach of the queue, and takes it back with a route', () => {
  const parked = turn(states.abandoned, temporary).next;
  expect(isWaitingForHuman(parked)).toBe(false);
  expect(outcome(() => serveFromQueue(parked, roster(), pass()))).toMatchObject({ events: '-' });
  expect(outcome(() => route(parked, roster(), how, pass()))).toMatchObject(toLinus);
});

it('a trashed bot leaves a human alone, and what has not begun as it was before', () => {
  const both = supportRequest({ ...states.human, participants: ['grace', 'bot_b1'], hasBot: true });
  const { next, events } = releaseBot(both, 'bot_b1', facts());
  expect(next).toMatchObject({ status: served, participants: ['grace'] });
  expect(events[0]?.data).toMatchObject({ member: 'bot_b1', reason: 'bot_removed' });
  const silent = supportRequest({ ...states.bot, preflight: true });
  expect(outcome(() => releaseBot(silent, 'bot_b1', facts()))).toMatchObject({ status: temporary, participants: [] });
});
