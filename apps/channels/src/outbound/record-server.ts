import type { Context } from '../context.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import type { Verdict } from './outbound-account.ts';

type Key = Pick<Mailbox, 'projectId' | 'id'>;

/** Stores what an attempt to send has shown of a mailbox's server; when it works again, the mails that have waited for it are sent. */
export async function recordServer(
  { outboundAccounts, outgoing, sender, clock }: Context,
  mailbox: Key,
  verdict: Verdict,
): Promise<void> {
  const hasRecovered = await outboundAccounts.record(mailbox, verdict, clock.now());
  if (hasRecovered && (await outgoing.hasten(mailbox, clock.now()))) sender.wake();
}

/** A sign-in has succeeded: the mails that wait show at once whether the server takes them, too; without any, it works. */
export async function recordSignIn(context: Context, mailbox: Key): Promise<void> {
  const { outgoing, sender, clock } = context;
  if (await outgoing.hasten(mailbox, clock.now())) sender.wake();
  else await recordServer(context, mailbox, 'ok');
}
