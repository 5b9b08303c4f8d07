import { channelErrors, MessageStatus, type OutgoingError, type OutgoingState } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { type NewTask, notifyTasksWritten, taskRecords } from '@parley/service-kit/tasks';
import { serverErrors } from './outbound-account.ts';
import {
  address,
  bounce,
  byMessageId,
  byRequest,
  claim,
  discard,
  findAutoReply,
  findMessage,
  findOpen,
  finish,
  forget,
  hasten,
  insert,
  insertMessage,
  lockAutoReplies,
  lockClaims,
  newestSent,
  nextDue,
  ofMessage,
  requestsByMessageId,
  retry,
  sentIds,
  writeTasks,
} from './outgoing.statements.ts';
import type { Failure, MailWithMessages, OutgoingMail } from './outgoing-mail.ts';

/** Kind of the task that reports to conversations what became of a mail. */
export const reportDeliveryTask = 'report-delivery';

/** What is reported to conversations. */
export interface DeliveryReport {
  requestId: string;
  messageIds: readonly string[];
  status: MessageStatus;
  error?: { code: OutgoingError; text: string };
}

/** A mail that this worker sends now. */
export interface ClaimedMail extends MailWithMessages {
  /** A worker has died while it was sending it: the server may have taken it. */
  mayBeSent: boolean;
}

type NewMail = Omit<OutgoingMail, 'state' | 'attempts' | 'retries' | 'error' | 'errorText' | 'endedAt'>;
type NewMessage = { id: string; seq: number };

/** How a mail ends, or waits for the next attempt. */
export type MailOutcome =
  | { state: 'sent' }
  | { state: 'failed' | 'suppressed' | 'cancelled'; failure: Pick<Failure, 'code' | 'text'> }
  | { state: 'waiting'; failure: Pick<Failure, 'code' | 'text'>; dueAt: Date };

/** At most so many mails of a mailbox are on their way at once. Source: contract 26 section 6.3. */
const perMailbox = 4;

/** The only writer of `outgoing_mail` and `outgoing_message`. */
export class OutgoingRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Takes a message into a mail of the same author that waits still for more, or into a new one; once. */
  async queue(message: NewMessage, mail: NewMail): Promise<void> {
    const { projectId, requestId, kind, author, createdAt } = mail;
    const known = await this.#db.query(findMessage, [projectId, message.id]);
    if (known.length > 0) return;
    const [open] = await this.#db.query<{ id: string }>(findOpen, [projectId, requestId, author, createdAt, kind]);
    if (!open) await this.#insert(mail);
    await this.#db.query(insertMessage, [projectId, message.id, open?.id ?? mail.id, message.seq]);
  }

  /** An automatic answer, which has no message, unless its recipient got one since then. */
  async insertAutoReply(mail: NewMail, since: Date): Promise<boolean> {
    const { projectId, mailboxId, recipient } = mail;
    await this.#db.query(lockAutoReplies, [projectId, mailboxId, recipient]);
    const earlier = await this.#db.query(findAutoReply, [projectId, mailboxId, recipient, since]);
    if (earlier.length > 0) return false;
    await this.#insert(mail);
    return true;
  }

  /** Records a message that does not leave, and informs the team. */
  async refuse(message: NewMessage, mail: NewMail, failure: Pick<Failure, 'code' | 'text'>): Promise<void> {
    await this.queue(message, mail);
    const [queued] = await this.#db.query<MailWithMessages>(ofMessage, [mail.projectId, message.id]);
    if (queued?.id === mail.id) await this.finish(queued, { state: 'cancelled', failure }, mail.createdAt);
  }

  /** Mails that are due: of each mailbox at most as many as it may send at once, and of the projects in turn. */
  claim(free: number, holder: string, at: Date, leaseMs: number): Promise<ClaimedMail[]> {
    return this.#db.transaction(async () => {
      // One claim at a time: two concurrent counts would let a mailbox send twice as many at once.
      await this.#db.query(lockClaims);
      const until = new Date(at.getTime() + leaseMs);
      return this.#db.query<ClaimedMail>(claim, [free, holder, at, perMailbox, until]);
    });
  }

  /** When the next one is due. */
  async dueAt(): Promise<Date | undefined> {
    const [next] = await this.#db.query<{ at: Date | null }>(nextDue);
    return next?.at ?? undefined;
  }

  /** The server of a mailbox is another one, or works again: what has waited for it is due. @returns whether there is any */
  async hasten({ projectId, id }: { projectId: string; id: string }, at: Date): Promise<boolean> {
    return (await this.#db.query(hasten, [projectId, id, at, serverErrors])).length > 0;
  }

  /**
   * Stores the outcome of an attempt and the report of it in one statement, so that a server's answer is lost for as short a time as
   * possible. @param holder whose claim it was; a mail that another worker has taken since stays as it is
   */
  async finish(mail: Reported, outcome: MailOutcome, at: Date, holder: string | null = null): Promise<void> {
    const { projectId, id } = mail;
    const { state } = outcome;
    const failure = state === 'sent' ? undefined : outcome.failure;
    const [dueAt, endedAt] = state === 'waiting' ? [outcome.dueAt, null] : [at, at];
    const values = [projectId, id, state, failure?.code, failure?.text, dueAt, endedAt, holder];
    await this.#db.query(finish, [...values, taskRecords(reportOf(mail, outcome))]);
    notifyTasksWritten(this.#db);
  }

  /** Whom a transcript is for is known when it is sent. */
  async address({ projectId, id }: Pick<OutgoingMail, 'projectId' | 'id'>, recipient: string): Promise<void> {
    await this.#db.query(address, [projectId, id, recipient]);
  }

  /** Removes a mail that is not needed any more. @param holder whose claim it was */
  async discard({ projectId, id }: Pick<OutgoingMail, 'projectId' | 'id'>, holder: string): Promise<void> {
    await this.#db.query(discard, [projectId, id, holder]);
  }

  /** A server has sent the mail back. @returns false when it is no longer known as sent */
  async bounce(mail: MailWithMessages, failure: Pick<Failure, 'code' | 'text'>): Promise<boolean> {
    const report = reportTask(mail, 'bounced', MessageStatus.failed, failure);
    const values = [mail.projectId, mail.id, failure.code, failure.text, taskRecords(report)];
    const bounced = await this.#db.query(bounce, values);
    notifyTasksWritten(this.#db);
    return bounced.length > 0;
  }

  async findByMessageId(projectId: string, messageIds: readonly string[]): Promise<MailWithMessages | undefined> {
    return (await this.#db.query<MailWithMessages>(byMessageId, [projectId, messageIds]))[0];
  }

  /** The newest of a request that has left. */
  async findNewestSent(projectId: string, requestId: string): Promise<MailWithMessages | undefined> {
    return (await this.#db.query<MailWithMessages>(newestSent, [projectId, requestId]))[0];
  }

  /** Requests of those mails of ours that have one of these Message-IDs. */
  async requestsOf(
    projectId: string,
    messageIds: readonly string[],
  ): Promise<{ messageId: string; requestId: string }[]> {
    return this.#db.query(requestsByMessageId, [projectId, messageIds]);
  }

  /** Message-IDs of the newest mails of several requests that have left, oldest first. */
  async messageIdsOf(
    projectId: string,
    requestIds: readonly string[],
  ): Promise<{ messageId: string; createdAt: Date }[]> {
    return (await this.#db.query<{ messageId: string; createdAt: Date }>(sentIds, [projectId, requestIds])).reverse();
  }

  /** Newest first, at most 200. */
  async ofRequest(projectId: string, requestId: string): Promise<MailWithMessages[]> {
    return this.#db.query<MailWithMessages>(byRequest, [projectId, requestId]);
  }

  /** Another round of attempts for the mail of a message. @throws mail_not_found; not_retryable */
  retry(projectId: string, requestId: string, messageId: string, at: Date, giveUpAt: Date): Promise<MailWithMessages> {
    return this.#db.transaction(async () => {
      const [mail] = await this.#db.query<MailWithMessages>(ofMessage, [projectId, messageId]);
      if (mail?.requestId !== requestId) throw channelErrors.mail_not_found();
      const [retried] = await this.#db.query<{ retries: number }>(retry, [projectId, mail.id, at, giveUpAt]);
      if (!retried) throw channelErrors.not_retryable();
      const { retries } = retried;
      const report = reportTask({ ...mail, retries }, 'again', MessageStatus.sent);
      await this.#db.query(writeTasks, [taskRecords(report)]);
      notifyTasksWritten(this.#db);
      return {
        ...mail,
        state: 'waiting',
        dueAt: at,
        attempts: 0,
        retries,
        error: null,
        errorText: null,
        endedAt: null,
      };
    });
  }

  /** Removes old rows, some at a time. @returns whether there is more */
  async forget(before: Date, limit: number): Promise<boolean> {
    return (await this.#db.query(forget, [before, limit])).length === limit;
  }

  async #insert(mail: NewMail): Promise<void> {
    const { projectId, id, mailboxId, requestId, requestRecordId, kind, author, recipient, cc, messageId } = mail;
    const place = [projectId, id, mailboxId, requestId, requestRecordId];
    await this.#db.query(insert, [
      ...[...place, kind, author, recipient, cc, messageId, mail.dueAt, mail.createdAt, mail.giveUpAt],
    ]);
  }
}

type Reported = Pick<OutgoingMail, 'projectId' | 'id' | 'requestId' | 'kind' | 'retries'> & {
  messages: readonly string[];
};

function reportOf(mail: Reported, outcome: MailOutcome): NewTask[] {
  if (outcome.state === 'waiting') return [];
  if (outcome.state === 'sent') return reportTask(mail, 'sent', MessageStatus.delivered);
  return reportTask(mail, outcome.state, MessageStatus.failed, outcome.failure);
}

function reportTask(
  { projectId, id, requestId, kind, retries, messages }: Reported,
  word: OutgoingState | 'again',
  status: MessageStatus,
  error?: Pick<Failure, 'code' | 'text'>,
): NewTask[] {
  // The messages of a transcript were delivered before: where it ends says nothing of them.
  if (messages.length === 0 || kind === 'transcript') return [];
  const payload: DeliveryReport = { requestId, messageIds: messages, status, ...(error && { error }) };
  return [{ projectId, id: `${reportDeliveryTask} ${id} ${retries} ${word}`, kind: reportDeliveryTask, payload }];
}
