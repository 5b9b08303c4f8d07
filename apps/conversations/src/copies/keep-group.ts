import type { EventEnvelope, GroupView } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Who sees and gets the requests of a department. */
export function keepGroup(context: Context, event: EventEnvelope<{ group: GroupView }>): Promise<void> {
  const record = event.data.group;
  const copy = { projectId: event.idproject, id: record._id, version: event.aggregateversion, record };
  return context.copies.keepGroup({ ...copy, deleted: record.trashed });
}
