import type { Context } from '../context.ts';
import type { StoredMail } from '../inbound/inbound-mail.ts';
import { failureOf } from '../outbound/failure.ts';
import type { MailWithMessages } from '../outbound/outgoing-mail.ts';
import type { Thread } from '../thread/thread.ts';
import { type DeliveryStatus, deliveryStatusOf } from './delivery-report.ts';

/** A mail of ours has come back: its messages have failed, and after a hard bounce nothing more is sent there. */
export async function takeReport(
  context: Context,
  { projectId, head }: Pick<StoredMail, 'projectId' | 'head'>,
  thread: Thread | undefined,
): Promise<void> {
  const report = deliveryStatusOf(head);
  if (report.action !== 'failed') return;
  const mail = await findMail(context, projectId, report, thread);
  if (!mail) return;

  const refused = report.recipients.filter((address) => address === mail.recipient || mail.cc.includes(address));
  const [toRequester, toOthers] = [refused.includes(mail.recipient) || refused.length === 0, refused];
  const failure = failureOf('bounced', true, report.status);
  await context.db.transaction(async () => {
    // One that came back from a copy has reached the requester all the same.
    if (toRequester && !(await context.outgoing.bounce(mail, failure))) return;
    if (!report.isHard) return;
    const createdAt = context.clock.now();
    for (const address of toRequester ? [mail.recipient, ...toOthers] : toOthers)
      await context.suppressions.add(projectId, { address, why: 'bounce', createdAt });
  });
}

/** By its own Message-ID; a report without it by the request whose token it was sent to. */
async function findMail(
  { outgoing }: Context,
  projectId: string,
  { messageIds }: DeliveryStatus,
  thread: Thread | undefined,
): Promise<MailWithMessages | undefined> {
  const named = await outgoing.findByMessageId(projectId, messageIds);
  return named ?? (thread && outgoing.findNewestSent(projectId, thread.requestId));
}
