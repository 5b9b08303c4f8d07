import type { Context } from '../context.ts';

/** Erases projects whose erasure delay has passed, and expired tombstones. */
export async function eraseProjects({ config, erasures, projects }: Context): Promise<void> {
  await erasures.forgetTombstones();
  const before = new Date(Date.now() - config.PROJECT_ERASURE_DELAY);
  for (let after = ''; ; ) {
    const ended = await projects.endedBefore(before, after);
    for (const projectId of ended) await erasures.eraseProject(projectId);
    const last = ended.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
