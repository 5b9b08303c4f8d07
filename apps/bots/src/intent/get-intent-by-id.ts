import type { intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { checkVisible, intentFor } from '../bot/visibility.ts';
import type { Context } from '../context.ts';

type GetIntentById = Operation<typeof intentApi.getIntentById, Context>;

export const getIntentById: GetIntentById = async (context, actor, { id_project, intent_id, id_faq_kb }) => {
  const bot = await context.bots.get(id_project, id_faq_kb);
  checkVisible(actor, bot);
  return intentFor(actor, await context.intents.getByIntentId(id_project, id_faq_kb, intent_id), bot);
};
