import { MessageStatus } from '@parley/contracts';

import type { Context } from '../context.ts';
import { addressKeyOf, withoutTag } from '../mailbox/mail-address.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import type { ClaimedMail } from '../outbound/outgoing.repository.ts';

/**
 * Whom a transcript is for, and what of it is still unread. From here on the request has a thread, so that an answer by mail finds it.
 * @returns undefined when all was read, or its visitor has left no address
 */
export async function addressTranscript(
  { conversations, mailboxes, threads, outgoing, clock, db }: Context,
  mailbox: Mailbox,
  mail: ClaimedMail,
): Promise<ClaimedMail | undefined> {
  const { projectId, requestId } = mail;
  const record = await conversations.find(projectId, mailbox.id, requestId);
  const requester = addressKeyOf(record?.lead.email ?? '');
  if (!record?.lead.leadId || requester === undefined) return undefined;
  // A visitor who gives an address of a mailbox as their own would make the mailbox write to itself.
  const own = await mailboxes.ownAmong(projectId, [requester, withoutTag(requester)]);
  if (own.size > 0) return undefined;

  const place = { requestId, upto: mail.lastSeq ?? record.lastSeq, limit: 200 };
  const read = await conversations.messages(projectId, mailbox.id, place);
  const unread = new Set(read.filter(({ status }) => status < MessageStatus.seen).map(({ _id }) => _id));
  const messages = mail.messages.filter((id) => unread.has(id));
  if (messages.length === 0) return undefined;

  await db.transaction(async () => {
    const thread = { requestId, requester, leadId: record.lead.leadId };
    await threads.joinChat(projectId, mailbox.id, thread, clock.now());
    await outgoing.address(mail, requester);
  });
  return { ...mail, recipient: requester, messages };
}
