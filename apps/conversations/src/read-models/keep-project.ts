import type { EventEnvelope, ProjectView } from '@parley/contracts';

import type { Context } from '../context.ts';

type ProjectEvent = EventEnvelope<{ project: ProjectView }>;

export function keepProject(context: Context, event: ProjectEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetProject(context: Context, event: ProjectEvent): Promise<void> {
  return keep(context, event, true);
}

async function keep(context: Context, event: ProjectEvent, deleted: boolean): Promise<void> {
  const { project } = event.data;
  const { _id } = project;
  const record = copiedOf(project);
  await context.readModels.keepProject({ projectId: _id, id: _id, version: event.aggregateversion, deleted, record });
  context.redactPatterns.forget(_id);
  await context.automationConfigs.followHours(_id);
}

/** Settings and hours of a project, and whom it bans; requests need no address rules or widget settings. */
export function copiedOf({ bannedUsers = [], ...project }: ProjectView): object {
  const { _id, name, status, settings, activeOperatingHours, operatingHours, timeSlots } = project;
  const banned = bannedUsers.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return { _id, name, status, settings, activeOperatingHours, operatingHours, timeSlots, banned };
}
