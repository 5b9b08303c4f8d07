import type { Task } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { renderMail } from './mail.ts';

/** The worker's step: a mail leaves. Repeated until it has; its Message-ID stays the same. */
export async function deliverMail({ mails, mailTransport, config }: Context, task: Task): Promise<void> {
  const { to, ...mail } = mails.openMail(task);
  try {
    await mailTransport.deliver({ id: task.id, to, ...renderMail(mail, config.DASHBOARD_URL) });
  } catch (error) {
    // Mail servers repeat the address in their answers, and the worker stores what it was told: only the kind remains.
    throw new Error(`The mail has not left: ${kindOf(error)}`);
  }
}

function kindOf(error: unknown): string {
  const { code = 'unknown', responseCode = '' } = error as { code?: unknown; responseCode?: unknown };
  return `${code} ${responseCode}`.trim();
}
