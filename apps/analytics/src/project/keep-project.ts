import type { EventEnvelope, ProjectView } from '@parley/contracts';

import type { Context } from '../context.ts';

type ProjectEvent = EventEnvelope<{ project: ProjectView }>;

export async function keepProject(
  context: Context,
  { idproject, data: { project } }: Pick<ProjectEvent, 'idproject' | 'data'>,
): Promise<void> {
  await context.projects.keep(idproject, project.__v, retentionDaysOf(project.settings));
}

export async function endProject(context: Context, { idproject, data: { project } }: ProjectEvent): Promise<void> {
  await context.projects.end(idproject, project.__v);
}

const maxDays = 3650;

/** A project may only shorten the retention; anything but a valid number of days is ignored. */
function retentionDaysOf({ activity_retention_days: days }: Record<string, unknown>): number | undefined {
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= maxDays ? days : undefined;
}
