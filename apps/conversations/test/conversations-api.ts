import {
  bulkApi,
  counterApi,
  customEventApi,
  directMessageApi,
  engineApi,
  feedApi,
  followerApi,
  messageApi,
  messageStatusApi,
  noteApi,
  participantApi,
  readPositionApi,
  requestApi,
  requestEditApi,
  requestExportApi,
  requestTagApi,
  routingApi,
  slaApi,
  snoozeApi,
  transcriptApi,
} from '@parley/contracts';
import type { TestService } from '@parley/testkit';

import type { Context } from '../src/context.ts';

export const conversationsApi = {
  ...bulkApi,
  ...counterApi,
  ...customEventApi,
  ...engineApi,
  ...feedApi,
  ...directMessageApi,
  ...followerApi,
  ...messageApi,
  ...messageStatusApi,
  ...noteApi,
  ...participantApi,
  ...readPositionApi,
  ...requestApi,
  ...requestEditApi,
  ...requestExportApi,
  ...requestTagApi,
  ...routingApi,
  ...slaApi,
  ...snoozeApi,
  ...transcriptApi,
};
export type ConversationsService = TestService<typeof conversationsApi, Context>;
