import type { Context } from '../context.ts';

/** Erases the files of projects whose erasure delay has passed, and expired tombstones of requests. */
export async function eraseProjects(context: Context): Promise<void> {
  const { config, exports, files, sweeps } = context;
  await sweeps.forgetEnds();
  const before = new Date(Date.now() - config.PROJECT_ERASURE_DELAY);
  for (const projectId of await sweeps.endedBefore(before)) {
    for (;;) {
      const left = await sweeps.ofProject(projectId);
      if (left.length === 0 || (await files.removeAll(left)) === 0) break;
    }
    await exports.end(projectId);
    await sweeps.forgetProject(projectId);
  }
}
