import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import {
  AnyPathId,
  Attributes,
  BooleanWord,
  Direction,
  Instant,
  maybe,
  numberWord,
  PathId,
  spokenText,
  text,
} from '../fields.ts';
import { ChannelInput, newRequestFields, senderFields } from './inputs.ts';
import { CountRequestsQuery, ListRequestsQuery } from './request.query.ts';
import { RequestRow } from './request-row.ts';
import { HistoryEntryView, RequestView } from './views.ts';

const tag = 'Requests';
const inProject = z.object({ id_project: PathId });
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** A page of requests. */
export const RequestPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  more: z.boolean().optional().describe('With `count_limit`: there are more than `count`.'),
  requests: z.array(z.union([RequestView, RequestRow])),
});

/** Another installation's endpoint of this name is not offered: a request is not made in its place. */
const NewRequestPathId = z.string().refine((id) => id !== 'simple');

const CreateRequestBody = z.object({
  ...newRequestFields,
  ...senderFields,
  first_text: spokenText(65_536),
  request_id: maybe(text(255, 1)),
  channel: maybe(ChannelInput),
  attributes: maybe(Attributes),
  smartAssignment: maybe(z.boolean()),
  workingStatus: maybe(text(30)),
  /** The rest is honoured with `import=true` only. */
  createdAt: z.unknown().optional(),
  status: z.unknown().optional(),
  closed_at: z.unknown().optional(),
  closed_by: z.unknown().optional(),
});

/** What `import=true` reads of the same body: imports need their dates. Source: contract 20 section 3.1. */
export const ImportedRequestFields = z.object({
  createdAt: maybe(Instant),
  status: maybe(z.literal(1000)),
  closed_at: maybe(Instant),
  closed_by: maybe(text(255, 1)),
});

const Rating = z.number().min(0).max(5);

const RateRequestBody = z
  .object({
    rate: maybe(Rating),
    rating: maybe(Rating),
    rate_message: maybe(text(2000)),
    rating_message: maybe(text(2000)),
  })
  .superRefine((body, context) => {
    if (body.rate === undefined && body.rating === undefined) {
      context.addIssue({ code: 'custom', path: ['rate'], message: 'Required' });
    }
  })
  .transform((body) => ({
    rating: body.rate ?? body.rating ?? 0,
    rating_message: body.rate_message ?? body.rating_message,
  }));

/** Requests: create, read, close, reopen, rate. Literal paths stand before those with an id. */
export const requestApi = defineApi('conversations', {
  listRequests: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests',
    role: 'agent',
    kinds: everyPrincipal,
    params: inProject,
    query: ListRequestsQuery,
    response: RequestPageView,
    errors: ['query_timeout'],
    summary: 'List the requests that the caller sees',
    tag,
  },
  listMyRequests: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/me',
    role: 'guest',
    kinds: everyPrincipal,
    params: inProject,
    query: ListRequestsQuery,
    response: RequestPageView,
    errors: ['query_timeout'],
    summary: 'List the requests that the caller started',
    tag,
  },
  countRequests: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/count',
    role: 'agent',
    kinds: everyPrincipal,
    params: inProject,
    query: CountRequestsQuery,
    response: z.union([
      z.object({
        unassigned: z.number().int(),
        assigned: z.number().int(),
        bot_assigned: z.number().int(),
        abandoned: z.number().int(),
      }),
      z.object({ unassigned: z.number().int(), assigned: z.number().int() }),
      z.object({
        open: z.number().int(),
        closed: z.number().int(),
        slot: z.object({ startDate: z.string(), endDate: z.string() }),
      }),
    ]),
    errors: [],
    summary: 'Count the requests that the caller sees, by who serves them',
    tag,
  },
  lookupRequestProject: {
    right: 'none',
    method: 'get',
    path: '/v3/requests_util/lookup/id_project/:request_id',
    role: 'signed_in',
    kinds: everyPrincipal,
    params: z.object({ request_id: AnyPathId }),
    response: z.object({ id_project: z.string() }),
    errors: ['request_not_found'],
    summary: 'Get the project of a request from its id',
    tag,
  },
  createRequest: {
    right: 'requests.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id',
    aliases: ['/v3/:id_project/requests'],
    role: 'guest',
    rate: 'creation',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, request_id: NewRequestPathId.optional() }),
    query: z.object({ import: BooleanWord.optional() }),
    body: CreateRequestBody,
    response: RequestView,
    errors: [
      'request_exists',
      'sender_not_allowed',
      'unknown_sender',
      'participants_not_allowed',
      'capacity_reached',
      'role_too_low',
    ],
    summary: 'Create a request without a message',
    description: 'For tickets and imports; a first message creates its request automatically.',
    tag,
  },
  getRequest: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    query: z.object({ no_populate: BooleanWord.optional() }),
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Get a request',
    tag,
  },
  listRequestHistory: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/history',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    query: z.object({
      direction: Direction.optional(),
      limit: numberWord({ integer: true, min: 1 }).optional(),
      cursor: z.string().optional(),
    }),
    response: z.array(HistoryEntryView),
    errors: ['request_not_found'],
    summary: 'List the history of a request, oldest first',
    tag,
  },
  closeRequest: {
    right: 'requests.close',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/close',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({ survey: maybe(z.boolean()) }).optional(),
    response: RequestView,
    errors: ['request_not_found', 'not_a_participant'],
    summary: 'Close a request',
    description:
      'Agents may close requests that they participate in; admins and bots may close any. Closing a closed request changes nothing.',
    tag,
  },
  closeOwnRequest: {
    right: 'requests.close',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/closeg',
    role: 'guest',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Close a request as its requester',
    tag,
  },
  reopenRequest: {
    right: 'requests.close',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/reopen',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Reopen a closed request',
    tag,
  },
  rateRequest: {
    right: 'requests.write',
    method: 'patch',
    path: '/v3/:id_project/requests/:request_id/rating',
    role: 'guest',
    kinds: everyPrincipal,
    params: ofRequest,
    body: RateRequestBody,
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Rate a request from 0 to 5',
    tag,
  },
});
