import { RequestStatus } from '@parley/contracts';

import { initialRequestValues } from '../src/request-state/request.columns.ts';
import type { RequestWithCopies } from '../src/request-state/request.copies.ts';

const noon = new Date(Date.UTC(2026, 0, 2, 12));

/** An open request with everything a request can have, for tests of pure functions. */
export function supportRequest(more: Partial<RequestWithCopies> = {}): RequestWithCopies {
  return {
    ...initialRequestValues,
    projectId: 'p1',
    id: 'r1',
    requestId: 'support-group-p1-r1',
    ticketId: 12,
    version: 3,
    lastSeq: 2,
    historySeq: 2,
    createdAt: noon,
    updatedAt: noon,
    activeAt: noon,
    createdBy: 'visitor',
    status: RequestStatus.served,
    preflight: false,
    draft: false,
    imported: false,
    smartAssignment: true,
    requester: 'visitor',
    requesterTeammate: 'membership',
    leadId: 'lead',
    contact: { email: 'zoe@home.example' },
    firstText: 'Hello',
    subject: 'A subject',
    channel: 'chat21',
    channelOutbound: 'chat21',
    priority: 'normal',
    attributes: { shop: 'eu' },
    departmentId: 'd1',
    participants: ['grace', 'bot_b1'],
    hasBot: true,
    followers: ['follower'],
    tags: [{ _id: 't', tag: 'vip', color: '#43B1F2', createdAt: noon.toISOString() }],
    notes: [
      {
        _id: 'n',
        text: 'a secret',
        attributes: {},
        createdBy: 'grace',
        createdAt: noon.toISOString(),
        updatedAt: noon.toISOString(),
      },
    ],
    snapshot: {
      lead: { _id: 'lead', lead_id: 'visitor' },
      agents: [{ _id: 'a', id_user: 'grace' }],
      availableAgentsCount: 1,
    },
    rating: 0,
    waitingTime: 0,
    assignedAt: noon,
    waitingSince: noon,
    humanServed: true,
    requesterFirstAt: noon,
    copies: {
      lead: { _id: 'lead', lead_id: 'visitor', fullname: 'Zoe Visitor', email: 'zoe@home.example' },
      requester: {
        _id: 'membership',
        id: 'membership',
        id_project: 'p1',
        role: 'guest',
        user_available: false,
        uuid_user: 'visitor',
        isAuthenticated: false,
        profile: { firstname: 'Zoe' },
        settings: { hidden: true },
      },
      department: { _id: 'd1', name: 'Sales', id_bot: 'b1', id_group: 'g1' },
      agents: [
        {
          _id: 'm',
          id_user: { _id: 'grace', id: 'grace', firstname: 'Grace', lastname: 'Hopper', email: 'grace@acme.example' },
        },
      ],
      bots: [
        {
          _id: 'b1',
          name: 'Helper',
          secret: 'whsec_x',
          url: 'https://key@bot.example',
          attributes: { globals: [1], variables: {} },
        },
      ],
    },
    ...more,
  };
}
