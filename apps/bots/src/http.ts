import { botApi, botFileApi, intentApi, parameterApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import { createBot } from './bot/create-bot.ts';
import { createBotToken } from './bot/create-bot-token.ts';
import { deleteBot } from './bot/delete-bot.ts';
import { getBot } from './bot/get-bot.ts';
import { listBots } from './bot/list-bots.ts';
import { listPublishedBots } from './bot/list-published-bots.ts';
import { mergeBotAttributes } from './bot/merge-bot-attributes.ts';
import { publishBot } from './bot/publish-bot.ts';
import { rotateBotSecret } from './bot/rotate-bot-secret.ts';
import { setBotLanguage } from './bot/set-bot-language.ts';
import { updateBot } from './bot/update-bot.ts';
import { listBotCalls } from './call/list-bot-calls.ts';
import type { Context } from './context.ts';
import { exportBot } from './file/export-bot.ts';
import { exportIntents } from './file/export-intents.http.ts';
import { forkBot } from './file/fork-bot.ts';
import { importBot } from './file/import-bot.http.ts';
import { importIntents } from './file/import-intents.http.ts';
import { askBot } from './intent/ask-bot.ts';
import { changeIntents } from './intent/change-intents.ts';
import { createIntent } from './intent/create-intent.ts';
import { deleteIntent } from './intent/delete-intent.ts';
import { deleteIntentById } from './intent/delete-intent-by-id.ts';
import { getIntent } from './intent/get-intent.ts';
import { getIntentById } from './intent/get-intent-by-id.ts';
import { listIntents } from './intent/list-intents.ts';
import { mergeIntentAttributes } from './intent/merge-intent-attributes.ts';
import { updateIntent } from './intent/update-intent.ts';
import { updateIntentById } from './intent/update-intent-by-id.ts';
import { getChatbotParameters } from './parameter/get-chatbot-parameters.ts';
import { setChatbotParameters } from './parameter/set-chatbot-parameters.ts';

export const http = combine<Context>(
  implement<typeof botApi, Context>(botApi, {
    listBots,
    createBot,
    getBot,
    updateBot,
    patchBot: updateBot,
    setBotLanguage,
    mergeBotAttributes,
    deleteBot,
    publishBot,
    listPublishedBots,
    rotateBotSecret,
    createBotToken,
    listBotCalls,
  }),
  implement<typeof botFileApi, Context>(botFileApi, { exportBot, importBot, forkBot, forkBotByPut: forkBot }),
  implement<typeof intentApi, Context>(intentApi, {
    listIntents,
    askBot,
    createIntent,
    changeIntents,
    exportIntents,
    importIntents,
    getIntentById,
    updateIntentById,
    deleteIntentById,
    getIntent,
    updateIntent,
    patchIntent: updateIntent,
    mergeIntentAttributes,
    deleteIntent,
  }),
  implement<typeof parameterApi, Context>(parameterApi, { getChatbotParameters, setChatbotParameters }),
);
