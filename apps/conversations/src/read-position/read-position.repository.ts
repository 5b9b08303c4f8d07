import type { Database } from '@parley/service-kit/database';

import type { ReadColumns } from './reader.columns.ts';

/** The position of one person after a report. */
export interface ReportedPosition extends ReadColumns {
  /** `_id` of the request. */
  request: string;
  changed: boolean;
}

/** How far people have read their requests. Sends move the positions of senders themselves. */
export class ReadPositions {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Call under the lock of the request. What is unread is counted here once, from the position on, and never again.
   * @param audiences what the reader may see; `null`: everything
   */
  async report(
    projectId: string,
    requestId: string,
    principal: string,
    { upto, exact, audiences }: { upto: number; exact: boolean; audiences: readonly string[] | null },
  ): Promise<ReportedPosition> {
    const values = [projectId, requestId, principal, upto, exact, audiences];
    const [row] = await this.#db.query<ReportedPosition>(reportPosition, values);
    if (!row) throw new Error('A locked request is gone.');
    return row;
  }
}

/** `$1` project, `$2` request_id, `$3` principal, `$4` seq, `$5` whether to go back as well, `$6` audiences. */
const reportPosition = {
  name: 'report_read_position',
  text: `with known as (
      select r.id, r.requester, h.visible_in, h.visible_out, coalesce(p.upto_seq, 0) as upto_seq,
        coalesce(p.read_in, 0) as read_in, coalesce(p.read_out, 0) as read_out, coalesce(p.mentioned_note, false) as noted,
        p.mentioned_seq, least($4::int, coalesce((select m.seq from message m where m.id_project = $1 and m.request = r.id
          and ($6::text[] is null or m.audience = any ($6)) order by m.seq desc limit 1), 0)) as asked
      from request r join request_head h on h.id_project = $1 and h.id = r.id
      left join request_reader p on p.id_project = $1 and p.request = r.id and p.principal = $3
      where r.id_project = $1 and r.request_id = $2),
    target as (select k.*, case when $5::boolean then asked else greatest(asked, upto_seq) end as upto from known k),
    now as (select t.*, t.upto <> t.upto_seq or t.noted as changed, case when t.upto = t.upto_seq then t.read_in
        else t.visible_in - c.of_requester end as new_in, case when t.upto = t.upto_seq then t.read_out
        else t.visible_out - c.of_others end as new_out
      from target t cross join lateral (select (count(*) filter (where m.sender = t.requester))::int as of_requester,
          (count(*) filter (where m.sender <> t.requester))::int as of_others
        from message m where m.id_project = $1 and m.request = t.id and m.seq > t.upto and t.upto <> t.upto_seq
          and m.audience = 'all' and m.sender <> 'system') c),
    moved as (insert into request_reader (id_project, request, principal, upto_seq, read_in, read_out)
      select $1, n.id, $3, n.upto, n.new_in, n.new_out from now n where n.changed
      on conflict (id_project, request, principal) do update set upto_seq = excluded.upto_seq, read_in = excluded.read_in,
        read_out = excluded.read_out, mentioned_note = false),
    noted as (update mention m set read = true from now n where n.noted and m.id_project = $1 and m.request = n.id
      and m.principal = $3 and m.seq is null and not m.read)
    select n.id as request, n.changed, n.upto, case when n.requester = $3 then n.visible_out - n.new_out
      else n.visible_in - n.new_in end as unread, coalesce(n.mentioned_seq > n.upto, false) as mentioned from now n`,
};
