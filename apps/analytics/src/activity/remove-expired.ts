import type { Context } from '../context.ts';
import { dayMs } from '../window/zone.ts';

const batch = 1_000;

/** Removes activities past their retention, which answers already exclude. */
export async function removeExpired({ config, activities, projects }: Context): Promise<void> {
  await activities.forgetStarts();
  for (let after = ''; ; ) {
    const found = await activities.projectsAfter(after);
    for (const projectId of found) {
      const days = Math.min(config.ACTIVITY_RETENTION_DAYS, (await projects.retentionDays(projectId)) ?? Infinity);
      while ((await activities.removeBefore(projectId, new Date(Date.now() - days * dayMs), batch)) === batch);
    }
    const last = found.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
