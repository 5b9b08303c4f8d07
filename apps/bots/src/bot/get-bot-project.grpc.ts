import { botErrors } from '@parley/contracts';
import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { isTrashed } from './bot.ts';

type GetBotProject = GrpcHandler<(typeof BotsServiceService)['getBotProject'], Context>;

export const getBotProject: GetBotProject = async ({ bots }, { idBot }) => {
  const bot = await bots.findAnywhere(idBot);
  if (!bot || isTrashed(bot)) throw botErrors.bot_not_found();
  return { idProject: bot.projectId };
};
