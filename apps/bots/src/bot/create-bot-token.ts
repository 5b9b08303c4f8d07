import { type botApi, botErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isTrashed } from './bot.ts';
import { signBotToken } from './bot-token.ts';

type CreateBotToken = Operation<typeof botApi.createBotToken, Context>;

export const createBotToken: CreateBotToken = async (context, _actor, { id_project, bot: id, ttl }) => {
  const bot = await context.bots.get(id_project, id);
  // Tokens of copies and of bots in the trash would be rejected everywhere.
  if (bot.secret === null || isTrashed(bot)) throw botErrors.bot_not_found();

  const at = new Date();
  const { name } = bot;
  const ttlSeconds = Math.min(ttl, context.config.BOT_TOKEN_TTL / 1000);
  const publicUrl = context.publicUrl;
  const of = { id, projectId: id_project, name, publicUrl, at, ttlSeconds };
  const jwt = await signBotToken(context.secrets.open(bot.secret, id), of);
  return { jwt, expires_at: new Date((Math.floor(at.getTime() / 1000) + ttlSeconds) * 1000).toISOString() };
};
