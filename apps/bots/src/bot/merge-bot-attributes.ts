import type { botApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './bot.view.ts';
import { mergeAttributes } from './bot-changes.ts';

type MergeBotAttributes = Operation<typeof botApi.mergeBotAttributes, Context>;

export const mergeBotAttributes: MergeBotAttributes = async (context, _actor, { id_project, bot: id, members }) => {
  const at = new Date();
  return viewOf(await context.bots.update(id_project, id, (current) => mergeAttributes(current, members, at)));
};
