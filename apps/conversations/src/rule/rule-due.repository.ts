import type { Database } from '@parley/service-kit/database';

/** A rule that waits for a time on a request. */
export interface DueRule {
  projectId: string;
  rule: string;
  /** `_id` of the request. */
  request: string;
  /** `null`: it is gone. */
  requestId: string | null;
  /** `timer`, or the id of the event that a delayed rule answers. */
  key: string;
  /** What a timer counts from, or when the event came. */
  anchor: Date;
  dueAt: Date;
  /** Of a delayed rule. */
  event: StoredOccasion | null;
}

/** What a delayed rule will need to know of its event. */
export interface StoredOccasion {
  event: { _id: string; type: string; time: string };
  chain: string;
  cause: { causationId: string; depth: number; correlationId: string };
  /** Whether a condition on the event held. The text is not kept: it must not be stored for so long. */
  isMet: boolean;
  /** When the requester and the team last wrote, in ms: what is later may end the wait. */
  heard: { requester: number; team: number };
}

const batch = 500;
/** Of one project, when more are due than a batch holds. */
const projectBatch = 50;

/** Rules that wait. They are armed by the events that rules read, so that no send knows of them. */
export class RuleDues {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Starts a timer, or moves it: one rule waits once for a request. */
  async arm(projectId: string, rule: string, request: string, anchor: Date, ms: number): Promise<void> {
    await this.#db.query(arm, [projectId, rule, request, anchor, ms]);
  }

  async disarm(projectId: string, rule: string, request: string): Promise<void> {
    await this.#db.query(disarm, [projectId, rule, request]);
  }

  async delay(projectId: string, rule: string, request: string, ms: number, occasion: StoredOccasion): Promise<void> {
    const { _id, time } = occasion.event;
    await this.#db.query(delay, [projectId, rule, request, _id, new Date(time), ms, JSON.stringify(occasion)]);
  }

  /** The longest due first; each project has a share. @param without keys of those that could not be done in this round */
  due(without: readonly string[]): Promise<DueRule[]> {
    return this.#db.query<DueRule>(due, [without]);
  }

  async done({ projectId, rule, request, key, anchor }: DueRule): Promise<void> {
    await this.#db.query(done, [projectId, rule, request, key, anchor]);
  }

  async postpone({ projectId, rule, request, key, anchor }: DueRule, dueAt: Date): Promise<void> {
    await this.#db.query(postpone, [projectId, rule, request, key, anchor, dueAt]);
  }
}

/** The same anchor has run, or waits already. */
const arm = {
  name: 'rule_arm',
  text: `insert into rule_due as d (id_project, rule, request, key, anchor, due_at)
    select $1, $2, $3, 'timer', $4::timestamptz, $4::timestamptz + $5::bigint * interval '1 millisecond'
    where not exists (select from rule_run u where u.id_project = $1 and u.rule = $2 and u.request = $3
      and u.event = 'timer:' || floor(extract(epoch from $4::timestamptz) * 1000)::bigint)
    on conflict (id_project, rule, request, key) do update set anchor = excluded.anchor, due_at = excluded.due_at
      where d.anchor <> excluded.anchor`,
};
const disarm = {
  name: 'rule_disarm',
  text: `delete from rule_due where id_project = $1 and rule = $2 and request = $3 and key = 'timer'`,
};
const delay = {
  name: 'rule_delay',
  text: `insert into rule_due (id_project, rule, request, key, anchor, due_at, event)
    values ($1, $2, $3, $4, $5, clock_timestamp() + $6::bigint * interval '1 millisecond', $7) on conflict do nothing`,
};
const due = {
  name: 'rules_due',
  text: `with recursive project as (
      (select d.id_project as id from rule_due d order by d.id_project limit 1)
      union all
      select (select d.id_project from rule_due d where d.id_project > p.id order by d.id_project limit 1)
        from project p where p.id is not null)
    select w.id_project as "projectId", w.rule, w.request, r.request_id as "requestId", w.key, w.anchor, w.due_at as "dueAt", w.event
    from project p cross join lateral (
      select d.* from rule_due d where d.id_project = p.id and d.due_at <= clock_timestamp()
        and concat_ws(' ', d.rule, d.request, d.key) <> all ($1)
      order by d.due_at limit ${projectBatch}) w
    left join request r on r.id_project = w.id_project and r.id = w.request order by w.due_at limit ${batch}`,
};
const isSame = 'd.id_project = $1 and d.rule = $2 and d.request = $3 and d.key = $4 and d.anchor = $5';
const done = { name: 'rule_due_done', text: `delete from rule_due d where ${isSame}` };
const postpone = { name: 'rule_due_postpone', text: `update rule_due d set due_at = $6 where ${isSame}` };
