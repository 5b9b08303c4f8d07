import type { ServerFault } from '@parley/contracts';
import type { Database, Statement } from '@parley/service-kit/database';

import type { MailboxRepository } from '../mailbox/mailbox.repository.ts';
import { failed, succeeded } from '../server/account-state.ts';
import { stateColumns, stateUpdate, stateValues } from '../server/state-columns.ts';
import { type ImapAccount, type ImapSettings, type ReadingState, retryMs } from './imap-account.ts';

type Key = Pick<ImapAccount, 'projectId' | 'id'>;
/** A replica that has lost an account must not write how far it has read it. */
type Held = Key & Pick<ImapAccount, 'holder' | 'revision'>;

/** Kept of those that were set aside. */
const maxSetAside = 1_000;

/** The only writer of `imap_account`. */
export class ImapRepository {
  readonly #db: Database;
  readonly #mailboxes: MailboxRepository;

  constructor(db: Database, mailboxes: MailboxRepository) {
    this.#db = db;
    this.#mailboxes = mailboxes;
  }

  async find({ projectId, id }: Key): Promise<ImapAccount | undefined> {
    return (await this.#db.query<ImapAccount>(find, [projectId, id]))[0];
  }

  async list(projectId: string): Promise<ImapAccount[]> {
    return this.#db.query<ImapAccount>(list, [projectId]);
  }

  /**
   * Stores the settings, with which no attempt has failed yet. A different account on the server begins without what is known of the old one.
   * @returns whether they changed
   */
  async save({ projectId, id }: Key, settings: ImapSettings, at: Date): Promise<boolean> {
    const { host, port, secure, username, password, folder, after } = settings;
    const values = [projectId, id, host, port, secure, username, password, folder, after, at];
    return (await this.#db.query(save, values)).length > 0;
  }

  async remove({ projectId, id }: Key): Promise<void> {
    await this.#db.query(remove, [projectId, id]);
  }

  /** Takes accounts that no replica reads and that are due, as their holder. @param without ids of those that this replica has yet to leave */
  async claim(
    holder: string,
    leaseMs: number,
    { limit, without }: { limit: number; without: readonly string[] },
  ): Promise<ImapAccount[]> {
    return this.#db.query<ImapAccount>(claim, [holder, leaseMs, limit, without]);
  }

  /** Goes on holding those that still are to be read. @returns them, with their revision */
  async renew(holder: string, leaseMs: number): Promise<Pick<ImapAccount, 'id' | 'revision'>[]> {
    return this.#db.query<Pick<ImapAccount, 'id' | 'revision'>>(renew, [holder, leaseMs]);
  }

  /** Gives an account up, to be read again after `waitMs`; nothing where it has other settings, by which another session may read it. */
  async release({ projectId, id, holder, revision }: Held, waitMs: number): Promise<void> {
    await this.#db.query(release, [projectId, id, holder, revision, waitMs]);
  }

  /** Starts counting UIDs over: the folder is read for the first time, or the server has given it other UIDs. */
  begin(account: Held, uidValidity: string, lastUid: number): Promise<void> {
    return this.#write(begin, account, [uidValidity, lastUid]);
  }

  /** One more mail is stored; in the transaction that stores it. */
  advance(account: Held, uid: number): Promise<void> {
    return this.#write(advance, account, [uid]);
  }

  /** @returns how many sessions in a row have ended at this mail */
  async stuck({ projectId, id }: Key, uid: number): Promise<number> {
    const [row] = await this.#db.query<{ attempts: number }>(stuck, [projectId, id, uid]);
    return row?.attempts ?? 0;
  }

  /** This mail is not read any more; in the transaction that says so in the ledger. */
  setAside(account: Held, uid: number): Promise<void> {
    return this.#write(setAside, account, [uid, maxSetAside]);
  }

  /** What is to become of mails on the server has been done up to this one. */
  settle(account: Held, uid: number): Promise<void> {
    return this.#write(settle, account, [uid]);
  }

  /** Mail comes in. */
  async succeed(account: Held, behind: number, at: Date): Promise<void> {
    await this.#change(account, (current) => ({ ...succeeded(current, at), behind }));
  }

  /** A session has failed. @returns how long to wait before the next one */
  async fail(account: Held, fault: ServerFault, at: Date): Promise<number> {
    const next = await this.#change(account, (current) => failed(current, fault, at));
    return retryMs(next?.failures ?? 1);
  }

  /** @throws Error when this replica does not hold the account any more */
  async #write(statement: Statement, { projectId, id, holder, revision }: Held, values: unknown[]): Promise<void> {
    const written = await this.#db.query(statement, [projectId, id, holder, revision, ...values]);
    if (written.length === 0) throw new Error('The account is read by another replica, or has other settings.');
  }

  /** Announces what becomes failing, and what recovers. What a session with former settings has met counts for nothing. */
  #change(account: Held, decide: (current: ReadingState) => ReadingState): Promise<ReadingState | undefined> {
    const { projectId, id, revision } = account;
    return this.#db.transaction(async () => {
      const [current] = await this.#db.query<ImapAccount>(lock, [projectId, id]);
      if (current?.revision !== revision) return undefined;
      const next = decide(current);
      await this.#db.query(mark, [...stateValues(account, next), next.behind]);
      await this.#mailboxes.announceState(account, 'in', { current, next });
      return next;
    });
  }
}

const columns = `a.id_project as "projectId", a.id, a.host, a.port, a.secure, a.username, a.password, a.folder, a.after, a.revision, a.holder,
  a.uid_validity as "uidValidity", a.last_uid::float8 as "lastUid", a.settled_uid::float8 as "settledUid",
  a.set_aside::float8[] as "setAside", ${stateColumns}, a.behind, a.created_at as "createdAt"`;

const find = { name: 'imap_find', text: `select ${columns} from imap_account a where a.id_project = $1 and a.id = $2` };
const list = { name: 'imap_list', text: `select ${columns} from imap_account a where a.id_project = $1 limit 1000` };
const lock = { name: 'imap_lock', text: `${find.text} for update` };
const remove = { name: 'imap_remove', text: 'delete from imap_account where id_project = $1 and id = $2' };

// Progress is of one folder of one account: another one is read from its own first mail.
const isSameFolder = `(a.host, a.username, a.folder) = (excluded.host, excluded.username, excluded.folder)`;
const save = {
  name: 'imap_save',
  text: `insert into imap_account as a (id_project, id, host, port, secure, username, password, folder, after, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (id_project, id) do update set host = excluded.host, port = excluded.port, secure = excluded.secure,
      username = excluded.username, password = excluded.password, folder = excluded.folder, after = excluded.after,
      uid_validity = case when ${isSameFolder} then a.uid_validity end,
      created_at = case when ${isSameFolder} then a.created_at else excluded.created_at end,
      failures = 0, failing_since = null, stuck_attempts = 0, revision = a.revision + 1, holder = null, due_at = now()
      where (a.host, a.port, a.secure, a.username, a.folder, a.after)
          <> (excluded.host, excluded.port, excluded.secure, excluded.username, excluded.folder, excluded.after)
        or a.password is distinct from excluded.password
    returning 1`,
};

const isRead = `exists (select from mailbox m where m.id_project = a.id_project and m.id = a.id and m.enabled and m.inbound = 'imap')
  and not exists (select from ended_project e where e.id_project = a.id_project)`;

const claim = {
  name: 'imap_claim',
  text: `with due as (
      select a.id_project, a.id from imap_account a where a.due_at <= clock_timestamp() and a.id <> all ($4) and ${isRead}
      order by a.due_at limit $3 for update skip locked
    )
    update imap_account a set holder = $1, due_at = clock_timestamp() + $2 * interval '1 ms'
    from due where a.id_project = due.id_project and a.id = due.id
    returning ${columns}`,
};

const renew = {
  name: 'imap_renew',
  text: `update imap_account a set due_at = clock_timestamp() + $2 * interval '1 ms' where a.holder = $1 and ${isRead}
    returning a.id, a.revision`,
};

const ofHolder = 'where id_project = $1 and id = $2 and holder = $3 and revision = $4 returning 1';

const release = {
  name: 'imap_release',
  text: `update imap_account set holder = null, due_at = clock_timestamp() + $5 * interval '1 ms' ${ofHolder}`,
};

const begin = {
  name: 'imap_begin',
  text: `update imap_account set uid_validity = $5, last_uid = $6, settled_uid = $6, set_aside = '{}', stuck_uid = null ${ofHolder}`,
};

const advance = {
  name: 'imap_advance',
  text: `update imap_account set last_uid = $5, stuck_uid = null, stuck_attempts = 0 ${ofHolder}`,
};

const stuck = {
  name: 'imap_stuck',
  text: `update imap_account set stuck_attempts = case when stuck_uid = $3 then stuck_attempts + 1 else 1 end, stuck_uid = $3
    where id_project = $1 and id = $2 returning stuck_attempts as attempts`,
};

const setAside = {
  name: 'imap_set_aside',
  text: `update imap_account set last_uid = $5, stuck_uid = null, stuck_attempts = 0,
      set_aside = (array_append(set_aside, $5::bigint))[greatest(1, cardinality(set_aside) + 2 - $6):] ${ofHolder}`,
};

const settle = { name: 'imap_settle', text: `update imap_account set settled_uid = $5 ${ofHolder}` };

const mark = {
  name: 'imap_mark',
  text: `update imap_account set ${stateUpdate}, behind = $9 where id_project = $1 and id = $2`,
};
