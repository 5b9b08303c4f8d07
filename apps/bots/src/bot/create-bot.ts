import { type botApi, botCreated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newIntent } from '../intent/intent.ts';
import { defaultFields, isExternal, newBot } from './bot.ts';
import { viewOf } from './bot.view.ts';
import { fieldsOf } from './bot-input.ts';
import { newSecret } from './secret.ts';
import { slugOf } from './slug.ts';
import { templates } from './template.ts';

type CreateBot = Operation<typeof botApi.createBot, Context>;

export const createBot: CreateBot = async (context, actor, { id_project, template = 'example', name, ...written }) => {
  await context.outbound.check([written.url, written.webhook_url]);
  const at = new Date();
  const id = newId(at);
  const secret = newSecret();
  const about = { id, projectId: id_project, createdBy: actor.id, createdAt: at };
  const fields = { ...defaultFields, slug: slugOf(name), ...fieldsOf(written), name };
  const bot = newBot({ ...about, secret: context.secrets.seal(secret, id) }, fields);

  const intents = (isExternal(bot) ? [] : templates[template]).map((intent) =>
    newIntent({ ...about, id: newId(at), botId: id }, intent),
  );
  const stored = await context.bots.insert(bot, async (made) => {
    await context.intents.insertAll(intents);
    return [botCreated({ bot: viewOf(made), intents: intents.length })];
  });
  return { ...viewOf(stored), secret };
};
