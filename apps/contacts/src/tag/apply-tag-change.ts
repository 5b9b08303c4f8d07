import type { TagCopyChange } from '@parley/contracts';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import type { WorkerContext } from '../context.ts';
import { followTag } from '../segment/segment.ts';

/** Kind of the task that brings a change of a tag to the leads that carry it and to the segments that ask for it. */
export const tagTask = 'tag';

/** Changes the segments, then a batch of leads. What is repeated after a crash changes nothing twice. */
export async function applyTagChange(context: WorkerContext, { projectId, payload }: Task, signal: AbortSignal) {
  const { after = '', ...change } = payload as TagCopyChange & { after?: string };
  if (after === '' && change.to !== undefined) await changeSegments(context, projectId, change);
  const carriers = await context.leads.tagged(projectId, change.from, after);
  for (const id of carriers) {
    signal.throwIfAborted();
    await undefinedIfNotFound(context.leads.retag(projectId, id, change, new Date()));
  }
  const last = carriers.at(-1);
  return last === undefined ? undefined : new TaskContinuation({ ...change, after: last });
}

async function changeSegments({ segments }: WorkerContext, projectId: string, change: TagCopyChange): Promise<void> {
  for (const id of await segments.askingForTags(projectId)) {
    await undefinedIfNotFound(segments.update(projectId, id, (current) => followTag(current, change, new Date())));
  }
}
