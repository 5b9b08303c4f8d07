import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { serve } from '@parley/service-kit';

import { findBot } from './bot/find-bot.grpc.ts';
import { getBotProject } from './bot/get-bot-project.grpc.ts';
import { getBots } from './bot/get-bots.grpc.ts';
import { listWidgetRules } from './bot/list-widget-rules.grpc.ts';
import { verifyBotToken } from './bot/verify-bot-token.grpc.ts';
import type { Context } from './context.ts';

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
];
