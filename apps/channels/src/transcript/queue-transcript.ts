import type { EventEnvelope } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { giveUpAfterMs } from '../outbound/outgoing-mail.ts';
import { isAnswer, type MessageCreated, refusalOf } from '../outbound/queue-answer.ts';

/** Whether a visitor of the widget may miss this message: a visible one of the team, but not a greeting before they have written. */
export function mayBeMissed(data: MessageCreated): boolean {
  const { channel, preflight, draft } = data.request;
  return channel.name === 'chat21' && !preflight && !draft && isAnswer(data);
}

/**
 * Keeps a message for the mail that its visitor gets if they do not read it in time. What is said until then goes into the same mail, and
 * whether it is needed, and for whom, is asked when it is due. Source: contract 26 section 6.1.
 */
export async function queueTranscript(
  context: Context,
  { idproject: projectId, data: { request, message } }: EventEnvelope<MessageCreated>,
): Promise<void> {
  const thread = await context.threads.find(projectId, request.request_id);
  const mailbox = senderOf(await context.mailboxes.list(projectId), thread?.mailboxId, request.department?._id);
  if (!mailbox) return;
  const at = context.clock.now();
  const [, domain] = mailbox.address.split('@');
  const mail = {
    ...{ projectId, id: newId(at), mailboxId: mailbox.id, requestId: request.request_id },
    ...{ requestRecordId: request._id, kind: 'transcript' as const, author: 'system', recipient: '', cc: [] },
    ...{ messageId: `${message._id}@${domain}`, createdAt: at },
    dueAt: new Date(at.getTime() + context.config.MAIL_TRANSCRIPT_AFTER),
    giveUpAt: new Date(at.getTime() + giveUpAfterMs),
  };
  await context.outgoing.queue({ id: message._id, seq: message.seq }, mail);
  context.db.afterCommit(() => context.sender.wake());
}

/** The mailbox of earlier mails; else that of the department, else the oldest. */
function senderOf(mailboxes: Mailbox[], ofThread: string | undefined, department: string | undefined) {
  const sending = mailboxes.filter((mailbox) => refusalOf(mailbox) === undefined);
  return (
    sending.find(({ id }) => id === ofThread) ??
    sending.find((mailbox) => department !== undefined && mailbox.department === department) ??
    sending[0]
  );
}
