import type { Context } from '../context.ts';
import { inTurns } from '../project/in-turns.ts';
import { dayMs } from '../window/zone.ts';

const batch = 1_000;

/** Removes activities past their retention, which answers already exclude. Projects take turns of one batch, so that a large one delays no other. */
export async function removeExpired({ config, activities, projects }: Context): Promise<void> {
  await activities.forgetStarts();
  const removeBatch = async (projectId: string) => {
    const days = Math.min(config.ACTIVITY_RETENTION_DAYS, (await projects.retentionDays(projectId)) ?? Infinity);
    return (await activities.removeBefore(projectId, new Date(Date.now() - days * dayMs), batch)) === batch;
  };
  await inTurns((after) => activities.projectsAfter(after), removeBatch);
}
