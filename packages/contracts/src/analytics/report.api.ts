import { z } from 'zod';

import { slaMetrics } from '../conversations/sla.views.ts';
import { defineApi } from '../define-api.ts';
import { PathId, StoredId } from '../fields.ts';
import { SatisfactionReportQuery, SlaReportQuery } from './analytics.query.ts';

const inProject = z.object({ id_project: PathId });
const count = z.number().int().min(0);
const share = z.number().min(0).max(1).nullable();

/** What the rows of a report have in common: one member, by `group`; none without it. */
const common = {
  policy: z.string().nullable().optional(),
  priority: z.string().optional(),
  /** Null: without a department. */
  department: StoredId.nullable().optional(),
  agent: z.string().optional(),
  channel: z.string().optional(),
  tag: z.string().optional(),
  /** ISO 8601. */
  day: z.string().optional(),
};

export const SlaReportView = z.array(
  z.object({
    _id: z.object({ ...common, metric: z.enum(slaMetrics).optional() }),
    metric: z.enum(slaMetrics),
    started: count,
    met: count,
    breached: count,
    cancelled: count,
    met_share: share,
    elapsed_avg: z.number().nullable(),
    elapsed_p90: z.number().nullable(),
  }),
);

export const SatisfactionReportView = z.array(
  z.object({
    _id: z.object({ ...common, survey: z.string().optional() }),
    asked: count,
    answered: count,
    response_rate: share,
    count,
    satisfaction_avg: z.number().nullable(),
    scores: z.object({ '0': count, '1': count, '2': count, '3': count, '4': count, '5': count }),
    positive: share,
  }),
);

const report = {
  right: 'analytics.read',
  method: 'get',
  role: 'admin',
  params: inProject,
  errors: ['query_timeout', 'figures_not_ready'],
  produces: ['application/json', 'text/csv'],
  tag: 'Analytics',
} as const;

/** Source: contract 25 section 12. */
export const reportApi = defineApi('analytics', {
  getSlaReport: {
    ...report,
    path: '/v3/:id_project/analytics/sla/report',
    query: SlaReportQuery,
    response: SlaReportView,
    summary: 'How service levels were kept, last 30 days',
    description:
      'Clocks count in the period in which they started, once they are breached or have ended. Times are milliseconds that counted.',
  },
  getSatisfactionReport: {
    ...report,
    path: '/v3/:id_project/analytics/requests/satisfaction/report',
    query: SatisfactionReportQuery,
    response: SatisfactionReportView,
    summary: 'Surveys and ratings, last 30 days',
    description:
      'Conversations count in the period in which they began. `positive` is the share of ratings of 4 and 5.',
  },
});
