import { MessageStatus, messageStatuses, validationFailed } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';

type ReportDelivery = GrpcHandler<(typeof ConversationsServiceService)['reportDelivery'], Context>;

/** Sets the status of messages that a channel has carried, once per key; of a failure the team reads in the request. */
export const reportDelivery: ReportDelivery = async (context, call) => {
  const { idProject, requestId, messageIds, errorCode, errorText, tellTeam, dedupeKey } = call;
  const status = messageStatuses.find((one) => one === call.status);
  if (status === undefined) throw validationFailed([{ param: 'status', location: 'body', msg: 'Unknown status' }]);
  const error = errorCode === '' ? undefined : { code: errorCode, ...(errorText !== '' && { text: errorText }) };

  return context.answeredCalls.once({ projectId: idProject, key: `delivery ${dedupeKey}`, requestId }, async () => {
    let changed = 0;
    for (const id of messageIds) changed += Number(await context.messages.report(idProject, id, status, { error }));
    if (tellTeam && error && status === MessageStatus.failed)
      await context.requests.update('system', idProject, requestId, (current) => ({
        ...unchanged(current),
        lines: [{ key: 'MESSAGE_FAILED', ...error }],
      }));
    return { changed };
  });
};
