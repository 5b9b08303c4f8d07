import { exponentialBackoff } from '@parley/service-kit/concurrency';
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
    // An outage may be long, and its end should be noticed soon.
    backoffMs: exponentialBackoff(2_000, 300_000),
  });
}
