import type { Database } from '@parley/service-kit/database';

import type { RequestFact } from '../conversation/request-fact.ts';
import { quarterSql } from '../rollup/sums.sql.ts';
import { erasedSender } from '../subject/subject.ts';
import type { MessageFact } from './message-fact.ts';

/** The only writer of `message_fact`; records changes of the tallies in `tally_delta`. */
export class MessageFactRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Stores messages that count as their requests do. Locks the rows of the requests for the rest of the transaction.
   * @returns ids of messages whose request is unknown; they are not stored
   */
  async keep(messages: readonly MessageFact[]): Promise<ReadonlySet<string>> {
    const unknown = await this.#db.query<{ id: string }>(keep, [JSON.stringify(messages)]);
    return new Set(unknown.map(({ id }) => id));
  }

  /** Recounts the messages of a request whose row this transaction has locked. */
  async follow({ projectId, id, isDeleted, isDraft }: RequestFact): Promise<void> {
    if (isDeleted) await this.#db.query(forget, [projectId, id]);
    else await this.#db.query(recount, [projectId, id, !isDraft]);
  }
}

const noted = (rows: string, sign: string) => `insert into tally_delta (id_project, metric, label, quarter, total, part)
  select id_project, 'messages', channel, ${quarterSql('created_at')}, sum(${sign})::int,
    sum(case when is_received then ${sign} else 0 end)::int
  from ${rows} group by 1, 3, 4`;

// Locks requests in a fixed order: shared with other inserts of messages, exclusive of changes to the request.
const keep = {
  name: 'message_fact_keep',
  text: `with incoming as materialized (
      select * from json_to_recordset($1::json) as incoming("projectId" text, id text, request text, sender text, "senderName" text,
        channel text, "isReceived" boolean, "createdAt" timestamptz, "recordedAt" timestamptz)
    ), known as materialized (
      select id_project, id, is_draft, is_deleted from request_fact
      where (id_project, id) in (select "projectId", request from incoming) order by 1, 2 for share
    ), kept as (
      insert into message_fact (id_project, id, request, sender, sender_name, channel, is_received, is_counted, created_at, told_at)
      select "projectId", incoming.id, request, case when is_erased then '${erasedSender}' else sender end,
        case when is_erased then null else "senderName" end, channel, "isReceived", not known.is_draft, "createdAt", "recordedAt"
      from incoming join known on known.id_project = incoming."projectId" and known.id = incoming.request
        cross join lateral (select "isReceived" and exists (select from erased e
          where e.id_project = incoming."projectId" and e.id = incoming.request) as is_erased) of_subject
      where not known.is_deleted order by 1, 2
      on conflict do nothing returning *
    ), counted as (
      ${noted('kept where is_counted', '1')}
    )
    select id from incoming where not exists (
      select from known where known.id_project = incoming."projectId" and known.id = incoming.request)`,
};

const forget = {
  name: 'message_fact_forget',
  text: `with gone as (delete from message_fact where id_project = $1 and request = $2 returning *)
    ${noted('gone where is_counted', '-1')}`,
};

const recount = {
  name: 'message_fact_recount',
  text: `with changed as (
      update message_fact set is_counted = $3 where id_project = $1 and request = $2 and is_counted <> $3 returning *)
    ${noted('changed', 'case when is_counted then 1 else -1 end')}`,
};
