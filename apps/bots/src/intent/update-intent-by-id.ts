import type { intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { fieldsOf, update, viewOf, webhookAddresses } from './intent.ts';

type UpdateIntentById = Operation<typeof intentApi.updateIntentById, Context>;

/** The `intent_id` in the path identifies the intent and cannot change. */
export const updateIntentById: UpdateIntentById = async (
  context,
  _actor,
  { id_project, intent_id, id_faq_kb, ...written },
) => {
  await context.outbound.check(webhookAddresses(written));
  const at = new Date();
  return context.intents.write(id_project, id_faq_kb, at, async ({ bot: { language }, find, store }) => {
    const current = await find({ intentId: intent_id });
    return viewOf(await store(current, update(current, fieldsOf(written), language, at)), language);
  });
};
