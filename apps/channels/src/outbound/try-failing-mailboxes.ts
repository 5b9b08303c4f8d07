import type { Context } from '../context.ts';
import { trySending } from '../mailbox/try-sending.ts';
import { verdictOf } from './outbound-account.ts';
import { refusalOf } from './queue-answer.ts';
import { recordServer, recordSignIn } from './record-server.ts';

/** As long as a mailbox that cannot be read waits at most. */
const pauseMs = 900_000;
const atOnce = 20;

/** Signs in at the servers of mailboxes that fail to send: one that works again says so, though no mail waits for it. */
export async function tryFailingMailboxes(context: Context): Promise<void> {
  const { outboundAccounts, mailboxes, clock } = context;
  const due = await outboundAccounts.claimFailing(clock.now(), pauseMs, atOnce);
  await Promise.all(
    due.map(async ({ projectId, id }) => {
      const mailbox = (await mailboxes.list(projectId)).find((one) => one.id === id);
      if (!mailbox || refusalOf(mailbox)) return;
      const { error } = await trySending(context, mailbox, undefined);
      if (!error) return recordSignIn(context, mailbox);
      const verdict = verdictOf(error.code);
      return verdict && recordServer(context, mailbox, verdict);
    }),
  );
}
