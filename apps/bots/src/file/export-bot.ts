import type { botFileApi } from '@parley/contracts';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Bot } from '../bot/bot.ts';
import { viewOf, withoutGlobals } from '../bot/bot.view.ts';
import type { Context } from '../context.ts';
import { type Intent, viewOf as intentViewOf } from '../intent/intent.ts';

type ExportBot = Operation<typeof botFileApi.exportBot, Context>;

export const exportBot: ExportBot = async (context, _actor, { id_project, bot: id, intentsOnly, globals }) => {
  const bot = (await context.bots.find(id_project, id)) ?? (await context.bots.getPublic(id));
  const intents = (await context.intents.ofBot(bot.projectId, bot.id)).map((intent) => exported(intent, bot));
  const name = intentsOnly ? 'intents.json' : 'bot.json';
  const isForeign = bot.projectId !== id_project;
  const file = intentsOnly
    ? { intents }
    : { ...headOf(bot, { isForeign, globals: globals === true && !isForeign }), intents };
  return answer(file, { 'content-disposition': `attachment; filename="${name}"` });
};

function headOf(bot: Bot, { isForeign, globals }: { isForeign: boolean; globals: boolean }): Record<string, unknown> {
  const { webhook_enabled, webhook_url, language, name, slug, type, subtype, description, url, attributes } =
    viewOf(bot);
  const addresses = isForeign ? {} : { webhook_url, url };
  return {
    ...{ webhook_enabled, language, name, slug, type, subtype, description },
    ...addresses,
    attributes: globals ? attributes : withoutGlobals(attributes),
  };
}

function exported(intent: Intent, { language }: Bot) {
  const { _id, id, __v, id_project, id_faq_kb, createdBy, createdAt, updatedAt, ...file } = intentViewOf(
    intent,
    language,
  );
  return file;
}
