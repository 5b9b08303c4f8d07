import type { TagCopyChange } from '@parley/contracts';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { followTag } from './tags.ts';

/** Kind of the task that brings a change of a tag to the requests that carry it. */
export const tagTask = 'tag';

/** Changes a batch of requests. One that is repeated after a crash changes nothing twice. */
export async function applyTagChange(
  context: Pick<Context, 'requests' | 'tagged'>,
  { projectId, payload }: Task,
  signal: AbortSignal,
) {
  const { after = '', ...change } = payload as TagCopyChange & { after?: string };
  const { carriers, last } = await context.tagged.next(projectId, after, change.from);
  for (const requestId of carriers) {
    signal.throwIfAborted();
    // Undefined: deleted meanwhile.
    await undefinedIfNotFound(
      context.requests.update('system', projectId, requestId, (current, { at }) => followTag(current, change, at)),
    );
  }
  return last === null ? undefined : new TaskContinuation({ ...change, after: last });
}
