import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, PathId } from '../fields.ts';
import {
  CustomEventFiguresQuery,
  FiguresQuery,
  MessageCountQuery,
  MessageFiguresQuery,
  SenderFiguresQuery,
  TagFiguresQuery,
} from './analytics.query.ts';
import {
  CountsByDayView,
  CountsByMonthView,
  CountsByWeekView,
  CustomEventsByDayView,
  MessagesByDayView,
  MessagesByMonthView,
  MessagesBySenderView,
  MessagesByWeekView,
  MessageTotalView,
  TagFiguresView,
  TotalView,
} from './views.ts';

const base = '/v3/:id_project/analytics';
const inProject = z.object({ id_project: PathId });
const figures = {
  method: 'get',
  role: 'admin',
  params: inProject,
  query: FiguresQuery,
  errors: ['query_timeout', 'figures_not_ready'],
  produces: ['application/json', 'text/csv'],
  tag: 'Analytics',
} as const;
const ofMessages = { ...figures, query: MessageFiguresQuery } as const;

/** Messages, visitors, custom events and tags. Source: contract 40 sections 2.3 and 2.4. */
export const trafficFiguresApi = defineApi('analytics', {
  getMessageCount: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/messages/count`,
    query: MessageCountQuery,
    response: MessageTotalView,
    summary: 'Messages received and sent in the last 30 days',
  },
  getMessagesByDay: {
    right: 'analytics.read',
    ...ofMessages,
    path: `${base}/messages/aggregate/day`,
    response: MessagesByDayView,
    summary: 'Messages received and sent, by day',
  },
  getMessagesByWeek: {
    right: 'analytics.read',
    ...ofMessages,
    path: `${base}/messages/aggregate/week`,
    response: MessagesByWeekView,
    summary: 'Messages received and sent, by week of a year',
  },
  getMessagesByMonth: {
    right: 'analytics.read',
    ...ofMessages,
    path: `${base}/messages/aggregate/month`,
    response: MessagesByMonthView,
    summary: 'Messages received and sent, by month',
  },
  getMessagesBySender: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/messages/aggregate/sender`,
    query: SenderFiguresQuery,
    response: MessagesBySenderView,
    summary: 'List who wrote the most messages',
    description: 'At most 200 senders, those with the most messages first.',
  },
  getVisitorCount: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/project_users/count`,
    response: TotalView,
    summary: 'New visitors of the last 30 days',
  },
  getVisitorsByDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/project_users/aggregate/day`,
    response: CountsByDayView,
    summary: 'New visitors by day',
  },
  getVisitorsByWeek: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/project_users/aggregate/week`,
    response: CountsByWeekView,
    summary: 'New visitors by week of a year',
  },
  getVisitorsByMonth: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/project_users/aggregate/month`,
    response: CountsByMonthView,
    summary: 'New visitors by month',
  },
  getCustomEventsByDay: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/events/aggregate/day`,
    query: CustomEventFiguresQuery,
    response: CustomEventsByDayView,
    summary: 'Custom events by day and name',
    description: 'Without `name`, all events except `typing.start`.',
  },
  getTagFigures: {
    right: 'analytics.read',
    ...figures,
    path: `${base}/tags/:tag_type`,
    params: z.object({ id_project: PathId, tag_type: AnyPathId }),
    query: TagFiguresQuery,
    response: TagFiguresView,
    produces: ['application/json'],
    errors: ['unknown_tag_type', 'query_timeout', 'figures_not_ready'],
    summary: 'Tags of the conversations of each day',
    description: 'The only type is `conversation-tag`. Covers the last 7 days and the 50 most frequent tags.',
  },
});
