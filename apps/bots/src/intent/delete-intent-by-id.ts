import type { intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './intent.ts';

type DeleteIntentById = Operation<typeof intentApi.deleteIntentById, Context>;

export const deleteIntentById: DeleteIntentById = (context, _actor, { id_project, intent_id, id_faq_kb }) => {
  const at = new Date();
  return context.intents.write(id_project, id_faq_kb, at, async (writer) => {
    const current = await writer.find({ intentId: intent_id });
    return viewOf(await writer.remove(current, remove(current, writer.bot.language, at)), writer.bot.language);
  });
};
