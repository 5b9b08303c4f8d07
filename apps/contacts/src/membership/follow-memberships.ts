import type { Context } from '../context.ts';
import { evaluable } from './membership.repository.ts';

/** Announces who came into a segment or left it since the last round: by changes, and by time alone. */
export async function followMemberships({ memberships, segments, log }: Context, over: AbortSignal): Promise<void> {
  for (const projectId of await memberships.dueProjects()) {
    try {
      const own = evaluable(await segments.all(projectId));
      for (let after: string | undefined = ''; after !== undefined && !over.aborted; )
        after = await memberships.next(projectId, own, after);
    } catch (error) {
      // The other projects go on; the next round finds it again.
      log.warn({ err: error, projectId }, 'memberships in segments could not be followed');
    }
  }
}
