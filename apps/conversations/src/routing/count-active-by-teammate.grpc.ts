import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type CountActiveByTeammate = GrpcHandler<(typeof ConversationsServiceService)['countActiveByTeammate'], Context>;

const maxUsers = 200;

export const countActiveByTeammate: CountActiveByTeammate = async (context, { idProject, userIds }) => {
  const held = await context.seats.heldBy(idProject, userIds.slice(0, maxUsers));
  return { held: [...held].map(([idUser, count]) => ({ idUser, held: count })) };
};
