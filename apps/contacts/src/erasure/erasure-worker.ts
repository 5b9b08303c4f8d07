import { type Task, type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { WorkerContext } from '../context.ts';
import { advanceErasure } from './advance-erasure.ts';
import { erasureTask } from './erasure.repository.ts';

/** Longer than a round takes when services hang; then another replica takes over from one that died. */
const timeoutMs = 30_000;

/** Starts what goes on with erasures, in every replica: each until it is done, however long a service is away. */
export function startErasureWorker(context: WorkerContext): TaskWorker {
  return taskWorker({
    db: context.db,
    log: context.log,
    handlers: { [erasureTask]: (task: Task) => advanceErasure(context, task) },
    concurrency: 2,
    timeoutMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoffMs,
  });
}

/** 0.5 s, half as much again each time, up to 5 minutes: the person is waiting, and so may be a service that starts anew. */
function backoffMs(attempt: number): number {
  return Math.min(500 * 1.5 ** Math.min(attempt - 1, 20), 300_000) * (0.75 + Math.random() / 2);
}
