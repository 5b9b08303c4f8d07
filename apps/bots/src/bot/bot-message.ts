import { agentViewOf, type Bot, isTrashed } from './bot.ts';

/** A bot as other services get it: the view of agents. */
export function messageOf(bot: Bot) {
  const { id, name, version } = bot;
  return { id, name, version, trashed: isTrashed(bot), recordJson: JSON.stringify(agentViewOf(bot)) };
}
