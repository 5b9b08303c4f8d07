import {
  type Actor,
  botCreated,
  botErrors,
  type botFileApi,
  commonErrors,
  hasRight,
  roleTooLow,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import { type Bot, type BotFields, newBot } from '../bot/bot.ts';
import { viewOf, withoutGlobals } from '../bot/bot.view.ts';
import { newSecret } from '../bot/secret.ts';
import type { Context } from '../context.ts';
import { type Intent, type IntentFields, newIntent } from '../intent/intent.ts';
import { withParticipant } from './bot-file.ts';

type ForkBot = Operation<typeof botFileApi.forkBot, Context>;

export const forkBot: ForkBot = async (context, actor, input) => {
  const { id_project, bot: id, projectid: landing = id_project, globals = false } = input;
  if (landing !== id_project) await checkAdmin(context, actor, landing);
  const own = await context.bots.find(id_project, id);
  const source = own ?? (input.public ? await context.bots.getPublic(id) : undefined);
  if (source === undefined) throw botErrors.bot_not_found();
  const isOwn = own !== undefined;
  const withGlobals = globals && (isOwn || (await isAdmin(context, actor, source.projectId)));

  const at = new Date();
  const botId = newId(at);
  const about = { projectId: landing, createdBy: actor.id, createdAt: at };
  const secret = context.secrets.seal(newSecret(), botId);
  const fields = fieldsOfFork(source, botId, { isOwn, withGlobals });
  const intents = (await context.intents.ofBot(source.projectId, source.id)).map((intent) =>
    newIntent({ ...about, id: newId(at), botId }, writtenOf(intent)),
  );
  context.intents.checkCount(intents.length);
  // A source without an address may be forked.
  await context.bots.insert(newBot({ ...about, id: botId, secret }, fields, true), async (made) => {
    await context.intents.insertAll(intents);
    return [botCreated({ bot: viewOf(made), intents: intents.length, forked_from: source.id })];
  });
  return { message: 'Chatbot forked successfully', bot_id: botId };
};

/** @throws not_a_member; role_too_low; dependency_down */
async function checkAdmin({ workspace }: Context, actor: Actor, projectId: string): Promise<void> {
  const permissions = await workspace.permissionsOf(actor, projectId);
  if (permissions === undefined) throw commonErrors.not_a_member();
  if (!hasRight(permissions, 'bots.write')) throw roleTooLow('admin');
}

async function isAdmin({ workspace }: Context, actor: Actor, projectId: string): Promise<boolean> {
  const permissions = await workspace.permissionsOf(actor, projectId);
  return permissions !== undefined && hasRight(permissions, 'bots.write');
}

/** Leaves out addresses of other projects, and globals that the caller may not read. */
function fieldsOfFork(
  source: Bot,
  botId: string,
  { isOwn, withGlobals }: Record<'isOwn' | 'withGlobals', boolean>,
): BotFields {
  const { name, type, slug, language, description, title, shortDescription, mainCategory } = source;
  const { webhookEnabled, tags, subtype, agentsAvailable } = source;
  return {
    ...{ name, type, slug, language, description, title, shortDescription, mainCategory },
    ...{ webhookEnabled, tags, subtype, agentsAvailable, isPublic: false },
    ...{ url: isOwn ? source.url : null, webhookUrl: isOwn ? source.webhookUrl : null },
    attributes: withParticipant(withGlobals ? source.attributes : withoutGlobals(source.attributes), botId),
  };
}

function writtenOf(intent: Intent): IntentFields {
  const { intentId, name, question, answer, actions, form, reply, attributes, enabled, webhookEnabled, topic } = intent;
  return { intentId, name, question, answer, actions, form, reply, attributes, enabled, webhookEnabled, topic };
}
