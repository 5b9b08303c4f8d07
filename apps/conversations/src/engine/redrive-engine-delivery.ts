import { type engineApi, MessageStatus } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type RedriveEngineDelivery = Operation<typeof engineApi.redriveEngineDelivery, Context>;

/** Redriving a delivery that is not a dead letter changes nothing. */
export const redriveEngineDelivery: RedriveEngineDelivery = async (context, _actor, { id_project, delivery_id }) => {
  const { delivery, redriven } = await context.deliveries.redrive(id_project, delivery_id);
  for (const { messageId } of redriven) {
    if (messageId !== null) await context.messages.report(id_project, messageId, MessageStatus.sending);
  }
  return delivery;
};
