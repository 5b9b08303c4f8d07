import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, PathId } from '../fields.ts';
import { ConversationFiguresQuery, WaitingTimeQuery } from './analytics.query.ts';
import {
  DurationByDayView,
  DurationByMonthView,
  DurationView,
  SatisfactionByDayView,
  SatisfactionByMonthView,
  SatisfactionView,
  WaitingTimeByDayView,
  WaitingTimeByMonthView,
  WaitingTimeView,
} from './views.ts';

const base = '/v3/:id_project/analytics/requests';
const inProject = z.object({ id_project: PathId });
const figures = {
  method: 'get',
  role: 'admin',
  params: inProject,
  query: ConversationFiguresQuery,
  errors: ['query_timeout', 'figures_not_ready'],
  produces: ['application/json', 'text/csv'],
  tag: 'Analytics',
} as const;

/** How long conversations waited and took, and how they were rated. Source: contract 40 sections 2.2 and 2.5. */
export const averageFiguresApi = defineApi('analytics', {
  getWaitingTime: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/waiting`,
    query: WaitingTimeQuery,
    response: WaitingTimeView,
    summary: 'Mean time until an agent answered, last 30 days',
    description: 'In milliseconds. Bots do not stop the clock; conversations without an answer are not averaged.',
  },
  getLastDayWaitingTime: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/waiting/day/last`,
    response: WaitingTimeView,
    summary: 'Mean time until an agent answered, last 24 hours',
  },
  getWaitingTimeByDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/waiting/day`,
    response: WaitingTimeByDayView,
    summary: 'Mean time until an agent answered, by day',
  },
  getWaitingTimeByMonth: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/waiting/month`,
    response: WaitingTimeByMonthView,
    summary: 'Mean time until an agent answered, by month',
  },
  getDuration: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/duration`,
    response: DurationView,
    summary: 'Median length of closed conversations, last 30 days',
    description: 'In milliseconds. `duration_avg` and `duration_median` are the median, `duration_mean` is the mean.',
  },
  getDurationByDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/duration/day`,
    response: DurationByDayView,
    summary: 'Median length of closed conversations, by day',
  },
  getDurationByMonth: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/duration/month`,
    response: DurationByMonthView,
    summary: 'Median length of closed conversations, by month',
  },
  getSatisfaction: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/satisfaction`,
    response: SatisfactionView,
    summary: 'Mean rating, last 30 days',
  },
  getSatisfactionByDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/satisfaction/day`,
    response: SatisfactionByDayView,
    summary: 'Mean rating, by day',
  },
  getSatisfactionByMonth: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/satisfaction/month`,
    response: SatisfactionByMonthView,
    summary: 'Mean rating, by month',
  },
  getPublicWaitingTime: {
    right: 'none',
    method: 'get',
    path: '/v3/:id_project/publicanalytics/waiting/current',
    role: 'public',
    // A project that is not there looks like a quiet one.
    params: z.object({ id_project: AnyPathId }),
    response: WaitingTimeView,
    errors: ['query_timeout'],
    summary: 'Mean time until an agent answered, last 4 hours',
    description: 'For widgets; at most 60 s old. An unknown, deleted or inactive project returns an empty list.',
    tag: 'Analytics',
  },
});
