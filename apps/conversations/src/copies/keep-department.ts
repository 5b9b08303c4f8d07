import type { DepartmentRecordView, EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

type DepartmentEvent = EventEnvelope<{ department: DepartmentRecordView }>;

export function keepDepartment(context: Context, event: DepartmentEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetDepartment(context: Context, event: DepartmentEvent): Promise<void> {
  return keep(context, event, true);
}

function keep(context: Context, event: DepartmentEvent, deleted: boolean): Promise<void> {
  const record = event.data.department;
  const copy = { projectId: event.idproject, id: record._id, version: event.aggregateversion, deleted, record };
  return context.copies.keepDepartment(copy);
}
