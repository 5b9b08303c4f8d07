import { exponentialBackoff } from '@parley/service-kit/concurrency';
import type { Metrics } from '@parley/service-kit/observability';
import { type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { pushTask } from './plan-pushes.ts';
import { maxPushAttempts, sendPush } from './send-push.ts';

/** Starts the worker of push notifications, in every replica. */
export function startPushWorker(context: Context, metrics: Metrics): TaskWorker {
  const outcomes = metrics.counter('parley_pushes_total', 'Attempts to send a push notification by outcome', [
    'outcome',
  ]);
  return taskWorker({
    db: context.db,
    log: context.log,
    handlers: { [pushTask]: (task) => sendPush(context, task) },
    concurrency: 16,
    timeoutMs: 30_000,
    maxAttempts: maxPushAttempts,
    backoffMs: exponentialBackoff(2_000, 10_000),
    observe: ({ outcome }) => outcomes.inc({ outcome }),
  });
}
