import type { DepartmentRecordView, EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';
import { noteOutOfSight } from '../feed/out-of-sight.ts';

type DepartmentEvent = EventEnvelope<{ department: DepartmentRecordView }>;

export function keepDepartment(context: Context, event: DepartmentEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetDepartment(context: Context, event: DepartmentEvent): Promise<void> {
  return keep(context, event, true);
}

async function keep(context: Context, event: DepartmentEvent, deleted: boolean): Promise<void> {
  const before = await context.feedRepository.scope(event.idproject);
  const record = event.data.department;
  const copy = { projectId: event.idproject, id: record._id, version: event.aggregateversion, deleted, record };
  await context.readModels.keepDepartment(copy);
  await noteOutOfSight(context, event.idproject, before);
}
