import type { Database } from '@parley/service-kit/database';

import { lockProjectMailboxes } from '../mailbox/mailbox.repository.ts';

/** The only writer of `ended_project`. */
export class ProjectRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Its mailboxes take no mail from now on; others may have their addresses. */
  async end(projectId: string, at: Date): Promise<void> {
    await this.#db.transaction(async () => {
      await this.#db.query(lockProjectMailboxes, [projectId]);
      await this.#db.query(end, [projectId, at]);
    });
  }

  async endedBefore(at: Date): Promise<string[]> {
    const text = 'select id_project as id from ended_project where ended_at < $1 order by ended_at limit 100';
    const rows = await this.#db.query<{ id: string }>({ name: 'projects_ended', text }, [at]);
    return rows.map(({ id }) => id);
  }

  /** Erases the data of a project in batches; the marker that it has ended goes last. @returns whether there is more */
  async erase(projectId: string, limit: number): Promise<boolean> {
    const gone = await this.#db.query(eraseMails, [projectId, limit]);
    if (gone.length === limit) return true;
    await this.#db.query(erase, [projectId]);
    return false;
  }
}

const end = {
  name: 'project_end',
  text: `with addresses as (delete from mailbox_address where id_project = $1)
    insert into ended_project (id_project, ended_at) values ($1, $2) on conflict (id_project) do nothing`,
};

const eraseMails = {
  name: 'project_erase_mails',
  text: `with gone as (delete from inbound_mail where id_project = $1
        and id in (select id from inbound_mail where id_project = $1 limit $2) returning id),
      raw as (delete from raw_mail r using gone where r.id_project = $1 and r.id = gone.id)
    select 1 from gone`,
};

const erase = {
  name: 'project_erase',
  text: `with e as (delete from outgoing_mail where id_project = $1), f as (delete from outgoing_message where id_project = $1),
      g as (delete from mail_suppression where id_project = $1), h as (delete from imap_account where id_project = $1),
      i as (delete from mail_oauth where id_project = $1), j as (delete from seen_image where id_project = $1),
      a as (delete from mailbox where id_project = $1), b as (delete from thread where id_project = $1),
      k as (delete from outbound_account where id_project = $1),
      c as (delete from raw_mail where id_project = $1), d as (delete from mailbox_address where id_project = $1)
    delete from ended_project where id_project = $1`,
};
