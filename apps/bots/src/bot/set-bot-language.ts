import { BotLanguage, type botApi, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './bot.view.ts';
import { update } from './bot-changes.ts';

type SetBotLanguage = Operation<typeof botApi.setBotLanguage, Context>;

const noSlugs = new Map<string, string>();

export const setBotLanguage: SetBotLanguage = async (context, _actor, { id_project, bot: id, lang }) => {
  const { data: language, error } = BotLanguage.safeParse(lang);
  if (error) throw validationFailed([{ param: 'lang', location: 'path', msg: 'Must be a language of two letters' }]);
  const at = new Date();
  return viewOf(await context.bots.update(id_project, id, (current) => update(current, { language }, noSlugs, at)));
};
