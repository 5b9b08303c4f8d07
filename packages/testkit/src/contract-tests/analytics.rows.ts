import { type EndpointRow, idAt, type RecordMaker } from './row.ts';

export const analyticsRecords: Record<string, RecordMaker> = {
  tag_type: () => 'conversation-tag',
  run_id: async ({ owner, projectId }) => idAt(await owner('post', `/${projectId}/analytics/reconcile`, {}), '_id'),
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
  getConversationsByDepartment: {},
  getConversationsByParticipant: {},
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
  getSlaReport: {},
  getSatisfactionReport: {},

  // One at a time, and six an hour.
  startReconciliation: { refuses: ['reconcile_running', 'rate_limited'], mayMove: ['reconciliation', 'task'] },
  getReconciliation: {},

  listActivities: {},
  exportActivities: {},
  verifyActivities: {},
  // Without the workspace service nothing is signed.
  exportChain: { refuses: ['dependency_down'] },
};
