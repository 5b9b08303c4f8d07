import type { EventEnvelope, ProjectView } from '@parley/contracts';

import type { Context } from '../context.ts';

type ProjectEvent = EventEnvelope<{ project: ProjectView }>;

export function keepProject(context: Context, event: ProjectEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetProject(context: Context, event: ProjectEvent): Promise<void> {
  return keep(context, event, true);
}

/** Settings and hours; bans, address rules and the looks of the widget are no business of requests. */
function keep(context: Context, event: ProjectEvent, deleted: boolean): Promise<void> {
  const { _id, name, status, settings, activeOperatingHours, operatingHours, timeSlots } = event.data.project;
  const record = { _id, name, status, settings, activeOperatingHours, operatingHours, timeSlots };
  return context.copies.keepProject({ projectId: _id, id: _id, version: event.aggregateversion, deleted, record });
}
