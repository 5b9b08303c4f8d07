import { type Actor, requestErrors, type ScheduledContent, type ScheduledMessageView } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import type { EndedSchedule } from '../request-state/change.ts';

/** Who sends a scheduled message; the rights are those of the time at which it is sent. */
export type Author = Pick<Actor, 'kind' | 'id' | 'role' | 'name' | 'jti' | 'rights' | 'visibility'>;

export interface ScheduledMessage {
  id: string;
  /** `_id` of the request. */
  request: string;
  version: number;
  at: Date;
  state: ScheduledMessageView['state'];
  why: string | null;
  messageId: string | null;
  author: Author;
  content: ScheduledContent;
  cancelOn: ScheduledMessageView['cancel_on'];
  maxLateMs: number;
  createdAt: Date;
  updatedAt: Date;
}

/** One that is due. */
export interface DueMessage extends ScheduledMessage {
  projectId: string;
  requestId: string;
  /** By the database's clock. */
  lateMs: number;
  /** The project refuses its requester. */
  isBanned: boolean;
}

const batch = 200;
/** Of one project, when more are due than a batch holds. */
const projectBatch = 20;
const listed = 100;

/** Scheduled messages; which of them are pending is said by their request. */
export class ScheduledMessages {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws scheduled_not_found */
  async get(projectId: string, request: string, id: string): Promise<ScheduledMessage> {
    return required(await this.find(projectId, request, id));
  }

  async find(projectId: string, request: string, id: string): Promise<ScheduledMessage | undefined> {
    return (await this.#db.query<ScheduledMessage>(find, [projectId, request, id]))[0];
  }

  list(projectId: string, request: string, state: string | undefined): Promise<ScheduledMessage[]> {
    return this.#db.query<ScheduledMessage>(list, [projectId, request, state ?? null]);
  }

  /** In the transaction that has noted it on the request. */
  async keep(projectId: string, one: ScheduledMessage): Promise<void> {
    const { id, request, version, at, author, content, cancelOn, maxLateMs, createdAt, updatedAt } = one;
    const values = [projectId, id, request, version, at, JSON.stringify(author), JSON.stringify(content)];
    await this.#db.query(keep, [...values, cancelOn, maxLateMs, createdAt, updatedAt]);
  }

  /**
   * Those that are due, the longest due first. When there are many, each project has a share.
   * @param without ids of those that could not be sent in this round
   */
  async due(without: readonly string[]): Promise<DueMessage[]> {
    const oldest = await this.#db.query<DueMessage>(oldestDue, [without]);
    return oldest.length < batch ? oldest : this.#db.query<DueMessage>(sharedDue, [without]);
  }

  /** Whether it may not be sent any more, by the database's clock. */
  async isTooLate(projectId: string, id: string): Promise<boolean> {
    return (await this.#db.query(tooLate, [projectId, id])).length > 0;
  }
}

/** In the transaction of the change that ends them. */
export async function endScheduled(
  db: Database,
  projectId: string,
  ended: readonly EndedSchedule[],
  at: Date,
): Promise<void> {
  await db.query(end, [projectId, JSON.stringify(ended), at]);
}

const columns = `m.id, m.request, m.version, m.at, m.state, m.why, m.message_id as "messageId", m.author, m.content,
  m.cancel_on as "cancelOn", m.max_late_ms::float8 as "maxLateMs", m.created_at as "createdAt", m.updated_at as "updatedAt"`;

/** @throws scheduled_not_found */
export function required(found: ScheduledMessage | undefined): ScheduledMessage {
  if (!found) throw requestErrors.scheduled_not_found();
  return found;
}

const find = {
  name: 'scheduled_find',
  text: `select ${columns} from scheduled_message m where m.id_project = $1 and m.request = $2 and m.id = $3`,
};

const list = {
  name: 'scheduled_list',
  text: `select ${columns} from scheduled_message m
    where m.id_project = $1 and m.request = $2 and ($3::text is null or m.state = $3)
    order by m.state = 'pending' desc, case when m.state = 'pending' then m.at end, m.at desc, m.id limit ${listed}`,
};

const keep = {
  name: 'scheduled_keep',
  text: `insert into scheduled_message as m
      (id_project, id, request, version, at, state, author, content, cancel_on, max_late_ms, created_at, updated_at)
    values ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $9, $10, $11)
    on conflict (id_project, id) do update set version = excluded.version, at = excluded.at, content = excluded.content,
      cancel_on = excluded.cancel_on, max_late_ms = excluded.max_late_ms, updated_at = excluded.updated_at`,
};

const end = {
  name: 'scheduled_end',
  text: `update scheduled_message m set state = e.state, why = e.why, message_id = e.message_id, updated_at = $3
    from json_to_recordset($2::json) as e (id text, state text, why text, message_id text)
    where m.id_project = $1 and m.id = e.id`,
};

const tooLate = {
  name: 'scheduled_too_late',
  text: `select from scheduled_message m where m.id_project = $1 and m.id = $2
    and clock_timestamp() - m.at > m.max_late_ms * interval '1 millisecond'`,
};

const isDue = `m.state = 'pending' and m.at <= clock_timestamp() and m.id <> all ($1)`;
const named = `${columns}, m.id_project as "projectId", r.request_id as "requestId", exists (select from copy_project p
    where p.id_project = m.id_project and p.record->'banned' ? r.requester) as "isBanned",
  (extract(epoch from clock_timestamp() - m.at) * 1000)::float8 as "lateMs"`;
const itsRequest = 'request r on r.id_project = m.id_project and r.id = m.request';

const oldestDue = {
  name: 'scheduled_due',
  text: `select ${named} from (select m.* from scheduled_message m where ${isDue} order by m.at limit ${batch}) m
    join ${itsRequest} order by m.at`,
};

const sharedDue = {
  name: 'scheduled_due_shared',
  text: `select ${named} from (select m.*, row_number() over (partition by m.id_project order by m.at) as place
      from (select m.* from scheduled_message m where ${isDue} order by m.at limit ${50 * batch}) m) m
    join ${itsRequest} where m.place <= ${projectBatch} order by m.at limit ${batch}`,
};
