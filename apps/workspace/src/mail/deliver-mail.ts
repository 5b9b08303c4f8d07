import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { renderMail } from './mail.ts';

/** Task: delivers a mail, with retries. The Message-ID stays the same. */
export async function deliverMail({ mails, mailTransport, config }: Context, task: Task): Promise<void> {
  const { to, ...mail } = mails.openMail(task);
  try {
    await mailTransport.deliver({ id: task.id, to, ...renderMail(mail, config.DASHBOARD_URL) });
  } catch (error) {
    // Mail servers repeat the address in their answers, and the worker stores error messages: keep only the kind.
    throw new Error(`Mail delivery failed: ${kindOf(error)}`);
  }
}

function kindOf(error: unknown): string {
  const { code = 'unknown', responseCode = '' } = error as { code?: unknown; responseCode?: unknown };
  return `${code} ${responseCode}`.trim();
}
