import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import type { DeliveryReport } from './outgoing.repository.ts';

/** Task: tells conversations what became of a mail; a failure stands in the request, too. */
export async function reportDelivery({ conversations }: Context, { projectId, id, payload }: Task): Promise<void> {
  await conversations.report(projectId, payload as DeliveryReport, id);
}
