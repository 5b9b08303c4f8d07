import { AppError, type intentApi, intentErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { checkVisible, intentFor } from '../bot/visibility.ts';
import type { Context } from '../context.ts';

type GetIntent = Operation<typeof intentApi.getIntent, Context>;

export const getIntent: GetIntent = async (context, actor, { id_project, intent: id }) => {
  const intent = await context.intents.get(id_project, id);
  const bot = await context.bots.get(id_project, intent.botId);
  try {
    checkVisible(actor, bot);
  } catch (error) {
    if (error instanceof AppError) throw intentErrors.intent_not_found({}, error);
    throw error;
  }
  return intentFor(actor, intent, bot);
};
