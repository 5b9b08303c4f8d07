import { RequestStatus } from '@parley/contracts';
import type { Seat } from '../src/participant/seats.ts';
import type { Facts } from '../src/request/facts.ts';
import type { Change } from '../src/request-state/change.ts';
import type { NewMessage } from '../src/request-state/message.ts';
import type { RequestWithCopies } from '../src/request-state/request.copies.ts';
import type { Candidate, RoutingContext } from '../src/routing/routing-pass.ts';
import { supportRequest } from './support-request.ts';

const { temporary, unserved, abandoned, served, closed } = RequestStatus;

export const at = new Date(Date.UTC(2026, 0, 2, 13));

export const person = (idUser: string, facts: Partial<Candidate> = {}): Candidate => ({
  idUser,
  teammateId: `tm-${idUser}`,
  fullname: idUser,
  available: true,
  limit: null,
  ...facts,
});

export const routingContext = (
  facts: Partial<RoutingContext> & { bot?: string; routing?: string } = {},
): RoutingContext => {
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

export interface FactsInput {
  routingContext?: RoutingContext;
  seats?: Record<string, Partial<Seat>>;
  by?: string;
  awaited?: string[];
}

export function facts({
  routingContext: staff = routingContext(),
  seats = {},
  by = 'linus',
  awaited = [],
}: FactsInput = {}): Facts {
  const book = new Map(
    Object.entries(seats).map(([id, seat]) => [id, { held: 0, lastAssignedAt: null, ...seat }] as const),
  );
  const pass = { at, seats: book, awaited: new Set(awaited), routingContext: staff };
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

export const moveFacts = (world: FactsInput = {}) => ({ ...facts(world), seats: facts(world).seats([]) });
export const noneFree = routingContext({ candidates: [person('linus', { available: false })] });
export const allLeft = routingContext({ candidates: [person('grace')] });
export const agent = { id: 'linus', supervisor: false };
export const admin = { id: 'ada', supervisor: true };

const fresh = (more: Partial<RequestWithCopies>) =>
  supportRequest({ humanServed: false, waitingTime: null, requesterFirstAt: null, ...more });
/** A request in each state that the table of contract 20 section 5 has a column for. */
export const states = {
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
export type State = keyof typeof states;

export const message = (more: Partial<NewMessage> = {}): NewMessage => ({
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

export const withGrace = routingContext({ candidates: [person('grace')] });
export const pass = (world: FactsInput = {}) => facts(world).routing(null);
export const how = { nobot: false, source: 'departments', comment: 'routeRequest' };

export interface StepResult {
  status: number;
  participants: string[];
  /** Without `request.`; `-` is a declared no-op. */
  events: string;
}

/** What a step leads to, or the code of its refusal. */
export function outcome(run: () => Change): StepResult | string {
  try {
    const { next, events, current } = run();
    const { status, participants, hasBot } = next;
    // Invariants of section 4.1, after every step.
    expect(status === served).toBe(status !== closed && participants.length > 0);
    expect(hasBot).toBe(participants.some((member) => member.startsWith('bot_')));
    expect(
      [next.closedAt, next.closedBy, next.duration].every((value) => (value !== null) === (status === closed)),
    ).toBe(true);
    const announced = events.map(({ type }) => type.replace('request.', '')).join(' ');
    expect(next === current || events.length > 0 || announced === '').toBe(true);
    return { status, participants, events: announced || '-' };
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

export const joined = 'participant_joined assigned';
export const toLinus = { status: served, participants: ['linus'] };
export const toBot = { status: served, participants: ['bot_b1'] };
export const toSecondBot = { status: served, participants: ['bot_b2'] };
export const toNoOne = { status: unserved, participants: [] };
export const same = (state: State): StepResult => ({
  status: states[state].status,
  participants: states[state].participants,
  events: '-',
});
