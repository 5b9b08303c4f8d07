import {
  channelErrors,
  commonErrors,
  type DomainEvent,
  mailboxCreated,
  mailboxDeleted,
  mailboxFailing,
  mailboxRecovered,
  mailboxUpdated,
  type RequestMailView,
} from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { AccountState } from '../server/account-state.ts';
import { viewOfFault } from '../server/server-error.ts';
import { addressKeysOf, changesOf, eventViewOf, type Mailbox } from './mailbox.ts';

/** Source: contract 26 section 1. */
const maxMailboxes = 50;

/** The only writer of `mailbox` and `mailbox_address`. */
export class MailboxRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws mailbox_not_found */
  async get(projectId: string, id: string): Promise<Mailbox> {
    const text = `select ${columns} from mailbox m where m.id_project = $1 and m.id = $2`;
    const [mailbox] = await this.#db.query<Mailbox>({ name: 'mailbox_get', text }, [projectId, id]);
    if (!mailbox) throw channelErrors.mailbox_not_found();
    return mailbox;
  }

  async list(projectId: string): Promise<Mailbox[]> {
    const text = `select ${columns} from mailbox m where m.id_project = $1 order by m.created_at, m.id limit $2`;
    return this.#db.query<Mailbox>({ name: 'mailboxes_list', text }, [projectId, maxMailboxes]);
  }

  /** Of whichever project: what is posted for a mailbox names it alone. */
  async findById(id: string): Promise<Mailbox | undefined> {
    const text = `select ${columns} from mailbox m where m.id = $1 and ${ofLivingProject}`;
    return (await this.#db.query<Mailbox>({ name: 'mailbox_by_id', text }, [id]))[0];
  }

  /** Of whichever project; the first of these addresses that is known. */
  async findByAddress(keys: readonly string[]): Promise<Mailbox | undefined> {
    const text = `select ${columns} from unnest($1::text[]) with ordinality wanted (key, place)
      join mailbox_address a on a.address_key = wanted.key
      join mailbox m on m.id_project = a.id_project and m.id = a.id_mailbox
      where ${ofLivingProject} order by wanted.place limit 1`;
    return (await this.#db.query<Mailbox>({ name: 'mailbox_by_address', text }, [keys]))[0];
  }

  /** Those of these addresses that lead to a mailbox of the project. */
  async ownAmong(projectId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const text = 'select address_key as key from mailbox_address where id_project = $1 and address_key = any($2)';
    const rows = await this.#db.query<{ key: string }>({ name: 'mailbox_own', text }, [projectId, keys]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Those of these projects that have a mailbox which sends. */
  async sendingAmong(projectIds: readonly string[]): Promise<ReadonlySet<string>> {
    const text = `select distinct id_project as id from mailbox
      where id_project = any($1) and enabled and outgoing #>> '{outbound,type}' <> 'none'`;
    const rows = await this.#db.query<{ id: string }>({ name: 'mailboxes_sending', text }, [projectIds]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many cannot be read or cannot send, of all projects. */
  async countFailing(): Promise<number> {
    return (await this.#db.query<{ count: number }>(countFailing))[0]?.count ?? 0;
  }

  /** @throws limit_reached; address_taken; not_a_member when the project has ended */
  insert(mailbox: Mailbox): Promise<void> {
    const { projectId } = mailbox;
    return this.#db.transaction(async () => {
      await this.#lockProject(projectId);
      const [counted] = await this.#db.query<{ count: number }>(countOf, [projectId]);
      if ((counted?.count ?? 0) >= maxMailboxes)
        throw commonErrors.limit_reached({ limit: 'mailboxes', max: maxMailboxes });
      await this.#claim(mailbox);
      await this.#db.query(insert, [...valuesOf(mailbox), mailbox.createdBy, mailbox.createdAt]);
      await this.#announce(mailbox, mailboxCreated({ mailbox: eventViewOf(mailbox) }));
    });
  }

  /**
   * @param besides names of members that have changed beside the record
   * @throws mailbox_not_found; version_mismatch; address_taken; not_a_member when the project has ended
   */
  update(
    projectId: string,
    id: string,
    decide: (current: Mailbox) => Mailbox,
    besides: readonly string[] = [],
  ): Promise<Mailbox> {
    return this.#db.transaction(async () => {
      await this.#lockProject(projectId);
      const current = await this.#lock(projectId, id);
      const next = decide(current);
      if (next === current) return current;
      await this.#claim(next);
      await this.#db.query(update, valuesOf(next));
      const changes = [...new Set([...changesOf(current, next), ...besides])];
      await this.#announce(next, mailboxUpdated({ mailbox: eventViewOf(next), changes }));
      return next;
    });
  }

  /** Claims the addresses of all mailboxes of a project, except those that lead elsewhere. */
  async claimFree(projectId: string): Promise<void> {
    for (const mailbox of await this.list(projectId))
      await this.#db.query(claim, [projectId, mailbox.id, addressKeysOf(mailbox).sort()]);
  }

  /** Its raw mails go with it; the ledger stays until its retention. @throws mailbox_not_found; version_mismatch */
  remove(projectId: string, id: string): Promise<Mailbox> {
    return this.#db.transaction(async () => {
      const mailbox = await this.#lock(projectId, id);
      await this.#db.query(remove, [projectId, id]);
      const last = { ...mailbox, version: mailbox.version + 1 };
      await this.#announce(last, mailboxDeleted({ mailbox: eventViewOf(mailbox) }));
      return mailbox;
    });
  }

  /** Announces that its mail fails to come in or to leave, or does so again, if that has changed. */
  async announceState(
    { projectId, id }: Pick<Mailbox, 'projectId' | 'id'>,
    direction: RequestMailView['direction'],
    { current, next: { state, error } }: { current: AccountState; next: AccountState },
  ): Promise<void> {
    if (state === current.state) return;
    const found = await this.get(projectId, id);
    const mailbox = eventViewOf(found);
    const event =
      state === 'failing' && error
        ? mailboxFailing({ mailbox, direction, error: viewOfFault(error) })
        : mailboxRecovered({ mailbox, direction });
    await announce(this.#db, { noun: 'mailbox', id, version: found.version, projectId, actor: 'system' }, [event]);
  }

  async #announce({ projectId, id, version }: Mailbox, event: DomainEvent): Promise<void> {
    await announce(this.#db, { noun: 'mailbox', id, version, projectId }, [event]);
  }

  /** A call that was let in before the project ended must not claim addresses after it. */
  async #lockProject(projectId: string): Promise<void> {
    await this.#db.query(lockProjectMailboxes, [projectId]);
    const [ended] = await this.#db.query('select from ended_project where id_project = $1', [projectId]);
    if (ended) throw commonErrors.not_a_member();
  }

  async #lock(projectId: string, id: string): Promise<Mailbox> {
    const text = `select ${columns} from mailbox m where m.id_project = $1 and m.id = $2 for update`;
    const [mailbox] = await this.#db.query<Mailbox>({ name: 'mailbox_lock', text }, [projectId, id]);
    if (!mailbox) throw channelErrors.mailbox_not_found();
    checkIfMatch(mailbox.version);
    return mailbox;
  }

  /** Gives the mailbox its addresses and takes away those that it no longer has. @throws address_taken */
  async #claim(mailbox: Mailbox): Promise<void> {
    const { projectId, id } = mailbox;
    // In one order for all, so that two that claim the same ones never wait for each other.
    const keys = addressKeysOf(mailbox).sort();
    await this.#db.query(release, [projectId, id, keys]);
    const claimed = await this.#db.query<{ key: string }>(claim, [projectId, id, keys]);
    if (claimed.length < keys.length) throw channelErrors.address_taken();
  }
}

const columns = `m.id_project as "projectId", m.id, m.address, m.name, m.aliases, m.department, m.inbound, m.secret, m.enabled,
  m.on_dmarc_fail as "onDmarcFail", m.spam_score as "spamScore", m.outgoing,
  m.created_by as "createdBy", m.created_at as "createdAt", m.updated_at as "updatedAt", m.version`;

const ofLivingProject = 'not exists (select from ended_project e where e.id_project = m.id_project)';

function valuesOf(mailbox: Mailbox): unknown[] {
  const { projectId, id, address, name, aliases, department, inbound, secret, enabled, updatedAt, version } = mailbox;
  const { onDmarcFail, spamScore, outgoing } = mailbox;
  const own = [address, name, aliases, department, inbound, secret, enabled, updatedAt, version, outgoing];
  return [projectId, id, ...own, onDmarcFail, spamScore];
}

/** Serialises changes of mailboxes and the end of their project, `$1`: they are few, and counted against a limit. */
export const lockProjectMailboxes = {
  name: 'mailboxes_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('mailboxes/' || $1, 0))`,
};

const countOf = {
  name: 'mailboxes_count',
  text: 'select count(*)::int as count from mailbox where id_project = $1',
};

const countFailing = {
  name: 'mailboxes_failing',
  text: `select count(*)::int as count from mailbox m where m.enabled and ${ofLivingProject}
    and (exists (select from imap_account a where a.id_project = m.id_project and a.id = m.id and a.state = 'failing' and m.inbound = 'imap')
      or exists (select from outbound_account a where a.id_project = m.id_project and a.id = m.id and a.state = 'failing'
        and m.outgoing #>> '{outbound,type}' <> 'none'))`,
};

const insert = {
  name: 'mailbox_insert',
  text: `insert into mailbox (id_project, id, address, name, aliases, department, inbound, secret, enabled, updated_at, version,
      outgoing, on_dmarc_fail, spam_score, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
};

const update = {
  name: 'mailbox_update',
  text: `update mailbox set address = $3, name = $4, aliases = $5, department = $6, inbound = $7, secret = $8, enabled = $9,
      updated_at = $10, version = $11, outgoing = $12, on_dmarc_fail = $13, spam_score = $14
    where id_project = $1 and id = $2`,
};

const remove = {
  name: 'mailbox_remove',
  text: `with addresses as (delete from mailbox_address where id_project = $1 and id_mailbox = $2),
      imap as (delete from imap_account where id_project = $1 and id = $2),
      oauth as (delete from mail_oauth where id_project = $1 and id = $2),
      sending as (delete from outbound_account where id_project = $1 and id = $2),
      raw as (delete from raw_mail r using inbound_mail i
        where r.id_project = $1 and i.id_project = $1 and i.id_mailbox = $2 and r.id = i.id)
    delete from mailbox where id_project = $1 and id = $2`,
};

const release = {
  name: 'mailbox_release',
  text: 'delete from mailbox_address where id_project = $1 and id_mailbox = $2 and address_key <> all($3)',
};

// The update changes nothing: it makes a row that the mailbox has already count as claimed.
const claim = {
  name: 'mailbox_claim',
  text: `insert into mailbox_address (address_key, id_project, id_mailbox) select key, $1, $2 from unnest($3::text[]) key
    on conflict (address_key) do update set id_mailbox = excluded.id_mailbox
      where mailbox_address.id_project = excluded.id_project and mailbox_address.id_mailbox = excluded.id_mailbox
    returning address_key as key`,
};
