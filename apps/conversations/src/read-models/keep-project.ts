import type { EventEnvelope, ProjectView } from '@parley/contracts';

import type { Context } from '../context.ts';

type ProjectEvent = EventEnvelope<{ project: ProjectView }>;

export function keepProject(context: Context, event: ProjectEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetProject(context: Context, event: ProjectEvent): Promise<void> {
  return keep(context, event, true);
}

/** Keeps the settings and hours of a project; requests need no address rules or widget settings, and of bans only whom they name. */
async function keep(context: Context, event: ProjectEvent, deleted: boolean): Promise<void> {
  const {
    _id,
    name,
    status,
    settings,
    activeOperatingHours,
    operatingHours,
    timeSlots,
    bannedUsers = [],
  } = event.data.project;
  const banned = bannedUsers.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const record = { _id, name, status, settings, activeOperatingHours, operatingHours, timeSlots, banned };
  await context.readModels.keepProject({ projectId: _id, id: _id, version: event.aggregateversion, deleted, record });
  await context.automationConfigs.followHours(_id);
}
