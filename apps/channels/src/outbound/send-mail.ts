import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import { composeAnswer } from '../email/compose-answer.ts';
import { addressTranscript } from '../transcript/address-transcript.ts';
import { failureOf } from './failure.ts';
import { verdictOf } from './outbound-account.ts';
import type { ClaimedMail, MailOutcome } from './outgoing.repository.ts';
import { type Failure, nextAttemptAt } from './outgoing-mail.ts';
import { refusalOf } from './queue-answer.ts';
import { recordServer } from './record-server.ts';
import { handOver } from './transports.ts';

/** One attempt to send a mail. */
export async function sendMail(context: Context, mail: ClaimedMail, holder: string): Promise<void> {
  const { outgoing, clock, counts, log } = context;
  if (mail.mayBeSent) counts.repeated();
  const outcome = await attempt(context, mail).catch((error: unknown): MailOutcome => {
    const isOurs = error instanceof AppError;
    if (!isOurs) log.error({ err: error, projectId: mail.projectId, mailId: mail.id }, 'a mail could not be made');
    return later(mail, failureOf('internal'), clock.now());
  });
  if (outcome === 'unneeded') return outgoing.discard(mail, holder);
  await outgoing.finish(mail, outcome, clock.now(), holder);
  counts.sent(outcome.state, mail.state === 'sending' ? clock.now().getTime() - mail.createdAt.getTime() : 0);
  const verdict = verdictOf(outcome.state === 'sent' ? undefined : outcome.failure.code);
  if (verdict) await recordServer(context, { projectId: mail.projectId, id: mail.mailboxId }, verdict);
}

async function attempt(context: Context, claimed: ClaimedMail): Promise<MailOutcome | 'unneeded'> {
  const { mailboxes, suppressions, clock } = context;
  const { projectId, mailboxId } = claimed;
  const mailbox = (await mailboxes.list(projectId)).find(({ id }) => id === mailboxId);
  const refusal = refusalOf(mailbox);
  if (!mailbox || refusal) return { state: 'cancelled', failure: failureOf(refusal ?? 'mailbox_removed') };
  const mail = claimed.kind === 'transcript' ? await addressTranscript(context, mailbox, claimed) : claimed;
  if (!mail) return 'unneeded';
  const { recipient } = mail;
  const suppressed = await suppressions.among(projectId, [recipient, ...mail.cc]);
  if (suppressed.has(recipient)) return { state: 'suppressed', failure: failureOf('suppressed') };

  const cc = mail.cc.filter((address) => !suppressed.has(address));
  const composed = await composeAnswer(context, mailbox, { ...mail, cc });
  if (!composed) return { state: 'cancelled', failure: failureOf('nothing_to_send') };
  const failure = await handOver(context, mailbox, composed);
  if (!failure) return { state: 'sent' };
  return failure.isFinal ? { state: 'failed', failure } : later(mail, failure, clock.now());
}

function later(mail: ClaimedMail, failure: Failure, at: Date): MailOutcome {
  const dueAt = nextAttemptAt(mail, at);
  return dueAt ? { state: 'waiting', failure, dueAt } : { state: 'failed', failure };
}
