import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, BooleanWord, maybe, PathId, text } from '../fields.ts';
import { OperatorsView } from './routing.views.ts';
import { RequestView } from './views.ts';

const tag = 'Routing';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

const RouteBody = z.object({
  /** Omitted: the department it is in, else the default one. */
  departmentid: maybe(text(255, 1)),
  nobot: maybe(BooleanWord),
  no_populate: maybe(BooleanWord),
});

const ReplaceBody = z
  .object({ id: maybe(text(255, 1)), name: maybe(text(255, 1)), slug: maybe(text(255, 1)) })
  .superRefine((body, context) => {
    const given = [body.id, body.name, body.slug].filter((word) => word !== undefined);
    if (given.length !== 1) context.addIssue({ code: 'custom', path: ['id'], message: 'One of id, name and slug' });
  });

/** Who gets a request. Source: contract 20 section 4. */
export const routingApi = defineApi('conversations', {
  claimRequest: {
    right: 'requests.assign',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/claim',
    role: 'agent',
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found', 'request_closed', 'already_claimed', 'capacity_reached'],
    summary: 'Claim a request that no human serves',
    description: 'If several agents claim it at once, exactly one gets it; the others learn who.',
    tag,
  },
  replaceBot: {
    right: 'requests.assign',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/replace',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: ReplaceBody,
    response: RequestView,
    errors: ['request_not_found', 'request_closed', 'bot_not_found'],
    summary: 'Make a bot the only participant',
    description: 'Identify the bot by `id`, `name` or `slug`.',
    tag,
    example: { body: { slug: 'order-helper' } },
  },
  routeRequest: {
    right: 'requests.assign',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/departments',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: RouteBody,
    response: RequestView,
    errors: ['request_not_found', 'request_closed'],
    summary: 'Route to a department',
    description: '`nobot` routes to a human directly.',
    tag,
  },
  handOffRequest: {
    right: 'requests.assign',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/agent',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found', 'request_closed'],
    summary: 'Hand a request over from its bot to a human',
    tag,
  },
  assignRequest: {
    right: 'requests.assign',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/assign',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: RouteBody,
    response: RequestView,
    errors: ['request_not_found'],
    summary: 'Route an unserved request',
    tag,
  },
  listDepartmentOperators: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/departments/:department_id/operators',
    role: 'agent',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, department_id: PathId }),
    query: z.object({ nobot: BooleanWord.optional() }),
    response: OperatorsView,
    errors: ['department_not_found'],
    summary: 'Show who would get a request now',
    description: 'A preview without side effects. The id may be `default`.',
    tag,
  },
});
