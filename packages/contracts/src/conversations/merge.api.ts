import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, AnyPathId, PathId, Timestamp } from '../fields.ts';
import { requestStatuses } from './status.ts';
import { RequestNameView, RequestView } from './views.ts';

const tag = 'Merge and links';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });
const ofLink = ofRequest.extend({ other_id: AnyPathId });

/** Requests merged into one, and links of one. */
export const maxMerged = 100;
export const maxLinks = 100;

/** A merged or linked request. */
export const RelatedRequestView = RequestNameView.extend({
  subject: z.string().optional(),
  first_text: z.string(),
  status: z.literal(requestStatuses),
  createdAt: Timestamp,
});
export type RelatedRequestView = z.output<typeof RelatedRequestView>;

export const RelatedRequestsView = z.object({
  merged: z.array(RelatedRequestView),
  links: z.array(RelatedRequestView),
  /** Links to requests that the caller does not see. */
  links_hidden: z.number().int(),
});

/** Source: contract 25 section 14. */
export const mergeApi = defineApi('conversations', {
  mergeRequest: {
    right: 'requests.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/merge',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({
      /** `request_id` of the request that is merged into this one. */
      source: AnyId,
    }),
    response: RequestView,
    errors: ['request_not_found', 'request_merged', 'not_mergeable', 'limit_reached'],
    summary: 'Merge another request into this one',
    description:
      'The other request is closed, if it is open. This one gets its tags, and its people as followers. No message is moved: `GET …/messages?with=merged` reads both together. The answer is this request.',
    tag,
    example: { body: { source: 'support-group-6553f1e5c0a8b1a2c3d4e5f6-2a4c' } },
  },
  unmergeRequest: {
    right: 'requests.write',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/merge',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Undo the merge of a request',
    description:
      'Of the request that was merged into another one. It stays closed; reopening it undoes the merge, too.',
    tag,
  },
  listRelatedRequests: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/links',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RelatedRequestsView,
    errors: ['request_not_found'],
    summary: 'Merged and linked requests',
    description: 'Those that the caller sees.',
    tag,
  },
  linkRequest: {
    right: 'requests.write',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/links/:other_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofLink,
    response: RelatedRequestsView,
    errors: ['request_not_found', 'not_mergeable', 'limit_reached'],
    summary: 'Link two requests',
    description: 'As related, on both. Requests that are linked stay as they are.',
    tag,
  },
  unlinkRequest: {
    right: 'requests.write',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/links/:other_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofLink,
    response: RelatedRequestsView,
    errors: ['request_not_found'],
    summary: 'Remove the link of two requests',
    tag,
  },
});
