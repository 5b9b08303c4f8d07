import { type botApi, botErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isExternal } from './bot.ts';
import { viewOf } from './bot.view.ts';

type ListPublishedBots = Operation<typeof botApi.listPublishedBots, Context>;

export const listPublishedBots: ListPublishedBots = async (context, _actor, { id_project, bot: id }) => {
  const bot = await context.bots.get(id_project, id);
  if (isExternal(bot)) throw botErrors.bot_is_external();
  return (await context.bots.copies(id_project, id)).map(viewOf);
};
