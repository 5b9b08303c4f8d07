import {
  EndUserRequest,
  PlainRequest,
  RequestInEvent,
  RequestRecord,
  RequestStatus,
  type Role,
} from '@parley/contracts';

import { caller } from '../../test/rows.ts';
import { supportRequest } from '../../test/support-request.ts';
import { endUserFormOf, formFor, requestInEvent, viewRequest } from './request.view.ts';

it.each<[Role, boolean, string]>([
  ['owner', false, 'full'],
  ['agent', true, 'plain'],
  ['user', true, 'end_user'],
  ['guest', false, 'end_user'],
])('shows %s (no_populate %s) the %s form', (role, noPopulate, form) => {
  expect(formFor(caller('p1', role), noPopulate)).toBe(form);
});

it('shows a bot and a webhook the full form', () => {
  expect(formFor(caller('p1', 'guest', 'b', { kind: 'bot' }))).toBe('full');
  expect(formFor(caller('p1', 'guest', 's', { kind: 'subscription' }))).toBe('full');
});

describe('the full form', () => {
  const view = viewRequest(supportRequest(), 'full');

  it('is the record of the contract', () => {
    expect(RequestRecord.parse(view)).toEqual(view);
  });

  it('splits participants, and shows them as records in their order', () => {
    expect(view).toMatchObject({
      participants: ['grace', 'bot_b1'],
      participantsAgents: ['grace'],
      participantsBots: ['b1'],
      participatingAgents: [{ _id: 'grace', email: 'grace@acme.example' }],
      participatingBots: [{ _id: 'b1', name: 'Helper', attributes: { variables: {} } }],
    });
  });

  it('holds no secret, address or globals of a bot, and no settings of the requester', () => {
    expect(JSON.stringify(view)).not.toMatch(/whsec_|key@bot|globals|hidden/);
  });

  it('leaves out what has no value, but keeps a rating and a waiting time of 0', () => {
    expect(Object.values(view)).not.toContain(undefined);
    expect(view).not.toHaveProperty('closed_at');
    expect(view).toMatchObject({ rating: 0, waiting_time: 0, ticket_id: '12' });
  });

  it('adds to the attributes who has left it, and that all have exactly while it is abandoned', () => {
    const left = supportRequest({ abandonedBy: { m1: 5 } });
    const abandoned = supportRequest({ abandonedBy: { m1: 5 }, status: RequestStatus.abandoned });
    expect(viewRequest(left, 'full').attributes).toEqual({ shop: 'eu', abandoned_by_project_users: { m1: 5 } });
    expect(viewRequest(abandoned, 'full').attributes).toMatchObject({ fully_abandoned: true });
  });

  it('falls back to ids and the snapshot where a copy has not arrived', () => {
    const copies = { lead: null, requester: null, department: null, agents: [], bots: [] };
    const bare = viewRequest(supportRequest({ copies }), 'full');
    expect(bare).toMatchObject({
      lead: { _id: 'lead', lead_id: 'visitor' },
      department: { _id: 'd1', hasBot: false },
      participatingAgents: [{ _id: 'grace', id: 'grace' }],
      participatingBots: [{ _id: 'b1' }],
    });
    expect(bare).not.toHaveProperty('requester');
  });
});

it('shows ids instead of records in the plain form', () => {
  const view = viewRequest(supportRequest(), 'plain');

  expect(PlainRequest.parse(view)).toEqual(view);
  expect(view).toMatchObject({ lead: 'lead', department: 'd1', requester: 'membership', followers: ['follower'] });
  expect(view).not.toHaveProperty('participatingAgents');
});

describe('the form of end users', () => {
  const request = supportRequest({
    status: RequestStatus.closed,
    closedBy: 'grace',
    abandonedBy: { m1: 5 },
    ratingMessage: 'fine',
  });
  const view = viewRequest(request, 'end_user', { transcript: 'everything' });

  it('holds nothing of the team’s, and no transcript', () => {
    const hidden = ['notes', 'followers', 'tags', 'snapshot', 'transcript', 'contact', 'priority', 'closed_by'];
    expect(viewRequest(request, 'full', { transcript: 'everything' })).toMatchObject(
      Object.fromEntries(hidden.map((field) => [field, expect.anything()])),
    );
    for (const field of hidden) expect(view).not.toHaveProperty(field);
    expect(view.attributes).toEqual({ shop: 'eu' });
    expect(JSON.stringify(view)).not.toMatch(/secret|follower|@|abandoned/);
  });

  it('cuts people and bots to their names', () => {
    expect(EndUserRequest.parse(view)).toEqual(view);
    expect(view).toMatchObject({
      requester: { _id: 'membership', firstname: 'Zoe' },
      lead: { _id: 'lead', name: 'Zoe Visitor' },
      participatingAgents: [{ _id: 'grace', firstname: 'Grace', lastname: 'Hopper' }],
      participatingBots: [{ _id: 'b1', name: 'Helper' }],
    });
  });

  it('is made of the full form of an event likewise', () => {
    expect(endUserFormOf(requestInEvent(request, request.copies))).toEqual(view);
  });

  it('shows the public part of the department', () => {
    expect(view.department).toEqual({ _id: 'd1', name: 'Sales', hasBot: true });
  });
});

it('gives events the full form without transcript and candidates', () => {
  const { copies, ...request } = supportRequest();
  const image = requestInEvent(request, copies);

  expect(RequestInEvent.parse(image)).toEqual(image);
  expect(image.snapshot).toEqual({ lead: { _id: 'lead', lead_id: 'visitor' }, availableAgentsCount: 1 });
});

it('adds a transcript only where there is one', () => {
  expect(viewRequest(supportRequest(), 'full', { transcript: '' })).toMatchObject({ transcript: '' });
  expect(viewRequest(supportRequest(), 'full', { transcript: null })).not.toHaveProperty('transcript');
});
