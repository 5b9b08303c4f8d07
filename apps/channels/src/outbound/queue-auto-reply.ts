import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { outgoingOf } from '../mailbox/outgoing.ts';
import { giveUpAfterMs } from './outgoing-mail.ts';
import { refusalOf } from './queue-answer.ts';

const hourMs = 3_600_000;

/**
 * Queues the automatic answer to a new request, in the transaction that ends the work on its mail. At most one per address, mailbox
 * and hour, so that two machines end soon. Source: contract 26 section 4.
 */
export async function queueAutoReply(
  { outgoing, clock, db, sender }: Context,
  mailbox: Mailbox,
  request: { requestId: string; requestRecordId: string; requester: string },
): Promise<void> {
  const { autoReply } = outgoingOf(mailbox);
  if (!autoReply.enabled || refusalOf(mailbox)) return;
  const { projectId, id: mailboxId, address } = mailbox;
  const { requestId, requestRecordId, requester: recipient } = request;
  const at = clock.now();
  const since = new Date(at.getTime() - (autoReply.oncePer === 'day' ? 24 : 1) * hourMs);
  const [, domain] = address.split('@');
  const mail = {
    ...{ projectId, id: newId(at), mailboxId, requestId, requestRecordId, kind: 'auto_reply' as const },
    ...{ author: 'system', recipient, cc: [], messageId: `${newId(at)}@${domain}`, createdAt: at, dueAt: at },
    giveUpAt: new Date(at.getTime() + giveUpAfterMs),
  };
  if (await outgoing.insertAutoReply(mail, since)) db.afterCommit(() => sender.wake());
}
