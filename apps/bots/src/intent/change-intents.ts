import { type Actor, type IntentStep, type IntentView, type intentApi, intentCreated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import { merged } from '../bot/bot-changes.ts';
import type { Context } from '../context.ts';
import type { IntentWriter } from './intent.repository.ts';
import { fieldsOf, newIntent, remove, update, viewOf, webhookAddresses } from './intent.ts';

type ChangeIntents = Operation<typeof intentApi.changeIntents, Context>;

export const changeIntents: ChangeIntents = async (context, actor, { id_project, id_faq_kb, operations }) => {
  await context.outbound.check(operations.flatMap(({ intent }) => webhookAddresses(intent)));
  const at = new Date();
  return context.intents.write(id_project, id_faq_kb, at, async (writer) => {
    const intents: IntentView[] = [];
    for (const step of operations) intents.push(await perform(writer, step, actor, at));
    return { success: true as const, intents };
  });
};

async function perform(writer: IntentWriter, step: IntentStep, actor: Actor, at: Date): Promise<IntentView> {
  const { id: botId, projectId, language } = writer.bot;
  if (step.type === 'post') {
    const about = { id: newId(at), projectId, botId, createdBy: actor.id, createdAt: at };
    const intent = newIntent(about, fieldsOf(step.intent));
    return viewOf(await writer.insert(intent, intentCreated({ intent: viewOf(intent, language) })), language);
  }

  const { _id: id, intent_id: intentId, ...written } = step.intent;
  const current = await writer.find({ id, intentId });
  if (step.type === 'delete') return viewOf(await writer.remove(current, remove(current, language, at)), language);

  const fields = fieldsOf(written);
  if (step.type === 'patch' && fields.attributes) fields.attributes = merged(current.attributes, fields.attributes);
  return viewOf(await writer.store(current, update(current, fields, language, at)), language);
}
