import { type engineApi, MessageStatus } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type RedriveEngineDeliveries = Operation<typeof engineApi.redriveEngineDeliveries, Context>;

export const redriveEngineDeliveries: RedriveEngineDeliveries = async (context, _actor, { id_project, from, to }) => {
  const redriven = await context.deliveries.redriveAll(id_project, from, to);
  for (const { messageId } of redriven) {
    if (messageId !== null) await context.messages.report(id_project, messageId, MessageStatus.sending);
  }
  return { queued: redriven.length };
};
