import type { EventEnvelope, GroupView } from '@parley/contracts';

import type { Context } from '../context.ts';
import { noteOutOfSight } from '../feed/out-of-sight.ts';

/** Keeps the read model of groups, which decide who sees and gets the requests of a department. */
export async function keepGroup(context: Context, event: EventEnvelope<{ group: GroupView }>): Promise<void> {
  const before = await context.feedRepository.scope(event.idproject);
  const record = event.data.group;
  const copy = { projectId: event.idproject, id: record._id, version: event.aggregateversion, record };
  await context.readModels.keepGroup({ ...copy, deleted: record.trashed });
  await noteOutOfSight(context, event.idproject, before);
}
