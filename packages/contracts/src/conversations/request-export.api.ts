import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { PathId } from '../fields.ts';
import { ListRequestsQuery } from './request.query.ts';

/** Requests as a file, streamed. Source: contract 20 section 3.2. */
export const requestExportApi = defineApi('conversations', {
  exportRequests: {
    right: 'requests.export',
    method: 'get',
    path: '/v3/:id_project/requests/csv',
    role: 'agent',
    kinds: everyPrincipal,
    stream: 'raw',
    produces: ['text/csv'],
    params: z.object({ id_project: PathId }),
    query: ListRequestsQuery,
    response: z.string(),
    errors: ['query_timeout'],
    summary: 'Export the requests that the caller sees as CSV',
    description: 'Takes the parameters of the list. At most 100,000 rows; `Link` points to the next file.',
    tag: 'Requests',
  },
});
