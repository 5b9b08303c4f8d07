import type { CannedResponseView, EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Keeps the read model of canned responses, which actions send. */
export async function keepCanned(
  context: Context,
  event: EventEnvelope<{ canned: CannedResponseView }>,
): Promise<void> {
  const { idproject: projectId, aggregateversion: version } = event;
  const { canned } = event.data;
  await context.readModels.keepCanned({ projectId, id: canned._id, version, ...copiedCanned(canned) });
}

export function copiedCanned({ text, shared, createdBy, status }: CannedResponseView) {
  return { deleted: status === 1000, record: { text, shared, createdBy } };
}
