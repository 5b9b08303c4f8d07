import type { messageStatusApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type AcknowledgeMessages = Operation<typeof messageStatusApi.acknowledgeMessages, Context>;

export const acknowledgeMessages: AcknowledgeMessages = async (context, actor, input) => {
  const { id_project, request_id, status, upto } = input;
  const updated = await context.messages.acknowledgeUpTo(actor, id_project, { requestId: request_id, upto }, status);

  return { updated, upto };
};
