import { botErrors, type intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { AnsweringBot } from '../bot/bot.repository.ts';
import { isExternal } from '../bot/bot.ts';
import type { Context } from '../context.ts';
import type { Candidate } from '../engine/intent-index.ts';
import { viewOf } from './intent.ts';

type AskBot = Operation<typeof intentApi.askBot, Context>;

const maxHits = 10;

/** The best intents for a question, matched as in a turn but without its effects. */
export const askBot: AskBot = async (context, _actor, { id_project, id_faq_kb, question }) => {
  for (;;) {
    const [bot] = await context.bots.findAnswering(id_project, [id_faq_kb]);
    if (!bot) throw botErrors.bot_not_found();
    if (isExternal(bot)) throw botErrors.bot_is_external();

    const candidates = await candidatesFor(context, bot, question);
    const ids = candidates.map(({ intent }) => intent.id);
    const { version, intents } = await context.intents.findOf(id_project, bot.id, ids);
    // The intents changed after the search: search again.
    if (version !== bot.intentsVersion) continue;
    const byId = new Map(intents.map((intent) => [intent.id, intent]));
    const hits = candidates.flatMap(({ intent: { id }, score, phrase }) => {
      const intent = byId.get(id);
      return intent ? [{ ...viewOf(intent, bot.language), score: Math.round(100 * score), matched: phrase }] : [];
    });
    return { hits };
  }
};

async function candidatesFor({ indexes, stems }: Context, bot: AnsweringBot, question: string): Promise<Candidate[]> {
  const index = await indexes.of(bot);
  const [words = []] = await stems.of([question], bot.language);
  const exact = index.exact(question);
  const ranked = index.ranked(words, maxHits + 1).filter(({ intent }) => intent.id !== exact?.intent.id);
  return [...(exact ? [exact] : []), ...ranked].slice(0, maxHits);
}
