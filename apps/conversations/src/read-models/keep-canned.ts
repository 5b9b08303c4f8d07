import type { CannedResponseView, EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';
import { copiedCanned } from './canned-copy.ts';

/** Keeps the read model of canned responses, which actions send. */
export async function keepCanned(
  context: Context,
  event: EventEnvelope<{ canned: CannedResponseView }>,
): Promise<void> {
  const { idproject: projectId, aggregateversion: version } = event;
  const { canned } = event.data;
  await context.readModels.keepCanned({ projectId, id: canned._id, version, ...copiedCanned(canned) });
}
