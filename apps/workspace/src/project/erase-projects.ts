import type { Context } from '../context.ts';

/** Takes away what is left of projects that were deleted long enough ago. */
export async function eraseProjects({ erasures, config }: Context): Promise<void> {
  const before = new Date(Date.now() - config.PROJECT_ERASURE_DELAY);
  for (const projectId of await erasures.listDue(before)) await erasures.erase(projectId);
}
