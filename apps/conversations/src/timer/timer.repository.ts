import type { Database, Statement } from '@parley/service-kit/database';

/** A due request with the version at which it was found. */
export interface Due {
  projectId: string;
  requestId: string;
  lastSeq: number;
  version: number;
}

const due = `r.id_project as "projectId", r.request_id as "requestId", h.last_seq as "lastSeq", h.version`;
const head = 'join request_head h on h.id_project = r.id_project and h.id = r.id';

/** A numeric setting of project `p`; null when it is not a number. */
const setting = (name: string): string =>
  `case when jsonb_typeof(p.record->'settings'->'${name}') = 'number' then (p.record->'settings'->>'${name}')::float8 end`;

const message = `from message m where m.id_project = r.id_project and m.request = r.id and m.audience = 'all'`;

/**
 * Due when the delay has passed both since routing assigned the request and since the requester's first message without a human
 * answer.
 */
const unanswered: Statement = {
  name: 'unanswered_requests',
  text: `select ${due} from copy_project p
    cross join lateral (select clock_timestamp() - ${setting('reassignment_delay')} * interval '1 second' as latest) t
    join request r on r.id_project = p.id_project and r.untouched and r.status = 200 and r.assigned_at <= t.latest and r.snooze is null ${head}
    cross join lateral (select coalesce((select m.seq ${message} and m.sender <> r.requester and m.sender <> 'system'
      and m.sender not like 'bot\\_%' order by m.seq desc limit 1), 0) as seq) answer
    cross join lateral (select min(m.created_at) as at ${message} and m.seq > answer.seq and m.sender = r.requester) question
    where not p.deleted and p.record->'settings'->'reassignment_on' = 'true'
      and (question.at <= t.latest or (question.at is null and answer.seq = 0))
    order by r.assigned_at, r.id limit 500`,
};

/** `bot`: only bots serve it. Due when it had no message and no change of status for as long as its project allows. */
const idle: Statement = {
  name: 'idle_requests',
  text: `select ${due}, s.bot, h.active_at as "activeAt", r.id from request r ${head}
    join copy_project p on p.id_project = r.id_project and not p.deleted
    cross join lateral (select r.has_bot and not exists (
      select from unnest(r.participants) m where m not like 'bot\\_%') as bot) s
    cross join lateral (select case when s.bot then coalesce(${setting('auto_close_bot_hours')}, 48)
      else coalesce(${setting('auto_close_agent_hours')}, 0) end as hours) a
    where r.status < 1000 and r.created_at <= clock_timestamp() - interval '1 hour'
      and r.working_status is distinct from 'pending' and r.snooze is null and a.hours > 0
      and h.active_at <= clock_timestamp() - a.hours * interval '1 hour'
      and ($1::timestamptz is null or (h.active_at, r.id) > ($1, $2))
    order by h.active_at, r.id limit 500`,
};

export interface Idle extends Due {
  id: string;
  activeAt: Date;
  bot: boolean;
}

/** Finds due requests by the database's clock. */
export class TimerQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A batch of requests without an answer within `reassignment_delay`, the longest assigned first. */
  unanswered(): Promise<Due[]> {
    return this.#db.query<Due>(unanswered);
  }

  /** The next idle open requests after `after`. */
  idle(after?: Idle): Promise<Idle[]> {
    return this.#db.query<Idle>(idle, [after?.activeAt ?? null, after?.id ?? '']);
  }
}
