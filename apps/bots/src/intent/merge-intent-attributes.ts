import type { intentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { merged } from '../bot/bot-changes.ts';
import type { Context } from '../context.ts';
import { update, viewOf } from './intent.ts';

type MergeIntentAttributes = Operation<typeof intentApi.mergeIntentAttributes, Context>;

export const mergeIntentAttributes: MergeIntentAttributes = async (context, _actor, input) => {
  const { id_project, intent: id, members } = input;
  const at = new Date();
  const { botId } = await context.intents.get(id_project, id);
  return context.intents.write(id_project, botId, at, async ({ bot: { language }, find, store }) => {
    const current = await find({ id });
    const attributes = merged(current.attributes, members);
    return viewOf(await store(current, update(current, { attributes }, language, at)), language);
  });
};
