import type { Context } from '../context.ts';

const keptForMs = 30 * 24 * 3_600_000;

/** Mails that were given up stay for a month, so that an operator can see whom they did not reach. */
export function dropParkedMails(context: Context): Promise<void> {
  return context.mails.dropParkedBefore(new Date(Date.now() - keptForMs));
}
