import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { AnyId, jsonObject, maybe, oneOf, PathId, repeatable, text } from '../fields.ts';
import { ListRequestsQuery } from './request.query.ts';
import { RecordView } from './views.ts';

const tag = 'Views';
const base = '/v3/:id_project/views';
const inProject = z.object({ id_project: PathId });
const ofView = z.object({ id_project: PathId, view_id: PathId });

/** Views of one project that are shared, and personal ones of one person. */
export const maxSharedViews = 300;
export const maxPersonalViews = 50;
/** A view is counted so far. */
export const viewCountLimit = 1_000;

/** Who sees it: its author, the team, or the groups that it names. */
export const viewVisibilities = ['personal', 'shared', 'groups'] as const;

const paging = ['page', 'limit', 'cursor'];
const Value = z.union([text(2_000), z.array(text(2_000)).max(50)]);

/** Records drop members named `__proto__` without a word; such an object is refused. */
const OwnMembers = jsonObject(65_536, 3).meta({
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
});

/** Parameters of a list of requests as they stand in an address. */
const Query = OwnMembers.pipe(z.record(z.string(), Value)).superRefine((query, context) => {
  const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  for (const name of Object.keys(query)) {
    if (paging.includes(name)) fault([name], 'Belongs to the list, not to the view');
    else if (!Object.hasOwn(ListRequestsQuery.shape, name)) fault([name], 'Is no parameter of lists');
  }
  for (const { path, message } of ListRequestsQuery.safeParse(query).error?.issues ?? []) fault([...path], message);
});

const Name = text(255).trim().min(1, 'Must not be empty');
const fields = {
  visibility: maybe(oneOf(viewVisibilities)),
  groups: maybe(z.array(AnyId).min(1, 'At least one').max(50)),
  /** For clients. */
  columns: maybe(z.array(text(100, 1)).max(30)),
  attributes: maybe(jsonObject(16_384, 20)),
  position: maybe(z.number().int().min(0).max(1_000_000)),
};

export const ViewView = RecordView.extend({
  createdBy: z.string(),
  name: z.string(),
  visibility: z.enum(viewVisibilities),
  groups: z.array(z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  columns: z.array(z.string()),
  attributes: z.record(z.string(), z.unknown()),
  position: z.number().int(),
  broken: z.array(z.string()).optional(),
});
export type ViewView = z.output<typeof ViewView>;

export const ViewPageView = z.object({ perPage: z.number().int(), count: z.number().int(), views: z.array(ViewView) });

export const ViewCountsView = z.object({
  counts: z.array(z.object({ _id: z.string(), count: z.number().int(), more: z.boolean().optional() })),
});

/** Source: contract 25 section 16. */
export const viewApi = defineApi('conversations', {
  listViews: {
    right: 'requests.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: ViewPageView,
    errors: [],
    summary: 'Views that the caller sees, in their order',
    tag,
  },
  createView: {
    right: 'requests.write',
    method: 'post',
    path: base,
    role: 'agent',
    params: inProject,
    body: z.object({ name: Name, query: Query, ...fields }),
    response: ViewView,
    errors: ['limit_reached', 'role_too_low'],
    summary: 'Make a view',
    description:
      'A stored query of `GET …/requests`. Personal unless `visibility` says otherwise; admins write shared ones.',
    tag,
    example: {
      body: { name: 'Urgent and overdue', query: { priority: 'urgent', sla_state: 'overdue', sortField: 'due_at' } },
    },
  },
  countViews: {
    right: 'requests.read',
    method: 'get',
    path: `${base}/counts`,
    role: 'agent',
    params: inProject,
    query: z.object({ ids: repeatable(text(2_000), 30) }),
    response: ViewCountsView,
    errors: ['query_timeout'],
    summary: 'Count the requests of views, as the caller sees them',
    description: 'Each up to 1,000, at most 5 seconds old. Views that the caller does not see are left out.',
    tag,
  },
  getView: {
    right: 'requests.read',
    method: 'get',
    path: `${base}/:view_id`,
    role: 'agent',
    params: ofView,
    response: ViewView,
    errors: ['view_not_found'],
    summary: 'Get a view',
    tag,
  },
  updateView: {
    right: 'requests.write',
    method: 'put',
    path: `${base}/:view_id`,
    role: 'agent',
    params: ofView,
    body: z.object({ name: maybe(Name), query: maybe(Query), ...fields }),
    response: ViewView,
    errors: ['view_not_found', 'role_too_low', 'limit_reached'],
    summary: 'Change a view; what is absent stays',
    tag,
    example: { body: { name: 'Overdue' } },
  },
  deleteView: {
    right: 'requests.write',
    method: 'delete',
    path: `${base}/:view_id`,
    role: 'agent',
    params: ofView,
    response: ViewView,
    errors: ['view_not_found', 'role_too_low'],
    summary: 'Delete a view',
    tag,
  },
});

const viewEvent = z.object({ view: ViewView });
export const viewCreated = defineEvent('view.created', viewEvent);
export const viewUpdated = defineEvent('view.updated', viewEvent.extend({ changes: z.array(z.string()) }));
export const viewDeleted = defineEvent('view.deleted', viewEvent);
