import type { Database } from '@parley/service-kit';
import type { RequestFact } from '../conversation/request-fact.ts';
import { quarterSql } from '../rollup/sums.sql.ts';
import { erasedSender } from '../subject/subject.ts';
import type { MessageFact } from './message-fact.ts';

/** The only writer of `message_fact`; what a change moves in the tallies it notes in `tally_delta`. */
export class MessageFactRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Keeps messages of requests whose rows this transaction holds. */
  async keep(messages: readonly MessageFact[], requests: readonly RequestFact[]): Promise<void> {
    const draft = new Map(requests.filter(({ isDeleted }) => !isDeleted).map(({ id, isDraft }) => [id, isDraft]));
    const rows = messages.flatMap((message) => {
      const isDraft = draft.get(message.request);
      return isDraft === undefined ? [] : [{ ...message, isCounted: !isDraft }];
    });
    if (rows.length > 0) await this.#db.query(keep, [JSON.stringify(rows)]);
  }

  /** Lets the messages of a request whose row this transaction holds count as it does. */
  async follow({ projectId, id, isDeleted, isDraft }: RequestFact): Promise<void> {
    if (isDeleted) await this.#db.query(forget, [projectId, id]);
    else await this.#db.query(recount, [projectId, id, !isDraft]);
  }
}

const noted = (rows: string, sign: string) => `insert into tally_delta (id_project, metric, label, quarter, total, part)
  select id_project, 'messages', channel, ${quarterSql('created_at')}, sum(${sign})::int,
    sum(case when is_received then ${sign} else 0 end)::int
  from ${rows} group by 1, 3, 4`;

const keep = {
  name: 'message_fact_keep',
  text: `with kept as (
      insert into message_fact (id_project, id, request, sender, channel, is_received, is_counted, created_at, told_at)
      select "projectId", id, request, case when "isReceived" and exists (select from erased e
          where e.id_project = told."projectId" and e.id = told.request) then '${erasedSender}' else sender end,
        channel, "isReceived", "isCounted", "createdAt", "toldAt"
      from json_to_recordset($1::json) as told("projectId" text, id text, request text, sender text, channel text,
        "isReceived" boolean, "isCounted" boolean, "createdAt" timestamptz, "toldAt" timestamptz)
      order by 1, 2
      on conflict do nothing returning *)
    ${noted('kept where is_counted', '1')}`,
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
