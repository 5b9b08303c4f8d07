import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, AnyPathId, PathId } from '../fields.ts';
import { RequestView } from './views.ts';

const tag = 'Participants';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Who serves a request. Source: contract 20 section 4. */
export const participantApi = defineApi('conversations', {
  addParticipant: {
    right: 'requests.assign',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/participants',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({ member: AnyId }),
    response: RequestView,
    errors: ['request_not_found', 'request_closed', 'capacity_reached'],
    summary: 'Add a teammate or a bot',
    description: '`member`: user id, teammate id, `bot_<id>` or bot id. When a human joins, the bots leave.',
    tag,
  },
  setParticipants: {
    right: 'requests.assign',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/participants',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    /** Arrives at the operation as `items`. */
    body: z.array(AnyId).max(50),
    response: RequestView,
    errors: ['request_not_found', 'request_closed', 'capacity_reached'],
    summary: 'Replace the participants',
    tag,
  },
  removeParticipant: {
    right: 'requests.assign',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/participants/:participant_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest.extend({ participant_id: AnyPathId }),
    response: RequestView,
    errors: ['request_not_found', 'not_a_participant'],
    summary: 'Remove a teammate or a bot',
    tag,
  },
});
