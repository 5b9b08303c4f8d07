import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { serve } from '@parley/service-kit/grpc';
import { applyBotTurn } from './bot-turn/apply-bot-turn.grpc.ts';
import type { Context } from './context.ts';
import { acknowledge } from './delivery-status/acknowledge.grpc.ts';
import { reportDelivery } from './delivery-status/report-delivery.grpc.ts';
import { countSubject } from './erasure/count-subject.grpc.ts';
import { eraseSubject } from './erasure/erase-subject.grpc.ts';
import { exportSubject } from './erasure/export-subject.grpc.ts';
import { watchFeed } from './feed/watch-feed.grpc.ts';
import { leadsInUse } from './hold/leads-in-use.grpc.ts';
import { appendMessage } from './message/append-message.grpc.ts';
import { listMessages } from './message/list-messages.grpc.ts';
import { scanMessages } from './message/scan-messages.grpc.ts';
import { getRequestFor } from './request/get-request-for.grpc.ts';
import { listRequestsByLead } from './request-list/list-requests-by-lead.grpc.ts';
import { listProjects } from './request-store/list-projects.grpc.ts';
import { scanRequests } from './request-store/scan-requests.grpc.ts';
import { countActiveByTeammate } from './routing/count-active-by-teammate.grpc.ts';
import { scanClocks } from './service-level/scan-clocks.grpc.ts';
import { transfer } from './transfer/transfer.grpc.ts';
import { publishTyping } from './typing/publish-typing.grpc.ts';
import { publishViewing } from './viewing/publish-viewing.grpc.ts';

export const grpc = [
  serve<typeof ConversationsServiceService, Context>(
    ConversationsServiceService,
    {
      getRequestFor,
      countActiveByTeammate,
      appendMessage,
      applyBotTurn,
      listRequestsByLead,
      leadsInUse,
      listProjects,
      scanRequests,
      scanMessages,
      scanClocks,
      watchFeed,
      acknowledge,
      reportDelivery,
      listMessages,
      publishTyping,
      publishViewing,
    },
    {
      callers: {
        getRequestFor: ['bots', 'contacts', 'media', 'webhooks', 'channels'],
        countActiveByTeammate: ['workspace'],
        appendMessage: ['bots', 'channels'],
        applyBotTurn: ['bots'],
        listRequestsByLead: ['contacts'],
        leadsInUse: ['contacts'],
        listProjects: ['analytics'],
        scanRequests: ['analytics'],
        scanMessages: ['analytics'],
        scanClocks: ['analytics'],
        watchFeed: ['realtime'],
        acknowledge: ['realtime'],
        reportDelivery: ['channels'],
        listMessages: ['channels'],
        publishTyping: ['realtime'],
        publishViewing: ['realtime'],
      },
    },
  ),
  serve<typeof SubjectServiceService, Context>(
    SubjectServiceService,
    { export: exportSubject, erase: eraseSubject, count: countSubject },
    { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
  ),
  transfer,
];
