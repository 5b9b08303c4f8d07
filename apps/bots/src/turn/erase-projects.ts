import type { Context } from '../context.ts';

/** Tombstones of deleted requests outlive all their events. */
const tombstoneMs = 30 * 86_400_000;

/** Erases deleted projects after the delay, and old tombstones of requests. */
export async function eraseProjects({ config, projects }: Context): Promise<void> {
  await projects.deleteTombstonesBefore(new Date(Date.now() - tombstoneMs));
  const before = new Date(Date.now() - config.PROJECT_ERASURE_DELAY);
  for (const projectId of await projects.endedBefore(before)) await projects.erase(projectId);
}
