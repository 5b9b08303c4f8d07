import { exponentialBackoff } from '@parley/service-kit/concurrency';
import { type Task, type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { WorkerContext } from '../context.ts';
import { advanceErasure } from './advance-erasure.ts';
import { erasureTask } from './erasure.repository.ts';

/** Longer than a round with hanging services; afterwards another replica takes over. */
const timeoutMs = 30_000;

/** Starts the worker that advances erasures. It never gives up, however long a service is unavailable. */
export function startErasureWorker(context: WorkerContext): TaskWorker {
  return taskWorker({
    db: context.db,
    log: context.log,
    handlers: { [erasureTask]: (task: Task) => advanceErasure(context, task) },
    concurrency: 2,
    timeoutMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoffMs: exponentialBackoff(500, 300_000, 1.5),
  });
}
