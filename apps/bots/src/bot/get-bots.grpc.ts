import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { messageOf } from './bot.view.ts';

type GetBots = GrpcHandler<(typeof BotsServiceService)['getBots'], Context>;

const maxAsked = 200;

export const getBots: GetBots = async ({ bots }, { idProject, ids }) => {
  const found = await bots.findAll(idProject, ids.slice(0, maxAsked));
  return { bots: found.map(messageOf) };
};
