import { channelErrors, type InboundReason, type InboundState, type PageQuery } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { ArrivedMail, InboundMail, StoredMail, UnreadMail } from './inbound-mail.ts';
import { headBytes, RawMailRepository } from './raw-mail.repository.ts';

/** Kind of the task that works on a mail. */
export const routeMailTask = 'route-mail';

type Listed = InboundMail & { hasRaw: boolean };
type NewMail = Omit<InboundMail, 'state' | 'why' | 'error' | 'attempts' | 'retries' | OutcomeFields>;
type OutcomeFields = 'fromAddress' | 'subject' | 'requestId' | 'messageRecordId' | 'routedAt' | 'images' | 'isAccepted';

export interface InboundFilter {
  state?: InboundState | undefined;
  /** Compared in lower case. */
  from?: string | undefined;
  to?: string | undefined;
}

/** What became of a mail. */
export type Outcome = { at: Date; from: string | null; subject: string | null } & (
  | {
      state: 'routed';
      requestId: string;
      requestRecordId: string;
      messageRecordId: string;
      images?: Readonly<Record<string, string>>;
    }
  | { state: 'ignored' | 'rejected'; why: InboundReason }
);

/** A mail of the project that others may answer to. */
export interface KnownMail {
  id: string;
  messageId: string;
  state: InboundState;
  requestId: string | null;
  createdAt: Date;
}

/** The only writer of `inbound_mail`. */
export class InboundRepository {
  readonly #db: Database;
  /** Their bytes. */
  readonly raw: RawMailRepository;

  constructor(db: Database) {
    this.#db = db;
    this.raw = new RawMailRepository(db);
  }

  /** Stores a mail with its bytes, and the task that works on it; once. @returns false when the mailbox has it already */
  store(mail: NewMail, arrived: ArrivedMail): Promise<boolean> {
    const { projectId, id, mailboxId, knownBy, via, messageId, envelopeFrom, envelopeTo, size, sha256, createdAt } =
      mail;
    const { remoteIp, helo } = mail;
    const values = [projectId, id, mailboxId, knownBy, via, messageId, envelopeFrom, envelopeTo, size, sha256];
    return this.#db.transaction(async () => {
      const inserted = await this.#db.query(insert, [...values, createdAt, remoteIp, helo]);
      if (inserted.length === 0) return false;
      if ('bytes' in arrived) await this.raw.store(mail, arrived.bytes);
      else await this.raw.storeOfPieces(mail, arrived.pieces);
      await this.#enqueue(projectId, id, 0);
      return true;
    });
  }

  /** A mail without its bytes, and nothing that is to be done. */
  async storeUnread(
    mail: Pick<InboundMail, 'projectId' | 'id' | 'mailboxId' | 'knownBy' | 'sha256' | 'createdAt'>,
    unread: UnreadMail,
  ): Promise<void> {
    const { projectId, id, mailboxId, knownBy, sha256, createdAt } = mail;
    const [why, error] = unread.state === 'rejected' ? [unread.why, null] : [null, unread.error];
    const values = [projectId, id, mailboxId, knownBy, sha256, createdAt, unread.size, unread.state, why, error];
    await this.#db.query(insertUnread, values);
  }

  /** @throws inbound_not_found */
  async get(projectId: string, mailboxId: string, id: string): Promise<Listed> {
    const [mail] = await this.#db.query<Listed>(find, [projectId, mailboxId, id]);
    if (!mail) throw channelErrors.inbound_not_found();
    return mail;
  }

  /** @returns undefined for a mail whose bytes are gone */
  async findStored(projectId: string, id: string): Promise<StoredMail | undefined> {
    return this.#readable(await this.#db.query<Omit<StoredMail, 'bytes'>>(findRaw, [projectId, id, headBytes]));
  }

  async list(projectId: string, mailboxId: string, filter: InboundFilter, query: PageQuery<'createdAt'>) {
    const page = pageOf(order, query);
    const values: unknown[] = [projectId, mailboxId];
    const bind = binder(values);
    const conditions = [
      'i.id_project = $1 and i.id_mailbox = $2',
      ...(filter.state ? [`i.state = ${bind(filter.state)}`] : []),
      ...(filter.from ? [`i.from_address = lower(${bind(filter.from)})`] : []),
      ...(filter.to ? [`lower(${bind(filter.to)}) = any(i.envelope_to)`] : []),
      page.after(bind),
    ];
    const text = `select ${listedColumns}, ${page.columns} from ${listed}
      where ${conditions.join(' and ')} order by ${page.order} ${page.limit(bind)}`;
    const { rows, next } = page.cut(await this.#db.query<Listed & Placed>(text, values));
    return { perPage: page.perPage, mails: rows, next };
  }

  /** Those mails of the project that have one of these Message-IDs. */
  async findKnown(projectId: string, messageIds: readonly string[]): Promise<KnownMail[]> {
    return this.#db.query<KnownMail>(known, [projectId, messageIds]);
  }

  /** Those that have become messages of a request, the newest 200, oldest first. @param request its `_id` */
  async ofRequest(projectId: string, request: string): Promise<InboundMail[]> {
    return (await this.#db.query<InboundMail>(ofRequest, [projectId, request])).reverse();
  }

  /** Message-IDs of the newest of several requests, oldest first. @param requests their `_id`s */
  async messageIdsOf(
    projectId: string,
    requests: readonly string[],
  ): Promise<{ messageId: string; createdAt: Date }[]> {
    return (await this.#db.query<{ messageId: string; createdAt: Date }>(idsOf, [projectId, requests])).reverse();
  }

  async finish(projectId: string, id: string, outcome: Outcome): Promise<void> {
    const { state, at, from, subject } = outcome;
    const [requestId, requestRecordId, messageRecordId] =
      outcome.state === 'routed' ? [outcome.requestId, outcome.requestRecordId, outcome.messageRecordId] : [];
    const why = outcome.state === 'routed' ? null : outcome.why;
    const images = outcome.state === 'routed' && outcome.images ? JSON.stringify(outcome.images) : null;
    const values = [projectId, id, state, why, from, subject, requestId, requestRecordId, messageRecordId, at, images];
    await this.#db.query(finish, values);
  }

  /** How many mails of this address the mailbox has got since then, without this one. */
  async countFrom(projectId: string, mailboxId: string, address: string, since: Date): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(countFrom, [projectId, mailboxId, address, since]);
    return row?.count ?? 0;
  }

  /** @param isLast whether it is not tried again */
  async fail(projectId: string, id: string, error: string, isLast: boolean): Promise<void> {
    await this.#db.query(fail, [projectId, id, error, isLast]);
  }

  /** Works again on a mail that has failed. @throws inbound_not_found; not_retryable */
  retry(projectId: string, mailboxId: string, id: string): Promise<Listed> {
    return this.#db.transaction(async () => {
      const mail = await this.get(projectId, mailboxId, id);
      const [retried] = await this.#db.query<{ retries: number }>(retry, [projectId, id]);
      if (!retried || !mail.hasRaw) throw channelErrors.not_retryable();
      await this.#enqueue(projectId, id, retried.retries);
      return this.get(projectId, mailboxId, id);
    });
  }

  /** Works on a mail that was rejected, whatever it was rejected for. @throws inbound_not_found; not_retryable */
  accept(projectId: string, mailboxId: string, id: string): Promise<Listed> {
    return this.#db.transaction(async () => {
      const mail = await this.get(projectId, mailboxId, id);
      const [accepted] = await this.#db.query<{ retries: number }>(accept, [projectId, id]);
      if (!accepted || !mail.hasRaw) throw channelErrors.not_retryable();
      await this.#enqueue(projectId, id, accepted.retries);
      return this.get(projectId, mailboxId, id);
    });
  }

  /** The mail that became this message. @returns undefined when its bytes are gone */
  async findOfMessage(projectId: string, requestId: string, messageRecordId: string): Promise<StoredMail | undefined> {
    const values = [projectId, requestId, messageRecordId, headBytes];
    return this.#readable(await this.#db.query<Omit<StoredMail, 'bytes'>>(ofMessage, values));
  }

  #readable([mail]: Omit<StoredMail, 'bytes'>[]): StoredMail | undefined {
    return mail && { ...mail, bytes: () => this.raw.read(mail.projectId, mail.id, mail.head) };
  }

  /** When the oldest mail came that is still to be worked on, by its task. */
  async waitingSince(): Promise<Date | undefined> {
    const [oldest] = await this.#db.query<{ at: Date | null }>(waiting, [routeMailTask]);
    return oldest?.at ?? undefined;
  }

  /** Removes old rows of the ledger, some at a time. @returns whether there is more */
  async forget(before: Date, limit: number): Promise<boolean> {
    const rows = await this.#db.query(forgetRows, [before, limit]);
    const images = await this.#db.query(forgetImages, [before, limit]);
    return rows.length === limit || images.length === limit;
  }

  #enqueue(projectId: string, id: string, nth: number): Promise<void> {
    return enqueueTask(this.#db, {
      ...{ projectId, id: `${routeMailTask} ${id} ${nth}`, kind: routeMailTask, payload: { id } },
    });
  }

  /** Forgets what the mail of a message said; several mails may have brought it. */
  async redact(projectId: string, messageId: string): Promise<void> {
    await this.#db.query(redactMails, [projectId, messageId]);
  }
}

const order: SortedList<'createdAt'> = {
  name: 'inbound',
  columns: { createdAt: { sql: 'i.created_at', type: 'timestamptz' } },
  id: 'i.id',
  defaultField: 'createdAt',
};

const columns = `i.id_project as "projectId", i.id, i.id_mailbox as "mailboxId", i.known_by as "knownBy", i.via,
  i.message_id as "messageId", i.envelope_from as "envelopeFrom", i.envelope_to as "envelopeTo", i.remote_ip as "remoteIp",
  i.helo, i.images, i.is_accepted as "isAccepted", i.size, i.sha256, i.state, i.why,
  i.error, i.attempts, i.retries, i.from_address as "fromAddress", i.subject, i.request_id as "requestId",
  i.id_message as "messageRecordId", i.created_at as "createdAt", i.routed_at as "routedAt"`;
const listed = 'inbound_mail i left join raw_mail r on r.id_project = i.id_project and r.id = i.id';
const readable = 'inbound_mail i join raw_mail r on r.id_project = i.id_project and r.id = i.id';
const listedColumns = `${columns}, r.id is not null as "hasRaw"`;

const insert = {
  name: 'inbound_insert',
  text: `insert into inbound_mail (id_project, id, id_mailbox, known_by, via, message_id, envelope_from, envelope_to, size, sha256,
      state, created_at, remote_ip, helo)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'stored', $11, $12, $13)
    on conflict (id_project, id_mailbox, known_by) do nothing returning 1`,
};

const insertUnread = {
  name: 'inbound_insert_unread',
  text: `insert into inbound_mail (id_project, id, id_mailbox, known_by, via, envelope_to, sha256, created_at, size, state, why, error)
    values ($1, $2, $3, $4, 'imap', '{}', $5, $6, $7, $8, $9, $10)
    on conflict (id_project, id_mailbox, known_by) do nothing`,
};

const find = {
  name: 'inbound_find',
  text: `select ${listedColumns} from ${listed} where i.id_project = $1 and i.id_mailbox = $2 and i.id = $3`,
};

const findRaw = {
  name: 'inbound_find_raw',
  text: `select ${columns}, substring(r.bytes from 1 for $3) as head from ${readable} where i.id_project = $1 and i.id = $2`,
};

const known = {
  name: 'inbound_known',
  text: `select id, message_id as "messageId", state, request_id as "requestId", created_at as "createdAt" from inbound_mail
    where id_project = $1 and message_id = any($2) order by created_at limit 200`,
};

const ofRequest = {
  name: 'inbound_of_request',
  text: `select ${columns} from inbound_mail i where i.id_project = $1 and i.id_request = $2
    order by i.created_at desc, i.id desc limit 200`,
};

const idsOf = {
  name: 'inbound_message_ids',
  text: `select message_id as "messageId", created_at as "createdAt" from inbound_mail
    where id_project = $1 and id_request = any($2) and message_id is not null order by created_at desc limit 50`,
};

const finish = {
  name: 'inbound_finish',
  text: `update inbound_mail set state = $3, why = $4, error = null, from_address = $5, subject = $6, request_id = $7, id_request = $8,
      id_message = $9, routed_at = $10, images = $11, attempts = attempts + 1
    where id_project = $1 and id = $2`,
};

const countFrom = {
  name: 'inbound_count_from',
  text: `select count(*)::int as count from inbound_mail where id_project = $1 and id_mailbox = $2 and from_address = $3
    and created_at > $4`,
};

const fail = {
  name: 'inbound_fail',
  text: `update inbound_mail set error = $3, attempts = attempts + 1, state = case when $4 then 'failed' else state end
    where id_project = $1 and id = $2 and state = 'stored'`,
};

const retry = {
  name: 'inbound_retry',
  text: `update inbound_mail set state = 'stored', retries = retries + 1 where id_project = $1 and id = $2 and state = 'failed'
    returning retries`,
};

const accept = {
  name: 'inbound_accept',
  text: `update inbound_mail set state = 'stored', why = null, is_accepted = true, retries = retries + 1
    where id_project = $1 and id = $2 and state = 'rejected' returning retries`,
};

const ofMessage = {
  name: 'inbound_of_message',
  text: `select ${columns}, substring(r.bytes from 1 for $4) as head from ${readable}
    where i.id_project = $1 and i.request_id = $2 and i.id_message = $3`,
};

const waiting = {
  name: 'inbound_waiting',
  text: `select min(created_at) as at from task where kind = $1 and done_at is null and parked_at is null`,
};

const forgetRows = {
  name: 'inbound_forget_rows',
  text: `delete from inbound_mail where (id_project, id) in
    (select id_project, id from inbound_mail where created_at < $1 order by created_at limit $2) returning 1`,
};

const forgetImages = {
  name: 'inbound_forget_images',
  text: `delete from seen_image where (id_project, address, sha256, id_mail) in
    (select id_project, address, sha256, id_mail from seen_image where created_at < $1 order by created_at limit $2) returning 1`,
};

const redactMails = {
  name: 'inbound_redact',
  text: `with mails as (
      update inbound_mail set subject = null, images = null where id_project = $1 and id_message = $2 returning id)
    delete from raw_mail r using mails where r.id_project = $1 and r.id = mails.id`,
};
