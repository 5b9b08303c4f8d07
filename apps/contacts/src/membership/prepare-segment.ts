import { isRelative, SegmentFilters } from '@parley/contracts';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { type Task, TaskContinuation, type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { WorkerContext } from '../context.ts';
import { prepareTask } from '../segment/segment.repository.ts';

/** Prepares a batch of leads for a segment that asks for relative times. */
async function prepareSegment({ memberships, segments }: WorkerContext, { projectId, payload }: Task) {
  const { segment: id, after = '' } = payload as { segment: string; after?: string };
  const segment = await undefinedIfNotFound(segments.get(projectId, id));
  if (!segment || !SegmentFilters.safeParse(segment.filters).success || !segment.filters.some(isRelative)) return;
  const last = await memberships.prepare(segment, after);
  return last === undefined ? undefined : new TaskContinuation({ segment: id, after: last });
}

export function startMembershipWorker(context: WorkerContext): TaskWorker {
  const { db, log } = context;
  return taskWorker({
    ...{ db, log, concurrency: 1, maxAttempts: Number.POSITIVE_INFINITY },
    handlers: { [prepareTask]: (task) => prepareSegment(context, task) },
  });
}
