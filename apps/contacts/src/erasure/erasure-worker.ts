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
    backoffMs,
  });
}

/** Backoff from 0.5 s by a factor of 1.5 up to 5 minutes, with jitter. */
function backoffMs(attempt: number): number {
  return Math.min(500 * 1.5 ** Math.min(attempt - 1, 20), 300_000) * (0.75 + Math.random() / 2);
}
