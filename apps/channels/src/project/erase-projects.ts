import type { Context } from '../context.ts';

const atOnce = 1_000;

/** Erases projects whose erasure delay has passed. */
export async function eraseProjects({ config, projects, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - config.PROJECT_ERASURE_DELAY);
  for (const projectId of await projects.endedBefore(before)) while (await projects.erase(projectId, atOnce));
}
