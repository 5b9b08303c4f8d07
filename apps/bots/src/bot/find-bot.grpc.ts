import { botErrors } from '@parley/contracts';
import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { messageOf } from './bot.view.ts';

type FindBot = GrpcHandler<(typeof BotsServiceService)['findBot'], Context>;

export const findBot: FindBot = async ({ bots }, { idProject, name, slug }) => {
  const bot = await bots.findNamed(idProject, name, slug);
  if (!bot) throw botErrors.bot_not_found();
  return { bot: messageOf(bot) };
};
