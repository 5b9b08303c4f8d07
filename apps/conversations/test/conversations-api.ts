import {
  customEventApi,
  directMessageApi,
  engineApi,
  feedApi,
  followerApi,
  messageApi,
  messageStatusApi,
  noteApi,
  participantApi,
  requestApi,
  requestEditApi,
  requestExportApi,
  requestTagApi,
  routingApi,
  transcriptApi,
} from '@parley/contracts';
import type { TestService } from '@parley/testkit';

import type { Context } from '../src/context.ts';

export const conversationsApi = {
  ...customEventApi,
  ...engineApi,
  ...feedApi,
  ...directMessageApi,
  ...followerApi,
  ...messageApi,
  ...messageStatusApi,
  ...noteApi,
  ...participantApi,
  ...requestApi,
  ...requestEditApi,
  ...requestExportApi,
  ...requestTagApi,
  ...routingApi,
  ...transcriptApi,
};
export type ConversationsService = TestService<typeof conversationsApi, Context>;
