import { agentViewOf, type Bot, isTrashed } from './bot.ts';

/** The gRPC message of a bot: what agents may see. */
export function messageOf(bot: Bot) {
  const { id, name, version } = bot;
  return { id, name, version, trashed: isTrashed(bot), recordJson: JSON.stringify(agentViewOf(bot)) };
}
