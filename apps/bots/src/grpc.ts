import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { serve } from '@parley/service-kit/grpc';

import { findBot } from './bot/find-bot.grpc.ts';
import { getBotProject } from './bot/get-bot-project.grpc.ts';
import { getBots } from './bot/get-bots.grpc.ts';
import { listWidgetRules } from './bot/list-widget-rules.grpc.ts';
import { verifyBotToken } from './bot/verify-bot-token.grpc.ts';
import type { Context } from './context.ts';
import { countSubject } from './subject/count-subject.grpc.ts';
import { eraseSubject } from './subject/erase-subject.grpc.ts';
import { exportSubject } from './subject/export-subject.grpc.ts';
import { transfer } from './transfer/transfer.grpc.ts';

export const grpc = [
  serve<typeof BotsServiceService, Context>(
    BotsServiceService,
    { getBots, findBot, getBotProject, listWidgetRules, verifyBotToken },
    {
      callers: {
        getBots: ['conversations', 'workspace'],
        findBot: ['conversations'],
        getBotProject: ['media', 'gateway'],
        listWidgetRules: ['workspace'],
        verifyBotToken: ['gateway', 'realtime'],
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
