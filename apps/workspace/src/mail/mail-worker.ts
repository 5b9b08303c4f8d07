import type { Metrics } from '@parley/service-kit/observability';
import { type TaskWorker, taskWorker } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { mailResetKey } from '../user/mail-reset-key.ts';
import { deliverMail } from './deliver-mail.ts';
import { backoffMs, maxAttempts } from './mail.ts';
import { mailTask, resetMailTask } from './mail-queue.ts';

// Longer than the SMTP adapter's timeouts together, so that a delivery in progress is not started again.
const timeoutMs = 90_000;

/** Starts the mail worker, in every replica. */
export function startMailWorker(context: Context, metrics: Metrics): TaskWorker {
  const outcomes = metrics.counter('parley_mails_total', 'Attempts to send a mail by outcome', ['outcome']);
  return taskWorker({
    db: context.db,
    log: context.log,
    handlers: {
      [mailTask]: (task) => deliverMail(context, task),
      [resetMailTask]: (task) => mailResetKey(context, task),
    },
    timeoutMs,
    maxAttempts,
    backoffMs,
    observe: ({ kind, outcome }) => {
      if (kind === mailTask) outcomes.inc({ outcome });
    },
  });
}
