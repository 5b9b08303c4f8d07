import { botErrors } from '@parley/contracts';
import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { isId } from '@parley/service-kit/call';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { isTrashed } from './bot.ts';
import { isSignedByOne, readBotClaims } from './bot-token.ts';
import { openSecrets } from './secret.ts';

type VerifyBotToken = GrpcHandler<(typeof BotsServiceService)['verifyBotToken'], Context>;

export const verifyBotToken: VerifyBotToken = async (context, { token, idBot }) => {
  const now = new Date();
  const claims = readBotClaims(token, idBot, now, context.config.BOT_TOKEN_TTL / 1000);
  const bot = claims && (await context.bots.findAnywhere(idBot));
  if (!claims || !bot || isTrashed(bot)) throw botErrors.bot_not_found();
  if (claims.id_project !== undefined && claims.id_project !== bot.projectId) throw botErrors.bot_not_found();
  if (!(await isSignedByOne(token, openSecrets(context.secrets, bot, now)))) throw botErrors.bot_not_found();

  const { jti, request_id: requestId, exp: expiresAt } = claims;
  const origin = isId(jti) ? await context.calls.findOrigin(bot.projectId, idBot, jti) : undefined;
  return { idBot, idProject: bot.projectId, name: bot.name, jti, requestId, expiresAt, ...origin };
};
