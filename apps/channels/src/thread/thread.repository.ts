import type { Database } from '@parley/service-kit/database';

import { shortIdOf } from './reply-token.ts';
import type { Thread } from './thread.ts';

const maxParties = 200;
const maxCopies = 20;

/** Both names of a request. */
interface RequestKey {
  requestId: string;
  /** `_id` */
  recordId: string;
}

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

  /** Those with this short id; a token leads to one of them at most. */
  async findByShortId(projectId: string, shortIds: readonly string[]): Promise<Thread[]> {
    return this.#db.query<Thread>(findByShortId, [projectId, shortIds]);
  }

  /** A request that was not opened after all. */
  async remove(projectId: string, requestId: string): Promise<void> {
    const text = 'delete from thread where id_project = $1 and request_id = $2';
    await this.#db.query({ name: 'thread_remove', text }, [projectId, requestId]);
  }

  /** Replaces who gets the answers as well. @returns undefined when the request is not held by mail */
  async setCopies(projectId: string, requestId: string, cc: readonly string[]): Promise<Thread | undefined> {
    const [thread] = await this.#db.query<Thread>(setCopies, [projectId, requestId, cc]);
    return thread;
  }

  /** The request was merged into another one. */
  async merge(projectId: string, source: RequestKey, into: string): Promise<void> {
    await this.#db.query(merge, [projectId, source.requestId, source.recordId, into]);
  }

  /** It is no longer. */
  async unmerge(projectId: string, requestId: string): Promise<void> {
    await this.#db.query(merge, [projectId, requestId, null, null]);
  }

  /** Those that are merged into this request, and those merged into them. */
  async mergedInto(projectId: string, requestId: string): Promise<RequestKey[]> {
    return this.#db.query<RequestKey>(mergedInto, [projectId, requestId]);
  }

  /** Opens the thread of a request, or adds these people to it; its requester stays. */
  async join(
    projectId: string,
    mailboxId: string,
    thread: Pick<Thread, 'requestId' | 'requester' | 'parties'> & Partial<Pick<Thread, 'cc' | 'leadId'>>,
    at: Date,
  ): Promise<void> {
    const { requestId, requester, parties, cc = [], leadId = null } = thread;
    const values = [projectId, requestId, mailboxId, requester, parties, at, maxParties];
    await this.#db.query(join, [...values, shortIdOf(requestId), cc, maxCopies, leadId]);
  }

  /** Lets a chat go on by mail with this address of its requester. The thread of a request that was opened by mail stays as it is. */
  async joinChat(
    projectId: string,
    mailboxId: string,
    { requestId, requester, leadId }: Pick<Thread, 'requestId' | 'requester'> & { leadId: string },
    at: Date,
  ): Promise<void> {
    const values = [projectId, requestId, mailboxId, requester, leadId, at, shortIdOf(requestId)];
    await this.#db.query(joinChat, values);
  }
}

const columns = `request_id as "requestId", id_mailbox as "mailboxId", requester, lead_id as "leadId", parties, coalesce(cc, '{}') as cc`;

const find = {
  name: 'thread_find',
  text: `select ${columns} from thread where id_project = $1 and request_id = $2`,
};

const findByShortId = {
  name: 'thread_find_short',
  text: `select ${columns} from thread where id_project = $1 and short_id = any($2) limit 50`,
};

const setCopies = {
  name: 'thread_set_copies',
  text: `update thread set cc = $3::text[] where id_project = $1 and request_id = $2 returning ${columns}`,
};

const merge = {
  name: 'thread_merge',
  text: 'update thread set id_request = $3, merged_into = $4 where id_project = $1 and request_id = $2',
};

// Bounded by the depth: merges make no circle, but their events may come late.
const mergedInto = {
  name: 'thread_merged_into',
  text: `with recursive source as (
      select request_id, id_request, 1 as depth from thread where id_project = $1 and merged_into = $2
      union
      select t.request_id, t.id_request, s.depth + 1 from thread t join source s on t.merged_into = s.request_id
      where t.id_project = $1 and s.depth < 10
    )
    select distinct request_id as "requestId", id_request as "recordId" from source limit 100`,
};

const join = {
  name: 'thread_join',
  text: `insert into thread (id_project, request_id, id_mailbox, requester, parties, created_at, short_id, cc, lead_id)
    values ($1, $2, $3, $4, $5::text[], $6, $8, $9::text[], $11)
    on conflict (id_project, request_id) do update set short_id = excluded.short_id, parties = (
        select array(select distinct party from unnest(thread.parties || excluded.parties) party order by party limit $7)),
      cc = (select array(select distinct copy from unnest(thread.cc || excluded.cc) copy
        where copy <> thread.requester order by copy limit $10))`,
};

const joinChat = {
  name: 'thread_join_chat',
  text: `insert into thread (id_project, request_id, id_mailbox, requester, lead_id, created_at, short_id, parties, cc)
    values ($1, $2, $3, $4, $5, $6, $7, array[$4], '{}')
    on conflict (id_project, request_id) do update set requester = excluded.requester, lead_id = excluded.lead_id
      where thread.lead_id is not null`,
};
