import type { Database } from '@parley/service-kit/database';

import type { MailboxRepository } from '../mailbox/mailbox.repository.ts';
import { stateColumns, stateUpdate, stateValues } from '../server/state-columns.ts';
import { judged, type OutboundAccount, type Verdict } from './outbound-account.ts';

type Key = Pick<OutboundAccount, 'projectId' | 'id'>;

/** A success is written once in this time. */
const rememberedMs = 60_000;

/** The only writer of `outbound_account`. */
export class OutboundAccountRepository {
  readonly #db: Database;
  readonly #mailboxes: MailboxRepository;

  constructor(db: Database, mailboxes: MailboxRepository) {
    this.#db = db;
    this.#mailboxes = mailboxes;
  }

  async find({ projectId, id }: Key): Promise<OutboundAccount | undefined> {
    return (await this.#db.query<OutboundAccount>(find, [projectId, id]))[0];
  }

  async list(projectId: string): Promise<OutboundAccount[]> {
    return this.#db.query<OutboundAccount>(list, [projectId]);
  }

  /** Stores what an attempt has shown, and announces what becomes failing and what recovers. @returns whether it has recovered */
  async record(key: Key, verdict: Verdict, at: Date): Promise<boolean> {
    if (verdict === 'ok' && (await this.#isKnownToWork(key, at))) return false;
    const { projectId, id } = key;
    return this.#db.transaction(async () => {
      const [current] = await this.#db.query<OutboundAccount>(lock, [projectId, id, at]);
      // The mailbox was removed meanwhile.
      if (!current) return false;
      const next = judged(current, verdict, at);
      if (next === current) return false;
      await this.#db.query(mark, stateValues(key, next));
      await this.#mailboxes.announceState(key, 'out', { current, next });
      return verdict === 'ok' && current.failures > 0;
    });
  }

  /** Takes mailboxes that are failing and due, which are due again after `pauseMs`. */
  async claimFailing(at: Date, pauseMs: number, limit: number): Promise<Key[]> {
    return this.#db.query<Key>(claimFailing, [at, new Date(at.getTime() + pauseMs), limit]);
  }

  /** Its settings were changed: if it is failing, it is tried soon. */
  async trySoon({ projectId, id }: Key, at: Date): Promise<void> {
    await this.#db.query(trySoon, [projectId, id, at]);
  }

  async #isKnownToWork({ projectId, id }: Key, at: Date): Promise<boolean> {
    const since = new Date(at.getTime() - rememberedMs);
    return (await this.#db.query(knownToWork, [projectId, id, since])).length > 0;
  }
}

const columns = `a.id_project as "projectId", a.id, ${stateColumns}`;

const find = {
  name: 'outbound_account_find',
  text: `select ${columns} from outbound_account a where a.id_project = $1 and a.id = $2`,
};
const list = {
  name: 'outbound_account_list',
  text: `select ${columns} from outbound_account a where a.id_project = $1 limit 1000`,
};

// Locks its mailbox's row against removal, so that no account outlives its mailbox.
const lock = {
  name: 'outbound_account_lock',
  text: `insert into outbound_account as a (id_project, id, due_at)
    select m.id_project, m.id, $3 from mailbox m where m.id_project = $1 and m.id = $2 for key share
    on conflict (id_project, id) do update set state = a.state
    returning ${columns}`,
};

const knownToWork = {
  name: 'outbound_account_works',
  text: `select 1 from outbound_account where id_project = $1 and id = $2 and failures = 0 and state = 'ok' and last_ok_at > $3`,
};

const mark = {
  name: 'outbound_account_mark',
  text: `update outbound_account set ${stateUpdate} where id_project = $1 and id = $2`,
};

const claimFailing = {
  name: 'outbound_account_claim',
  text: `with due as (
      select id_project, id from outbound_account where state = 'failing' and due_at <= $1
      order by due_at limit $3 for update skip locked
    )
    update outbound_account a set due_at = $2 from due where a.id_project = due.id_project and a.id = due.id
    returning a.id_project as "projectId", a.id`,
};

const trySoon = {
  name: 'outbound_account_try',
  text: 'update outbound_account set due_at = $3 where id_project = $1 and id = $2',
};
