import { type Database, enqueueTask } from '@parley/service-kit';

import type { Outcome } from '../engine/outcome.ts';
import { type Parameters, written } from '../engine/parameters.ts';
import { newSession, type Session } from '../engine/session.ts';
import { dueAt, type Heard, heard, type NewTurn, type Turn } from './turn.ts';

export const fillLeadTask = 'fill-lead';

/** A message of a request with a bot. */
export interface Told {
  projectId: string;
  request: string;
  requestId: string;
  seq: number;
  /** The last place before it, where nothing was heard of the request yet. */
  before: number | null;
  /** Somebody else than the requester has said something. */
  isAnswer: boolean;
}

/** By which a request is known. */
interface RequestKey {
  /** `_id`. */
  id: string;
  requestId: string;
}

interface Locked extends Heard {
  parameters: Parameters;
  isGone: boolean;
}

/** Where a bot stands in a conversation. */
export interface State {
  parameters: Parameters;
  session: Session;
}

/** The only writer of `turn`, `session` and, with the parameters, of `conversation`. */
export class TurnRepository {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Lets a worker hear of turns that begin. */
  onTurn(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Hears of a message, and of the turn that it starts. Within the transaction of its event. */
  async accept(told: Told, turn: NewTurn | undefined): Promise<void> {
    const { projectId, request, requestId, seq, before, isAnswer } = told;
    const row = await this.#lock(projectId, { id: request, requestId }, [before, seq - 1, isAnswer ? seq : 0]);
    if (!row || row.isGone) return;

    if (row.upto === null || row.upto < seq) {
      const known = heard(row, seq);
      await this.#db.query(hear, [projectId, request, known.upto, known.above]);
    }
    if (turn) await this.#insert(told, turn, dueAt(row, seq, new Date()));
    this.#db.afterCommit(() => this.#wake());
  }

  /** @param heard see the statement; nothing where no message is told */
  async #lock(projectId: string, { id, requestId }: RequestKey, heard: (number | null)[] = [null, null, 0]) {
    const [row] = await this.#db.query<Locked>(lock, [projectId, id, requestId, ...heard]);
    return row;
  }

  async #insert({ projectId, request, requestId }: Told, turn: NewTurn, due: Date): Promise<void> {
    const { id, botId, seq, late, message, about, depth, correlationId, causationId, messageAt } = turn;
    const texts = [JSON.stringify(message), JSON.stringify(about)];
    const ids = [projectId, id, request, requestId, botId, seq, late];
    await this.#db.query(insert, [...ids, ...texts, depth, correlationId, causationId, due, messageAt]);
  }

  /** Takes turns that are due: of each conversation the first one, and only when no earlier one is under way. */
  claim(holder: string, leaseMs: number, most: number): Promise<Turn[]> {
    return this.#db.query<Turn>(claim, [holder, leaseMs, most]);
  }

  async isDue(): Promise<boolean> {
    const [row] = await this.#db.query<{ due: boolean }>(due);
    return row?.due === true;
  }

  /** Those that still run stay taken. */
  async renew(holder: string, ids: readonly string[], leaseMs: number): Promise<void> {
    await this.#db.query(renew, [holder, ids, leaseMs]);
  }

  async state({ projectId, request, botId }: Pick<Turn, 'projectId' | 'request' | 'botId'>): Promise<State> {
    const [row] = await this.#db.query<{ parameters: Parameters; session: Session | null }>(state, [
      projectId,
      request,
      botId,
    ]);
    return { parameters: row?.parameters ?? {}, session: { ...newSession, ...row?.session } };
  }

  /** How far the conversation was heard of, and whether this turn's message is the last one to answer. */
  async standing({ projectId, request, seq }: Pick<Turn, 'projectId' | 'request' | 'seq'>) {
    const [row] = await this.#db.query<{ upto: number | null; isLast: boolean }>(standing, [projectId, request, seq]);
    return row ?? { upto: null, isLast: false };
  }

  /**
   * Keeps what a turn comes to, before anybody hears of it: told again, it is the same.
   * @returns false when the turn is no longer ours
   */
  keepPlan(turn: Turn, holder: string, plan: Outcome): Promise<boolean> {
    const { projectId, id, request, botId, about } = turn;
    const lead = about.request.lead?._id;
    const isTold = lead !== undefined && Object.keys(plan.lead).length > 0;
    const keep = async () => {
      const texts = [JSON.stringify(plan), JSON.stringify(plan.session)];
      return (await this.#db.query(keepPlan, [projectId, id, holder, request, botId, ...texts])).length > 0;
    };
    if (!isTold && Object.keys(plan.changes).length === 0) return keep();
    return this.#db.transaction(async () => {
      if (!(await keep())) return false;
      await this.#write(turn, plan);
      const payload = { lead, ...plan.lead };
      const task = { projectId, id: `${fillLeadTask} ${id}`, kind: fillLeadTask, payload };
      if (isTold) await enqueueTask(this.#db, task);
      return true;
    });
  }

  async #write({ projectId, request, requestId }: Turn, { changes }: Outcome): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    const row = await this.#lock(projectId, { id: request, requestId });
    if (!row || row.isGone) return;
    const { parameters } = written(row.parameters, changes);
    await this.#db.query(writeParameters, [projectId, request, JSON.stringify(parameters)]);
  }

  async parameters(projectId: string, request: string): Promise<Parameters> {
    const [row] = await this.#db.query<{ parameters: Parameters }>(parametersOf, [projectId, request]);
    return row?.parameters ?? {};
  }

  /** Locks the parameters of a request and stores what `decide` makes of them. */
  updateParameters(
    projectId: string,
    request: RequestKey,
    decide: (current: Parameters) => Parameters,
  ): Promise<Parameters> {
    return this.#db.transaction(async () => {
      const row = await this.#lock(projectId, request);
      if (!row || row.isGone) return {};
      const parameters = decide(row.parameters);
      await this.#db.query(writeParameters, [projectId, request.id, JSON.stringify(parameters)]);
      return parameters;
    });
  }

  async done({ projectId, id }: Turn, holder: string): Promise<void> {
    await this.#db.query(done, [projectId, id, holder]);
  }

  async retry({ projectId, id }: Turn, holder: string, inMs: number): Promise<void> {
    await this.#db.query(retry, [projectId, id, holder, inMs]);
  }

  /** Puts a turn aside that others work on. @returns false when it is gone */
  async park({ projectId, id }: Turn, forMs: number): Promise<boolean> {
    return (await this.#db.query(park, [projectId, id, forMs])).length > 0;
  }

  async find(projectId: string, id: string): Promise<Turn | undefined> {
    const [turn] = await this.#db.query<Turn>(find, [projectId, id]);
    return turn;
  }

  /** One that was put aside is over: the next one of the conversation may begin. */
  async finish({ projectId, id }: Turn): Promise<void> {
    await this.#db.query(finish, [projectId, id]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** A bot has left: what it has not answered, it does not answer, and it begins anew if it comes back. */
  async endSession(projectId: string, request: string, botId: string): Promise<void> {
    await this.#db.query(endSession, [projectId, request, botId]);
  }

  /** The request is closed: nothing is asked any more. */
  async endPending(projectId: string, request: string, at: Date): Promise<void> {
    await this.#db.query(endPending, [projectId, request, at]);
  }

  /** Requests are gone, whatever else is told of them. */
  async forgetRequests(projectId: string, requests: readonly string[]): Promise<void> {
    await this.#db.query(forgetRequests, [projectId, requests]);
  }

  /** Bots are gone; parameters stay with their conversations. */
  async forgetBots(projectId: string, ids: readonly string[]): Promise<void> {
    await this.#db.query(forgetBots, [projectId, ids]);
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * `$5`: the place before the message, if one is told; `$4`: up to where all was heard when nothing is known of the request. Messages that
 * come in their order are heard of by this alone.
 */
const lock = {
  name: 'conversation_lock',
  text: `insert into conversation as c (id_project, id, request_id, seen_upto, answered_seq)
    values ($1, $2, $3, case when $4::int = $5::int then $5::int + 1 else $4::int end, $6)
    on conflict (id_project, id) do update set answered_seq = greatest(c.answered_seq, excluded.answered_seq),
      seen_upto = case when coalesce(c.seen_upto, $5::int) = $5::int and c.seen_above = '{}' then $5::int + 1
        else coalesce(c.seen_upto, $5::int) end
    returning seen_upto as upto, seen_above as above, parameters, deleted_at is not null as "isGone"`,
};

const hear = {
  name: 'conversation_hear',
  text: `with ready as (update turn set due_at = date_trunc('milliseconds', clock_timestamp())
      where id_project = $1 and request = $2 and attempts = 0 and seq <= $3::int + 1 and due_at > clock_timestamp())
    update conversation set seen_upto = $3, seen_above = $4 where id_project = $1 and id = $2`,
};

const insert = {
  name: 'turn_insert',
  text: `insert into turn (id_project, id, request, request_id, id_bot, seq, late, message, about, depth, correlation_id,
      causation_id, due_at, message_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
    where not exists (select from ended_project where id_project = $1) on conflict (id_project, id) do nothing`,
};

const columns = `t.id_project as "projectId", t.id, t.request, t.request_id as "requestId", t.id_bot as "botId", t.seq, t.late,
  t.message, t.about, t.plan, t.depth, t.correlation_id as "correlationId", t.causation_id as "causationId",
  t.attempts as attempt, t.message_at as "messageAt", t.received_at as "receivedAt"`;

const isFirst = `not exists (select from turn e where e.id_project = t.id_project and e.request = t.request and e.seq < t.seq)`;

// Projects take turns, so that the burst of one does not hide the others.
const claim = {
  name: 'turn_claim',
  text: `with oldest as (
      select id_project, id, due_at from turn t where due_at <= clock_timestamp() and ${isFirst} order by due_at limit 500
    ), fair as (
      select id_project, id, due_at, row_number() over (partition by id_project order by due_at) as turn from oldest
    ), mine as (
      select t.id_project, t.id from turn t join fair using (id_project, id)
      where t.due_at <= clock_timestamp() order by fair.turn, fair.due_at limit $3 for update of t skip locked
    )
    update turn t set holder = $1, due_at = clock_timestamp() + $2 * interval '1 ms', attempts = t.attempts + 1
    from mine where t.id_project = mine.id_project and t.id = mine.id returning ${columns}`,
};

const due = {
  name: 'turn_due',
  text: `select exists (select from turn t where due_at <= clock_timestamp() and ${isFirst}) as due`,
};

const renew = {
  name: 'turn_renew',
  text: `update turn set due_at = clock_timestamp() + $3 * interval '1 ms' where holder = $1 and id = any($2)`,
};

const state = {
  name: 'turn_state',
  text: `select c.parameters, s.state as session from conversation c
    left join session s on s.id_project = c.id_project and s.request = c.id and s.id_bot = $3
    where c.id_project = $1 and c.id = $2`,
};

const standing = {
  name: 'turn_standing',
  text: `select c.seen_upto as upto, c.answered_seq < $3 and not exists
      (select from turn n where n.id_project = $1 and n.request = $2 and n.seq > $3) as "isLast"
    from conversation c where c.id_project = $1 and c.id = $2`,
};

const keepPlan = {
  name: 'turn_plan',
  text: `with kept as (update turn set plan = $6 where id_project = $1 and id = $2 and holder = $3 returning 1)
    insert into session (id_project, request, id_bot, state) select $1, $4, $5, $7 where exists (select from kept)
    on conflict (id_project, request, id_bot) do update set state = excluded.state returning 1`,
};

const writeParameters = {
  name: 'conversation_write',
  text: 'update conversation set parameters = $3, updated_at = now() where id_project = $1 and id = $2',
};

const parametersOf = {
  name: 'conversation_parameters',
  text: 'select parameters from conversation where id_project = $1 and id = $2',
};

const done = { name: 'turn_done', text: 'delete from turn where id_project = $1 and id = $2 and holder = $3' };

const retry = {
  name: 'turn_retry',
  text: `update turn set holder = null, due_at = clock_timestamp() + $4 * interval '1 ms'
    where id_project = $1 and id = $2 and holder = $3`,
};

const park = {
  name: 'turn_park',
  text: `update turn set holder = null, due_at = clock_timestamp() + $3 * interval '1 ms'
    where id_project = $1 and id = $2 returning 1`,
};

const find = { name: 'turn_find', text: `select ${columns} from turn t where t.id_project = $1 and t.id = $2` };

const finish = { name: 'turn_finish', text: 'delete from turn where id_project = $1 and id = $2' };

const endSession = {
  name: 'session_end',
  text: `with ended as (delete from session where id_project = $1 and request = $2 and id_bot = $3),
      dropped as (delete from turn where id_project = $1 and request = $2 and id_bot = $3)
    update conversation set seen_upto = null, seen_above = '{}' where id_project = $1 and id = $2`,
};

const endPending = {
  name: 'session_pending_end',
  text: `with dropped as (delete from turn where id_project = $1 and request = $2 and message_at <= $3)
    update session set state = state - 'pending' where id_project = $1 and request = $2`,
};

const forgetRequests = {
  name: 'conversations_forget',
  text: `with ended as (delete from session where id_project = $1 and request = any($2)),
      dropped as (delete from turn where id_project = $1 and request = any($2))
    insert into conversation (id_project, id, request_id, deleted_at) select $1, id, '', now() from unnest($2::text[]) as id
    on conflict (id_project, id) do update set parameters = '{}', deleted_at = now()`,
};

const forgetBots = {
  name: 'session_forget_bots',
  text: `with dropped as (delete from turn where id_project = $1 and id_bot = any($2))
    delete from session where id_project = $1 and id_bot = any($2)`,
};
