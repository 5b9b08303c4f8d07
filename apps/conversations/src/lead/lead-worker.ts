import { type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { confirmLead, repointLead, repointTask } from './confirm-lead.ts';
import { ensureLeadTask } from './leads.ts';

const timeoutMs = 30_000;

/** Starts what tells contacts of leads, in every replica: again and again until it has answered. */
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

/** 2 s, doubling to 5 minutes: contacts may be away for long, and is wanted soon after it is back. */
function backoffMs(attempt: number): number {
  return Math.min(2_000 * 2 ** Math.min(attempt - 1, 20), 300_000) * (0.75 + Math.random() / 2);
}
