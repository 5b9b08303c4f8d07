import {
  activityApi,
  averageFiguresApi,
  conversationFiguresApi,
  reconciliationApi,
  reportApi,
  trafficFiguresApi,
} from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import { exportActivities } from './activity/export-activities.http.ts';
import { listActivities } from './activity/list-activities.ts';
import { exportChain } from './chain/export-chain.http.ts';
import { verifyActivities } from './chain/verify-activities.ts';
import type { Context } from './context.ts';
import { getBotConversationCount } from './conversation/get-bot-conversation-count.ts';
import { getConversationCount } from './conversation/get-conversation-count.ts';
import { getConversationsByBotAndDay } from './conversation/get-conversations-by-bot-and-day.ts';
import { getConversationsByDay } from './conversation/get-conversations-by-day.ts';
import { getConversationsByDepartment } from './conversation/get-conversations-by-department.ts';
import { getConversationsByHour } from './conversation/get-conversations-by-hour.ts';
import { getConversationsByMonth } from './conversation/get-conversations-by-month.ts';
import { getConversationsByParticipant } from './conversation/get-conversations-by-participant.ts';
import { getConversationsByStatus } from './conversation/get-conversations-by-status.ts';
import { getConversationsByStatusAndDay } from './conversation/get-conversations-by-status-and-day.ts';
import { getConversationsByWeek } from './conversation/get-conversations-by-week.ts';
import { getConversationsByWeekday } from './conversation/get-conversations-by-weekday.ts';
import { getDuration } from './conversation/get-duration.ts';
import { getDurationByDay } from './conversation/get-duration-by-day.ts';
import { getDurationByMonth } from './conversation/get-duration-by-month.ts';
import { getLastDayWaitingTime } from './conversation/get-last-day-waiting-time.ts';
import { getPublicWaitingTime } from './conversation/get-public-waiting-time.ts';
import { getSatisfaction } from './conversation/get-satisfaction.ts';
import { getSatisfactionByDay } from './conversation/get-satisfaction-by-day.ts';
import { getSatisfactionByMonth } from './conversation/get-satisfaction-by-month.ts';
import { getWaitingTime } from './conversation/get-waiting-time.ts';
import { getWaitingTimeByDay } from './conversation/get-waiting-time-by-day.ts';
import { getWaitingTimeByMonth } from './conversation/get-waiting-time-by-month.ts';
import { getCustomEventsByDay } from './custom-event/get-custom-events-by-day.ts';
import { alsoAsCsv } from './figures-file/also-as-csv.ts';
import { getMessageCount } from './message/get-message-count.ts';
import { getMessagesByDay } from './message/get-messages-by-day.ts';
import { getMessagesByMonth } from './message/get-messages-by-month.ts';
import { getMessagesBySender } from './message/get-messages-by-sender.ts';
import { getMessagesByWeek } from './message/get-messages-by-week.ts';
import { getReconciliation } from './reconciliation/get-reconciliation.ts';
import { startReconciliation } from './reconciliation/start-reconciliation.ts';
import { getSatisfactionReport } from './report/get-satisfaction-report.ts';
import { getSlaReport } from './report/get-sla-report.ts';
import { getTagFigures } from './tag/get-tag-figures.ts';
import { getVisitorCount } from './visitor/get-visitor-count.ts';
import { getVisitorsByDay } from './visitor/get-visitors-by-day.ts';
import { getVisitorsByMonth } from './visitor/get-visitors-by-month.ts';
import { getVisitorsByWeek } from './visitor/get-visitors-by-week.ts';

const figures = combine(
  implement<typeof conversationFiguresApi, Context>(conversationFiguresApi, {
    getConversationCount,
    getConversationsByStatus,
    getConversationsByDay,
    getConversationsByWeek,
    getConversationsByMonth,
    getConversationsByHour,
    getConversationsByWeekday,
    getConversationsByStatusAndDay,
    getConversationsByBotAndDay,
    getConversationsByDepartment,
    getConversationsByParticipant,
    getBotConversationCount,
  }),
  implement<typeof averageFiguresApi, Context>(averageFiguresApi, {
    getWaitingTime,
    getLastDayWaitingTime,
    getWaitingTimeByDay,
    getWaitingTimeByMonth,
    getDuration,
    getDurationByDay,
    getDurationByMonth,
    getSatisfaction,
    getSatisfactionByDay,
    getSatisfactionByMonth,
    getPublicWaitingTime,
  }),
  implement<typeof trafficFiguresApi, Context>(trafficFiguresApi, {
    getMessageCount,
    getMessagesByDay,
    getMessagesByWeek,
    getMessagesByMonth,
    getMessagesBySender,
    getVisitorCount,
    getVisitorsByDay,
    getVisitorsByWeek,
    getVisitorsByMonth,
    getCustomEventsByDay,
    getTagFigures,
  }),
  implement<typeof reportApi, Context>(reportApi, { getSlaReport, getSatisfactionReport }),
);

export const http = combine(
  alsoAsCsv(figures),
  implement<typeof activityApi, Context>(activityApi, {
    listActivities,
    exportActivities,
    verifyActivities,
    exportChain,
  }),
  implement<typeof reconciliationApi, Context>(reconciliationApi, { startReconciliation, getReconciliation }),
);
