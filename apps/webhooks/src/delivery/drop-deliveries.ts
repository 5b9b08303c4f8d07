import type { Task } from '@parley/service-kit/tasks';

import type { DeliveryRepository } from './delivery.repository.ts';

const atOnce = 2_000;

/** Removes the deliveries of a deleted subscription. */
export async function dropDeliveries(deliveries: DeliveryRepository, { projectId, payload }: Task): Promise<void> {
  const { id } = payload as { id: string };
  while (await deliveries.drop(projectId, id, atOnce));
}
