import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, PathId } from '../fields.ts';
import { RequestTagInput } from './inputs.ts';
import { RequestView } from './views.ts';

const tag = 'Request tags';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Tags on a request; unique by name, in any case. */
export const requestTagApi = defineApi('conversations', {
  addRequestTags: {
    right: 'requests.write',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/tag',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    /** Arrives at the operation as `items`. */
    body: z.array(RequestTagInput).min(1, 'At least one tag').max(50),
    response: RequestView,
    errors: ['request_not_found', 'limit_reached'],
    summary: 'Add missing tags',
    tag,
  },
  deleteRequestTag: {
    right: 'requests.write',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/tag/:tag_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest.extend({ tag_id: PathId }),
    response: RequestView,
    errors: ['request_not_found', 'tag_not_found'],
    summary: 'Remove a tag from a request',
    tag,
  },
});
