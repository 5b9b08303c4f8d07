import { type intentApi, intentCreated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { fieldsOf, newIntent, viewOf, webhookAddresses } from './intent.ts';

type CreateIntent = Operation<typeof intentApi.createIntent, Context>;

export const createIntent: CreateIntent = async (context, actor, { id_project, id_faq_kb, ...written }) => {
  await context.outbound.check(webhookAddresses(written));
  const at = new Date();
  const about = { id: newId(at), projectId: id_project, botId: id_faq_kb, createdBy: actor.id, createdAt: at };
  const intent = newIntent(about, fieldsOf(written));
  return context.intents.write(id_project, id_faq_kb, at, async ({ bot, insert }) => {
    const view = viewOf(intent, bot.language);
    await insert(intent, intentCreated({ intent: view }));
    return view;
  });
};
