import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { PathId, Timestamp } from '../fields.ts';

/** The highest number that is answered: it stands for that many or more. */
export const maxCounted = 10_000;

const Count = z.number().int().min(0).max(maxCounted);

/** Open requests of a view. */
export const CountedView = z.object({ open: Count });
/** The same of a view of the caller's own. */
export const CountedOwnView = z.object({ open: Count, unread: Count });

/** Figures beside the views and departments of an inbox. Source: contract 82 section 5. */
export const RequestCountersView = z.object({
  as_of: Timestamp,
  views: z.object({
    mine: CountedOwnView,
    unassigned: CountedView,
    abandoned: CountedView,
    bot: CountedView,
    followed: CountedOwnView,
    mentioned: CountedOwnView,
    all: CountedView,
    snoozed: CountedView,
    overdue: CountedView,
  }),
  departments: z.array(z.object({ _id: z.string(), open: Count, unassigned: Count })),
});
export type RequestCountersView = z.output<typeof RequestCountersView>;

export const counterApi = defineApi('conversations', {
  getRequestCounters: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/counters',
    role: 'agent',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId }),
    response: RequestCountersView,
    errors: ['query_timeout'],
    summary: 'Count the open requests of each view and department',
    description:
      'Counts the requests that the caller sees, without drafts and preflight ones. Numbers stop at 10,000. The answer may be one second old.',
    tag: 'Requests',
  },
});
