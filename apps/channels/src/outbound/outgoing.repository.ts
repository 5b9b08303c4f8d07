import { channelErrors, MessageStatus, type OutgoingError, type OutgoingState } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { type NewTask, notifyTasksWritten, taskInsert, taskRecords } from '@parley/service-kit/tasks';

import type { Failure, MailWithMessages, OutgoingMail } from './outgoing-mail.ts';

/** Kind of the task that tells conversations what became of a mail. */
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

  /** Puts in the ledger a message that does not leave, and tells the team. */
  async refuse(message: NewMessage, mail: NewMail, failure: Pick<Failure, 'code' | 'text'>): Promise<void> {
    await this.queue(message, mail);
    const [queued] = await this.#db.query<MailWithMessages>(ofMessage, [mail.projectId, message.id]);
    if (queued?.id === mail.id) await this.finish(queued, { state: 'cancelled', failure }, mail.createdAt);
  }

  /** Mails that are due, of each mailbox no more than it may have under way, and of each project in turn. */
  claim(free: number, holder: string, at: Date, leaseMs: number): Promise<ClaimedMail[]> {
    return this.#db.transaction(async () => {
      // One claim at a time: two that count at once would let a mailbox have twice as many under way.
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

  /** How many mailboxes cannot send: their servers have refused a mail that was written before this time. */
  async countFailing(before: Date): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(countFailing, [before, serverFaults]);
    return row?.count ?? 0;
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

const columns = `o.id_project as "projectId", o.id, o.id_mailbox as "mailboxId", o.request_id as "requestId",
  o.id_request as "requestRecordId", o.kind, o.author, o.recipient, o.cc, o.message_id as "messageId", o.state, o.due_at as "dueAt",
  o.attempts, o.retries, o.error, o.error_text as "errorText", o.created_at as "createdAt", o.give_up_at as "giveUpAt",
  o.ended_at as "endedAt"`;
const withMessages = `${columns}, array(select m.id from outgoing_message m where m.id_project = o.id_project and m.id_mail = o.id
    order by m.seq) as messages,
  (select max(m.seq) from outgoing_message m where m.id_project = o.id_project and m.id_mail = o.id) as "lastSeq"`;
const isOpen = `state in ('waiting', 'sending')`;

const findMessage = {
  name: 'outgoing_message_find',
  text: 'select 1 from outgoing_message where id_project = $1 and id = $2',
};

const findOpen = {
  name: 'outgoing_open',
  text: `select id from outgoing_mail where id_project = $1 and request_id = $2 and author = $3 and kind = $5
      and state = 'waiting' and attempts = 0 and retries = 0 and due_at > $4
    order by created_at desc limit 1 for update`,
};

const insert = {
  name: 'outgoing_insert',
  text: `insert into outgoing_mail (id_project, id, id_mailbox, request_id, id_request, kind, author, recipient, cc, message_id, state,
      due_at, created_at, give_up_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11, $12, $13)`,
};

const insertMessage = {
  name: 'outgoing_message_insert',
  text: 'insert into outgoing_message (id_project, id, id_mail, seq) values ($1, $2, $3, $4)',
};

const lockClaims = {
  name: 'outgoing_lock_claims',
  text: `select pg_advisory_xact_lock(hashtextextended('outgoing mail', 0))`,
};

const claim = {
  name: 'outgoing_claim',
  text: `with recursive boxes as (
      (select id_project, id_mailbox from outgoing_mail where ${isOpen} order by id_project, id_mailbox limit 1)
      union all
      select n.id_project, n.id_mailbox from boxes b cross join lateral (
        select o.id_project, o.id_mailbox from outgoing_mail o
        where o.${isOpen} and (o.id_project, o.id_mailbox) > (b.id_project, b.id_mailbox)
        order by o.id_project, o.id_mailbox limit 1) n
    ), due as (
      select b.id_project, d.id, d.due_at from boxes b
      cross join lateral (select count(*)::int as running from outgoing_mail o where o.id_project = b.id_project
        and o.id_mailbox = b.id_mailbox and o.state = 'sending' and o.due_at > $3) r
      cross join lateral (select o.id, o.due_at from outgoing_mail o where o.id_project = b.id_project
        and o.id_mailbox = b.id_mailbox and o.${isOpen} and o.due_at <= $3
        order by o.due_at, o.id limit greatest(0, $4 - r.running)) d
    ), turns as (
      select id_project, id, due_at, row_number() over (partition by id_project order by due_at, id) as turn from due
    ), mine as (
      select id_project, id from turns order by turn, due_at limit $1
    ), claimed as (
      update outgoing_mail o set state = 'sending', holder = $2, due_at = $5, attempts = o.attempts + 1
      from mine, outgoing_mail before
      where o.id_project = mine.id_project and o.id = mine.id and before.id_project = o.id_project and before.id = o.id
      returning ${columns}, before.state = 'sending' as "mayBeSent"
    )
    select o.*, array(select m.id from outgoing_message m where m.id_project = o."projectId" and m.id_mail = o.id
        order by m.seq) as messages,
      (select max(m.seq) from outgoing_message m where m.id_project = o."projectId" and m.id_mail = o.id) as "lastSeq"
    from claimed o`,
};

const nextDue = { name: 'outgoing_next_due', text: `select min(due_at) as at from outgoing_mail where ${isOpen}` };

/** Faults of a mailbox's server, not of a recipient's. */
const serverFaults: OutgoingError[] = [
  'dns_failed',
  'url_not_allowed',
  'connection_refused',
  'tls_failed',
  'auth_failed',
  'timeout',
];
const countFailing = {
  name: 'outgoing_failing',
  text: `select count(distinct (id_project, id_mailbox))::int as count from outgoing_mail
    where ${isOpen} and created_at < $1 and error = any($2)`,
};

const finish = {
  name: 'outgoing_finish',
  text: `with done as (
      update outgoing_mail set state = $3, error = $4, error_text = $5, due_at = $6, ended_at = $7, holder = null
      where id_project = $1 and id = $2 and holder is not distinct from $8 and ${isOpen} returning 1)
    ${taskInsert('$9', 'exists (select from done)')}`,
};

const address = {
  name: 'outgoing_address',
  text: 'update outgoing_mail set recipient = $3 where id_project = $1 and id = $2',
};

const discard = {
  name: 'outgoing_discard',
  text: `with gone as (delete from outgoing_mail where id_project = $1 and id = $2 and holder = $3 returning id)
    delete from outgoing_message m using gone where m.id_project = $1 and m.id_mail = gone.id`,
};

const bounce = {
  name: 'outgoing_bounce',
  text: `with done as (
      update outgoing_mail set state = 'bounced', error = $3, error_text = $4
      where id_project = $1 and id = $2 and state = 'sent' returning 1)
    , told as (${taskInsert('$5', 'exists (select from done)')})
    select 1 from done`,
};

const writeTasks = { name: 'outgoing_tasks', text: taskInsert('$1') };

const byMessageId = {
  name: 'outgoing_by_message_id',
  text: `select ${withMessages} from outgoing_mail o where o.id_project = $1 and o.message_id = any($2)
    order by o.created_at desc limit 1`,
};

const newestSent = {
  name: 'outgoing_newest_sent',
  text: `select ${withMessages} from outgoing_mail o where o.id_project = $1 and o.request_id = $2 and o.state = 'sent'
    order by o.created_at desc limit 1`,
};

const requestsByMessageId = {
  name: 'outgoing_requests',
  text: `select message_id as "messageId", request_id as "requestId" from outgoing_mail
    where id_project = $1 and message_id = any($2) limit 200`,
};

const byRequest = {
  name: 'outgoing_by_request',
  text: `select ${withMessages} from outgoing_mail o where o.id_project = $1 and o.request_id = $2
    order by o.created_at desc, o.id desc limit 200`,
};

const ofMessage = {
  name: 'outgoing_of_message',
  text: `select ${withMessages} from outgoing_message one join outgoing_mail o on o.id_project = one.id_project and o.id = one.id_mail
    where one.id_project = $1 and one.id = $2`,
};

const retry = {
  name: 'outgoing_retry',
  text: `update outgoing_mail set state = 'waiting', due_at = $3, give_up_at = $4, attempts = 0, retries = retries + 1, error = null,
      error_text = null, ended_at = null, holder = null
    where id_project = $1 and id = $2 and state in ('failed', 'suppressed', 'cancelled', 'bounced') returning retries`,
};

const lockAutoReplies = {
  name: 'outgoing_lock_auto_replies',
  text: `select pg_advisory_xact_lock(hashtextextended('auto reply/' || $1 || '/' || $2 || '/' || $3, 0))`,
};

const findAutoReply = {
  name: 'outgoing_auto_reply',
  text: `select 1 from outgoing_mail where id_project = $1 and id_mailbox = $2 and recipient = $3
    and kind = 'auto_reply' and created_at > $4 limit 1`,
};

const forget = {
  name: 'outgoing_forget',
  text: `with old as (select id_project, id from outgoing_mail where created_at < $1 and not ${isOpen} order by created_at limit $2),
      messages as (delete from outgoing_message m using old where m.id_project = old.id_project and m.id_mail = old.id)
    delete from outgoing_mail o using old where o.id_project = old.id_project and o.id = old.id returning 1`,
};
