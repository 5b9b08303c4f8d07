import type { Context } from '../context.ts';
import { inTurns } from '../project/in-turns.ts';

/** Puts new and rewritten activities into the chains that have begun. Projects take turns of one batch, so that a large one delays no other. */
export async function chainActivities({ chain }: Context, over: AbortSignal): Promise<void> {
  await inTurns(
    (after) => chain.waiting(after),
    (projectId) => chain.append(projectId),
    over,
  );
}
