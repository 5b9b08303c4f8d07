import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { defineErrors } from '../errors.ts';
import { AnyId, jsonObject, maybe, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { RecordView } from './views.ts';

const tag = 'Events';

export const customEventErrors = defineErrors({
  event_not_found: ['not_found', 'There is no event with this id in the project.'],
});

/** An event that a client fired; `status` is spelt as clients know it. Source: contract 50 section 4. */
export const CustomEventView = RecordView.extend({
  name: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  /** Teammate id of who fired it. */
  project_user: z.string().optional(),
  status: z.literal('stardard'),
  createdBy: z.string(),
});
export type CustomEventView = z.output<typeof CustomEventView>;

/** Who types says so by this event, which is neither stored nor announced. */
export const typingEvent = 'typing.start';

export const customEventApi = defineApi('conversations', {
  emitEvent: {
    right: 'events.write',
    method: 'post',
    path: '/v3/:id_project/events',
    role: 'guest',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId }),
    body: z.object({
      name: text(200, 1)
        .refine((name) => name.trim() !== '', 'Must not be blank')
        .refine((name) => !/^(request|parley)\./.test(name), 'Must not begin with request. or parley.'),
      attributes: maybe(jsonObject(32_768, 20)),
    }),
    response: CustomEventView,
    errors: ['request_not_found'],
    summary: 'Emit a custom event',
    description: 'Events are kept for an hour. `typing.start` with `attributes.request_id` shows others who is typing.',
    tag,
    example: { body: { name: 'cart.filled', attributes: { items: 3 } } },
  },
  listEvents: {
    right: 'events.read',
    method: 'get',
    path: '/v3/:id_project/events',
    role: 'agent',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId }),
    query: z.object({
      ...pageQuery({ sortable: ['createdAt'] }),
      project_user: AnyId.optional(),
      name: text(200).optional(),
    }),
    response: z.object({ perPage: z.number(), count: z.number(), events: z.array(CustomEventView) }),
    errors: [],
    summary: 'List events of the last hour',
    tag,
  },
  getEvent: {
    right: 'events.read',
    method: 'get',
    path: '/v3/:id_project/events/:event_id',
    role: 'agent',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, event_id: PathId }),
    response: CustomEventView,
    errors: ['event_not_found'],
    summary: 'Get an event of the last hour',
    tag,
  },
});
