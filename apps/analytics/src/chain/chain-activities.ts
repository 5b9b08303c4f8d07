import type { Context } from '../context.ts';

/** Puts new and rewritten activities into the chains that have begun. */
export async function chainActivities({ chain }: Context, over: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const projects = await chain.waiting(after);
    for (const projectId of projects) {
      while (!over.aborted && (await chain.append(projectId)));
    }
    const last = projects.at(-1);
    if (last === undefined || over.aborted) return;
    after = last;
  }
}
