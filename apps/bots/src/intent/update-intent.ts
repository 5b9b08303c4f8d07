import type { intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { fieldsOf, update, viewOf, webhookAddresses } from './intent.ts';

type UpdateIntent = Operation<typeof intentApi.updateIntent, Context>;

export const updateIntent: UpdateIntent = async (context, _actor, { id_project, intent: id, ...written }) => {
  await context.outbound.check(webhookAddresses(written));
  const at = new Date();
  const { botId } = await context.intents.get(id_project, id);
  return context.intents.write(id_project, botId, at, async ({ bot: { language }, find, store }) => {
    const current = await find({ id });
    return viewOf(await store(current, update(current, fieldsOf(written), language, at)), language);
  });
};
