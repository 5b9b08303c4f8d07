import { z } from 'zod';

import { everyPerson } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, PathId } from '../fields.ts';

/** How far a person has read a request. Only that person sees it. Source: contract 82 section 3. */
export const ReadPositionView = z.object({
  request_id: z.string(),
  upto: z.number().int(),
  unread: z.number().int(),
  mentioned: z.boolean(),
});
export type ReadPositionView = z.output<typeof ReadPositionView>;

export const readPositionApi = defineApi('conversations', {
  setReadPosition: {
    right: 'requests.read',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/read',
    role: 'guest',
    kinds: everyPerson,
    params: z.object({ id_project: PathId, request_id: AnyPathId }),
    body: z.object({ upto: z.number().int().min(0).max(2_147_483_647), exact: maybe(z.boolean()) }),
    response: ReadPositionView,
    errors: ['request_not_found'],
    summary: 'Report how far the caller has read a request',
    description:
      'The position only grows, unless `exact` is true. The position of a participant or the requester also acknowledges the messages up to it as seen.',
    tag: 'Messages',
    example: { body: { upto: 7 } },
  },
});
