import { botErrors, type intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import { isExternal } from '../bot/bot.ts';
import type { Context } from '../context.ts';
import { viewOf } from './intent.ts';

type AskBot = Operation<typeof intentApi.askBot, Context>;

const mostHits = 10;

/** The best intents for a question, as a turn would find them, without its effects. */
export const askBot: AskBot = async (context, _actor, { id_project, id_faq_kb, question }) => {
  const [bot] = await context.bots.findAnswering(id_project, [id_faq_kb]);
  if (!bot) throw botErrors.bot_not_found();
  if (isExternal(bot)) throw botErrors.bot_is_external();

  const index = await context.indexes.of(bot);
  const [stems = []] = await context.stems.of([question], bot.language);
  const exact = index.exact(question);
  const ranked = index.ranked(stems, mostHits + 1).filter(({ intent }) => intent.id !== exact?.intent.id);
  const candidates = [...(exact ? [exact] : []), ...ranked].slice(0, mostHits);
  const found = await context.intents.findAll(
    id_project,
    candidates.map(({ intent }) => intent.id),
  );
  const byId = new Map(found.map((intent) => [intent.id, intent]));
  const hits = candidates.flatMap(({ intent: { id }, score, phrase }) => {
    const intent = byId.get(id);
    return intent ? [{ ...viewOf(intent, bot.language), score: Math.round(100 * score), matched: phrase }] : [];
  });
  return { hits };
};
