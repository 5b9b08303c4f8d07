import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, AnyPathId, Attributes, Instant, maybe, PathId, spokenText, text } from '../fields.ts';
import { LocationInput, PriorityInput, RequestTagInput } from './inputs.ts';
import { RequestStatus } from './status.ts';
import { RequestView } from './views.ts';

const tag = 'Requests';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Absent: unchanged. `null` clears what a request may be without; elsewhere it is a fault. Source: contract 20 section 3.5. */
const UpdateRequestBody = z.object({
  first_text: spokenText(65_536).optional(),
  /** `_id` of a lead. */
  lead: AnyId.optional(),
  subject: text(500).nullish(),
  language: text(100).nullish(),
  sourcePage: text(2048).nullish(),
  location: LocationInput.nullish(),
  priority: PriorityInput.optional(),
  smartAssignment: z.boolean().optional(),
  workingStatus: text(30).nullish(),
  tags: z.array(RequestTagInput).max(50).optional(),
  rating: z.number().min(0).max(5).nullish(),
  rating_message: text(2000).nullish(),
  /** Runs the operation that leads there. */
  status: z
    .literal([RequestStatus.temporary, RequestStatus.unserved, RequestStatus.served, RequestStatus.closed], {
      error: 'Must be 50, 100, 200 or 1000',
    })
    .optional(),
  channelName: z
    .string()
    .regex(/^[a-z0-9_-]{1,50}$/, 'Must be 1 to 50 of a-z, 0-9, _ and -')
    .optional(),
  /** Of connectors alone; `null` removes it. */
  channel_window: z.object({ closes_at: maybe(Instant), templates_only: z.boolean() }).nullish(),
});

/** Changes to the record of a request. Source: contract 20 sections 3.4 and 3.5. */
export const requestEditApi = defineApi('conversations', {
  updateRequest: {
    right: 'requests.write',
    method: 'patch',
    path: '/v3/:id_project/requests/:request_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: UpdateRequestBody,
    response: RequestView,
    errors: [
      'request_not_found',
      'request_closed',
      'not_a_participant',
      'no_participant',
      'status_not_allowed',
      'connectors_only',
    ],
    summary: 'Change a request',
    description:
      'Setting `status` runs the operation for that status, with its permissions and effects. A connector, with the token of a bot, a webhook or a machine, says by `channel_window` until when its channel takes free text.',
    tag,
    example: { body: { subject: 'Order 1234', tags: ['refund'], priority: 'high' } },
  },
  updateRequestAttributes: {
    right: 'requests.write',
    method: 'patch',
    path: '/v3/:id_project/requests/:request_id/attributes',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    /** Any names: they reach the operation as one member, apart from those of the path. */
    body: Attributes.transform((attributes) => ({ attributes })),
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Merge attributes into those of a request',
    description: '`null` removes a name.',
    tag,
    example: { body: { order: 1234, coupon: null } },
  },
  deleteRequest: {
    right: 'requests.delete',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id',
    role: 'owner',
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found', 'on_hold'],
    summary: 'Delete a request with its messages, notes and history',
    tag,
  },
});
