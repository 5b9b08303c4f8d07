import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import type { DeliveryReport } from './outgoing.repository.ts';

/** Task: reports to conversations what became of a mail; the request shows a failure, too. */
export async function reportDelivery({ conversations }: Context, { projectId, id, payload }: Task): Promise<void> {
  await conversations.report(projectId, payload as DeliveryReport, id);
}
