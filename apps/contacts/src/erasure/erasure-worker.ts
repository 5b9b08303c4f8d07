import { type Task, type TaskWorker, taskWorker } from '@parley/service-kit';

import type { Parts } from '../context.ts';
import { advanceErasure } from './advance-erasure.ts';
import { erasureTask } from './erasure.repository.ts';

/** Longer than a round takes when no service answers; then another replica takes over from one that died. */
const timeoutMs = 90_000;

/** Starts what goes on with erasures, in every replica: each until it is done, however long a service is away. */
export function startErasureWorker(context: Parts): TaskWorker {
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

/** 1 s, doubling to 5 minutes. */
function backoffMs(attempt: number): number {
  return Math.min(1_000 * 2 ** Math.min(attempt - 1, 20), 300_000) * (0.75 + Math.random() / 2);
}
