import type { Database } from '@parley/service-kit/database';

import type { Thread } from './thread.ts';

const maxParties = 200;

/** The only writer of `thread`. */
export class ThreadRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(projectId: string, requestId: string): Promise<Thread | undefined> {
    const [thread] = await this.#db.query<Thread>(find, [projectId, requestId]);
    return thread;
  }

  /** Opens the thread of a request, or adds these people to it; its requester stays. */
  async join(projectId: string, mailboxId: string, thread: Thread, at: Date): Promise<void> {
    const { requestId, requester, parties } = thread;
    await this.#db.query(join, [projectId, requestId, mailboxId, requester, parties, at, maxParties]);
  }
}

const find = {
  name: 'thread_find',
  text: `select request_id as "requestId", requester, parties from thread where id_project = $1 and request_id = $2`,
};

const join = {
  name: 'thread_join',
  text: `insert into thread (id_project, request_id, id_mailbox, requester, parties, created_at)
    values ($1, $2, $3, $4, $5::text[], $6)
    on conflict (id_project, request_id) do update set parties = (
      select array(select distinct party from unnest(thread.parties || excluded.parties) party order by party limit $7))`,
};
