import { type Actor, type botApi, botErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import type { Publisher } from './bot.ts';
import { publish } from './bot-changes.ts';

type PublishBot = Operation<typeof botApi.publishBot, Context>;

export const publishBot: PublishBot = async (context, actor, { id_project, bot: id, ...asked }) => {
  const { release_note: note = 'No comment', restore_from: from } = asked;
  const at = new Date();
  const copyId = newId(at);
  await context.db.transaction(async () => {
    const current = await context.bots.lock(id_project, id);
    const source = from === undefined ? current : await context.bots.get(id_project, from);
    if (from !== undefined && source.rootId !== id) throw botErrors.bot_not_found();

    const change = publish(current, source, { copyId, note, by: publisherOf(actor), at });
    const intents = await context.intents.ofBot(id_project, source.id);
    await context.intents.insertAll(intents.map((intent) => ({ ...intent, id: newId(at), botId: copyId })));
    const old = await context.bots.insertCopy(change.copy);
    await context.intents.removeOfBots(id_project, old);
    await context.bots.store(current, change);
  });
  return { message: 'Chatbot published successfully', bot_id: copyId };
};

function publisherOf({ id, name = '', email }: Actor): Publisher {
  const [firstname = '', ...rest] = name.split(' ');
  const lastname = rest.join(' ');
  return { _id: id, ...(firstname && { firstname }), ...(lastname && { lastname }), ...(email && { email }) };
}
