import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { PathId } from '../fields.ts';
import { ConversationFiguresQuery } from './analytics.query.ts';
import {
  ComparedDepartmentsView,
  ComparedParticipantsView,
  CountsByBotAndDayView,
  CountsByDayView,
  CountsByHourView,
  CountsByMonthView,
  CountsByStatusAndDayView,
  CountsByStatusView,
  CountsByWeekdayView,
  CountsByWeekView,
  TotalView,
} from './views.ts';

const base = '/v3/:id_project/analytics/requests';
const figures = {
  method: 'get',
  role: 'admin',
  params: z.object({ id_project: PathId }),
  query: ConversationFiguresQuery,
  errors: ['query_timeout', 'figures_not_ready'],
  produces: ['application/json', 'text/csv'],
  tag: 'Analytics',
} as const;

/** How many conversations there were. Source: contract 40 sections 2.1 and 2.2. */
export const conversationFiguresApi = defineApi('analytics', {
  getConversationCount: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/count`,
    response: TotalView,
    summary: 'Conversations of the last 30 days',
  },
  getConversationsByStatus: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/status`,
    response: CountsByStatusView,
    summary: 'Conversations of the last 30 days by current status',
  },
  getConversationsByDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/day`,
    response: CountsByDayView,
    summary: 'Conversations by day',
  },
  getConversationsByWeek: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/week`,
    response: CountsByWeekView,
    summary: 'Conversations by week of a year',
    description: 'Weeks begin on Sunday; week 1 holds the first Sunday, week 0 the days before it.',
  },
  getConversationsByMonth: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/month`,
    response: CountsByMonthView,
    summary: 'Conversations by month',
  },
  getConversationsByHour: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/hours`,
    response: CountsByHourView,
    summary: 'Conversations by hour of the day',
  },
  getConversationsByWeekday: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/dayoftheweek/hours`,
    response: CountsByWeekdayView,
    summary: 'Conversations by day of the week and hour',
    description: 'Day 1 is Sunday.',
  },
  getConversationsByStatusAndDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/status/day`,
    response: CountsByStatusAndDayView,
    summary: 'Conversations by day and status',
  },
  getConversationsByBotAndDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/hasBot/day`,
    response: CountsByBotAndDayView,
    summary: 'Conversations by day, with a bot and without',
  },
  getConversationsByDepartment: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/department`,
    response: ComparedDepartmentsView,
    summary: 'Conversations, times and ratings by department',
    description: 'The largest first, 200 at most. Times are in milliseconds.',
  },
  getConversationsByParticipant: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/aggregate/participant`,
    response: ComparedParticipantsView,
    summary: 'Conversations, times and ratings by participant',
    description:
      'The largest first, 200 at most. A conversation counts for each teammate and bot that takes part in it now. Times are in milliseconds.',
  },
  getBotConversationCount: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/hasBot/count`,
    response: TotalView,
    summary: 'Conversations of the last 30 days that a bot handled',
  },
});
