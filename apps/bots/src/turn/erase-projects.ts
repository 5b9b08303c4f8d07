import type { Context } from '../context.ts';

/** A request that is gone is remembered longer than any event of it. */
const rememberedMs = 30 * 86_400_000;

/** Bots of projects that ended long ago, and what is remembered of requests that did. */
export async function eraseProjects({ config, projects }: Context): Promise<void> {
  await projects.forgetRequestsBefore(new Date(Date.now() - rememberedMs));
  const before = new Date(Date.now() - config.PROJECT_ERASURE_DELAY);
  for (const projectId of await projects.endedBefore(before)) await projects.erase(projectId);
}
