import type { intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './intent.ts';

type DeleteIntent = Operation<typeof intentApi.deleteIntent, Context>;

export const deleteIntent: DeleteIntent = async (context, _actor, { id_project, intent: id }) => {
  const at = new Date();
  const { botId } = await context.intents.get(id_project, id);
  return context.intents.write(id_project, botId, at, async (writer) => {
    const current = await writer.find({ id });
    return viewOf(await writer.remove(current, remove(current, writer.bot.language, at)), writer.bot.language);
  });
};
