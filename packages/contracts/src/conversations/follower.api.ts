import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, AnyPathId, PathId } from '../fields.ts';
import { RequestView } from './views.ts';

const tag = 'Followers';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Team members who watch a request; each is named by teammate id or user id. */
export const followerApi = defineApi('conversations', {
  addFollower: {
    right: 'requests.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/followers',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({ member: AnyId }),
    response: RequestView,
    errors: ['request_not_found', 'limit_reached'],
    summary: 'Add a follower',
    tag,
  },
  setFollowers: {
    right: 'requests.write',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/followers',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    /** Arrives at the operation as `items`. */
    body: z.array(AnyId).max(50),
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Replace the followers',
    tag,
  },
  removeFollower: {
    right: 'requests.write',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/followers/:follower_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest.extend({ follower_id: AnyPathId }),
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Remove a follower',
    tag,
  },
});
