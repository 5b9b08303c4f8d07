import type { Context } from '../context.ts';

/** Erases the data of projects deleted longer than PROJECT_ERASURE_DELAY ago. */
export async function eraseProjects({ erasures, config }: Context): Promise<void> {
  const before = new Date(Date.now() - config.PROJECT_ERASURE_DELAY);
  for (const projectId of await erasures.listDue(before)) await erasures.erase(projectId);
}
