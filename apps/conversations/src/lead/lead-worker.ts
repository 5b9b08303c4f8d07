import { type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { confirmLead, repointLead, repointTask } from './confirm-lead.ts';
import { ensureLeadTask } from './leads.ts';

const timeoutMs = 30_000;

/** Starts the worker that ensures leads at contacts and retries until contacts answers; runs in every replica. */
export function startLeadWorker(context: Context): TaskWorker {
  return taskWorker({
    db: context.db,
    log: context.log,
    handlers: {
      [ensureLeadTask]: (task) => confirmLead(context, task),
      [repointTask]: (task) => repointLead(context, task),
    },
    timeoutMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoffMs,
  });
}

/** Backoff from 2 s, doubling to 5 minutes: an outage may be long, and its end should be noticed soon. */
function backoffMs(attempt: number): number {
  return Math.min(2_000 * 2 ** Math.min(attempt - 1, 20), 300_000) * (0.75 + Math.random() / 2);
}
