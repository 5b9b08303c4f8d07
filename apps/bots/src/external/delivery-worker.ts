import { exponentialBackoff } from '@parley/service-kit/concurrency';
import { type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { deliveryTasks } from './deliver.ts';

/** One call, and the writes around it. */
const timeoutMs = 30_000;
/** About an hour and a half, to survive outages of other services. */
const maxAttempts = 100;
const backoffMs = exponentialBackoff(500, 60_000);

/** Calls external bots in a worker of their own, so that a hanging bot does not delay other turns. */
export function deliveryWorker(context: Context): TaskWorker {
  const { db, log, config } = context;
  const concurrency = config.BOT_CALLS_AT_ONCE;
  return taskWorker({ db, log, handlers: deliveryTasks(context), concurrency, timeoutMs, maxAttempts, backoffMs });
}
