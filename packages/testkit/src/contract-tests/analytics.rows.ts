import type { EndpointRow, RecordMaker } from './row.ts';

export const analyticsRecords: Record<string, RecordMaker> = {
  tag_type: () => 'conversation-tag',
};

export const analyticsRows: Record<string, EndpointRow> = {
  getConversationCount: {},
  getConversationsByStatus: {},
  getConversationsByDay: {},
  getConversationsByWeek: {},
  getConversationsByMonth: {},
  getConversationsByHour: {},
  getConversationsByWeekday: {},
  getConversationsByStatusAndDay: {},
  getConversationsByBotAndDay: {},
  getBotConversationCount: {},
  getWaitingTime: {},
  getLastDayWaitingTime: {},
  getWaitingTimeByDay: {},
  getWaitingTimeByMonth: {},
  getDuration: {},
  getDurationByDay: {},
  getDurationByMonth: {},
  getSatisfaction: {},
  getSatisfactionByDay: {},
  getSatisfactionByMonth: {},
  // A project that is not there looks like a quiet one.
  getPublicWaitingTime: { otherIds: { id_project: [200] } },
  getMessageCount: {},
  getMessagesByDay: {},
  getMessagesByWeek: {},
  getMessagesByMonth: {},
  getMessagesBySender: {},
  getVisitorCount: {},
  getVisitorsByDay: {},
  getVisitorsByWeek: {},
  getVisitorsByMonth: {},
  getCustomEventsByDay: {},
  getTagFigures: {},

  listActivities: {},
  exportActivities: {},
};
