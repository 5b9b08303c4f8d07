import { type Actor, type BotView, botErrors, type IntentView, roleReaches } from '@parley/contracts';

import { type Intent, viewOf as intentForAdmins, agentViewOf as intentForAgents } from '../intent/intent.ts';
import { type Bot, isTrashed } from './bot.ts';
import { agentViewOf, viewOf } from './bot.view.ts';

export function isAdmin(actor: Actor): boolean {
  return roleReaches(actor.role, 'admin');
}

/** Only admins see copies and bots in the trash; a bot sees itself only. @throws bot_not_found */
export function checkVisible(actor: Actor, bot: Bot): void {
  const isHidden = isTrashed(bot) && !isAdmin(actor);
  if (isHidden || (actor.kind === 'bot' && actor.id !== bot.id)) throw botErrors.bot_not_found();
}

export function botFor(actor: Actor, bot: Bot): BotView {
  return isAdmin(actor) ? viewOf(bot) : agentViewOf(bot);
}

export function intentFor(actor: Actor, intent: Intent, { language }: Bot): IntentView {
  return isAdmin(actor) ? intentForAdmins(intent, language) : intentForAgents(intent, language);
}
