import { commonErrors, topicNames, validationFailed, viewingStates } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import { refuseNonTeam } from '../access/participation.ts';
import type { Context } from '../context.ts';

type PublishViewing = GrpcHandler<(typeof ConversationsServiceService)['publishViewing'], Context>;

export const publishViewing: PublishViewing = async (
  context,
  { idProject, requestId, state, connection },
  { actor },
) => {
  if (!actor) throw commonErrors.unauthorized();
  const known = viewingStates.find((one) => one === state);
  if (!known) throw validationFailed([{ param: 'state', location: 'body', msg: 'Is no state' }]);
  refuseNonTeam(actor);
  // Teammates who no longer see the request may still leave it.
  if (known !== 'left') await context.requestQueries.checkVisible(actor, idProject, requestId);
  const topic = topicNames.viewers(idProject, requestId);
  context.viewing.publish({ topic, user_id: actor.id, fullname: actor.name ?? actor.id, state: known, connection });
  return {};
};
