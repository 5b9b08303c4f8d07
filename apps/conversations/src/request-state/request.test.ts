import { RequestStatus } from '@parley/contracts';
import {
  admin,
  agent,
  allLeft,
  at,
  facts,
  how,
  joined,
  message,
  moveFacts,
  noneFree,
  outcome,
  pass,
  routingContext,
  type State,
  type StepResult,
  same,
  states,
  toBot,
  toLinus,
  toNoOne,
  toSecondBot,
} from '../../test/states.ts';
import { add, claim, remove, set } from '../participant/membership.ts';
import { edit } from '../request/edit.ts';
import { close, reopen } from '../request/lifecycle.ts';
import { receive } from '../request/receive.ts';
import { releaseBot } from '../request/releasing.ts';
import { assignRequest, handOff, route, serveFromQueue } from '../routing/routing.ts';
import type { Change } from './change.ts';
import { isWaitingForHuman, type SupportRequest } from './request.ts';

const { temporary, unserved, abandoned, served, closed } = RequestStatus;

const turn = (request: SupportRequest, status: RequestStatus) =>
  edit(request, { fields: {}, status }, 'linus', facts());

const operations = {
  'visible message of the requester': (request: SupportRequest) => receive(request, [{ message: message() }], facts()),
  'message of another sender': (request: SupportRequest) =>
    receive(request, [{ message: message({ side: 'bot', sender: 'bot_b1', audience: 'team' }) }], facts()),
  'route to a human': (request: SupportRequest) => route(request, routingContext(), how, pass()),
  'route to a bot': (request: SupportRequest) => route(request, routingContext({ bot: 'b1' }), how, pass()),
  'route to no one': (request: SupportRequest) => route(request, noneFree, how, pass({ routingContext: noneFree })),
  assign: (request: SupportRequest) =>
    assignRequest(request, routingContext(), { ...how, comment: 'assignRequest' }, pass()),
  'hand off': (request: SupportRequest) =>
    handOff(request, routingContext(), { ...how, nobot: true, source: 'agent' }, pass()),
  'queue pass with a free agent': (request: SupportRequest) => serveFromQueue(request, routingContext(), pass()),
  'queue pass without agents': (request: SupportRequest) =>
    serveFromQueue(request, noneFree, pass({ routingContext: noneFree })),
  'queue pass after all have left': (request: SupportRequest) =>
    serveFromQueue({ ...request, abandonedBy: { 'tm-grace': 1 } }, allLeft, pass({ routingContext: allLeft })),
  'add a human': (request: SupportRequest) => add(request, { member: 'linus', limit: null }, agent, moveFacts()),
  claim: (request: SupportRequest) => claim(request, { member: 'linus', limit: null }, moveFacts()),
  'add a bot': (request: SupportRequest) => add(request, { member: 'bot_b2', limit: null }, agent, moveFacts()),
  'set others': (request: SupportRequest) => set(request, [{ member: 'linus', limit: null }], admin, moveFacts()),
  'set no participants': (request: SupportRequest) => set(request, [], admin, moveFacts()),
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

/** The cells of contract 20 section 5: what is not listed for a state is `=`. */
const table: Record<Operation, Partial<Record<State, StepResult | string>>> = {
  'visible message of the requester': {
    preflight: { ...toLinus, events: `routed ${joined} updated` },
    closed: { ...toLinus, events: `reopened participant_left unassigned routed ${joined} updated` },
  },
  'message of another sender': {},
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
  'route to no one': {
    preflight: { ...toNoOne, events: 'routed updated' },
    parked: { ...toNoOne, events: 'routed updated' },
    abandoned: { ...toNoOne, events: 'routed updated' },
    human: { ...toNoOne, events: 'routed participant_left unassigned updated' },
    bot: { ...toNoOne, events: 'routed participant_left updated' },
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
  'queue pass with a free agent': {
    unserved: { ...toLinus, events: `${joined} updated` },
    abandoned: { ...toLinus, events: `${joined} updated` },
  },
  'queue pass without agents': {},
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
  'set no participants': {
    human: { ...toNoOne, events: 'participant_left unassigned updated' },
    bot: { ...toNoOne, events: 'participant_left updated' },
    closed: 'request_closed',
  },
  'remove the last one': {
    human: { ...toNoOne, events: 'participant_left unassigned updated' },
    bot: { ...toNoOne, events: 'participant_left updated' },
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
    bot: 'status_not_allowed',
    closed: 'request_closed',
  },
  'patch 100': {
    preflight: { ...toLinus, events: `reopened routed ${joined} updated` },
    parked: { ...toLinus, events: `reopened routed ${joined} updated` },
    abandoned: { ...toLinus, events: `reopened routed ${joined} updated` },
    human: { ...toNoOne, events: 'participant_left unassigned updated' },
    bot: { ...toNoOne, events: 'participant_left updated' },
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

it('parks a request out of the reach of the queue, and takes it back with a route', () => {
  const parked = turn(states.abandoned, temporary).next;
  expect(isWaitingForHuman(parked)).toBe(false);
  expect(outcome(() => serveFromQueue(parked, routingContext(), pass()))).toMatchObject({ events: '-' });
  expect(outcome(() => route(parked, routingContext(), how, pass()))).toMatchObject(toLinus);
});
