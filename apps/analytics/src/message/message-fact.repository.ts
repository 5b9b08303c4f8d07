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

  /** Keeps a message of a request whose row this transaction holds. */
  async keep(message: MessageFact, { isDeleted, isDraft }: RequestFact): Promise<void> {
    if (isDeleted) return;
    const { projectId, id, request, sender, channel, isReceived, createdAt, toldAt } = message;
    await this.#db.query(keep, [projectId, id, request, sender, channel, isReceived, !isDraft, createdAt, toldAt]);
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
      select $1, $2, $3, case when $6 and exists (select from erased where id_project = $1 and id = $3) then '${erasedSender}'
        else $4 end, $5, $6::boolean, $7::boolean, $8::timestamptz, $9::timestamptz on conflict do nothing returning *)
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
