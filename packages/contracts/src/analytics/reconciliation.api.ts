import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId } from '../fields.ts';
import { windowQuery } from './analytics.query.ts';
import { ReconciliationView } from './views.ts';

const base = '/v3/:id_project/analytics/reconcile';
const ofRuns = { role: 'admin', response: ReconciliationView, tag: 'Analytics' } as const;

/** Source: contract 40 section 2.7. */
export const reconciliationApi = defineApi('analytics', {
  startReconciliation: {
    right: 'analytics.read',
    ...ofRuns,
    method: 'post',
    path: base,
    params: z.object({ id_project: PathId }),
    body: z.object({ ...windowQuery, repair: maybe(z.boolean()) }),
    errors: ['reconcile_running'],
    summary: 'Compare the figures with the underlying records',
    description:
      'By `createdAt`, at most 366 days, the last 30 by default. Returns when the run has finished, or after 10 s while it continues. ' +
      '`repair: true` corrects differing figures by the records.',
    example: { body: { start_date: '2026-11-01', end_date: '2026-11-30', tz: 'Europe/Rome', repair: false } },
  },
  getReconciliation: {
    right: 'analytics.read',
    ...ofRuns,
    method: 'get',
    path: `${base}/:run_id`,
    params: z.object({ id_project: PathId, run_id: PathId }),
    errors: ['run_not_found'],
    summary: 'Get a run; runs are kept for 30 days',
  },
});
