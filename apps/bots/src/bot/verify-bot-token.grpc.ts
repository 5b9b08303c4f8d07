import { botErrors } from '@parley/contracts';
import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { GrpcHandler } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { type Bot, isTrashed } from './bot.ts';
import { isSignedByOne, readBotClaims } from './bot-token.ts';

type VerifyBotToken = GrpcHandler<(typeof BotsServiceService)['verifyBotToken'], Context>;

export const verifyBotToken: VerifyBotToken = async (context, { token, idBot }) => {
  const now = new Date();
  const claims = readBotClaims(token, idBot, now, context.config.BOT_TOKEN_TTL / 1000);
  const bot = claims && (await context.bots.findAnywhere(idBot));
  if (!claims || !bot || isTrashed(bot)) throw botErrors.bot_not_found();
  if (claims.id_project !== undefined && claims.id_project !== bot.projectId) throw botErrors.bot_not_found();
  if (!(await isSignedByOne(token, secretsOf(context, bot, now)))) throw botErrors.bot_not_found();

  const { jti, request_id: requestId, exp: expiresAt } = claims;
  return { idBot, idProject: bot.projectId, name: bot.name, jti, requestId, expiresAt };
};

function secretsOf({ secrets }: Context, bot: Bot, now: Date): string[] {
  const isOverlapping = bot.previousSecretUntil !== null && bot.previousSecretUntil > now;
  return [bot.secret, isOverlapping ? bot.previousSecret : null]
    .filter((sealed) => sealed !== null)
    .map((sealed) => secrets.open(sealed, bot.id));
}
