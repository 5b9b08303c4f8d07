import { isDeepStrictEqual } from 'node:util';
import {
  commonErrors,
  type DomainEvent,
  maxRules,
  maxTimerRules,
  type RuleView,
  requestErrors,
  ruleCreated,
  ruleDeleted,
  ruleSuspended,
  ruleUpdated,
  type Suspension,
  type TimerAnchor,
} from '@parley/contracts';
import { checkIfMatch, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { type Rule, type RuleRecord, type RuleRow, ruleOf, suspendedRecord, viewRule } from './rule.ts';

/** What a batch of events has meant for a rule. */
export interface RuleFigures {
  evaluated: number;
  matched: number;
  applied: number;
  failed: number;
}

/** The only writer of `rule`. */
export class RuleRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(projectId: string): Promise<RuleView[]> {
    const rows = await this.#db.query<RuleRow>(allRules, [projectId]);
    return rows.map((row) => viewRule(projectId, row));
  }

  /** @throws rule_not_found */
  async get(projectId: string, id: string): Promise<RuleView & { stats: RuleFigures & { last_applied_at?: string } }> {
    const [row] = await this.#db.query<RuleRow & RuleFigures & { lastAppliedAt: Date | null }>(oneRule, [
      projectId,
      id,
    ]);
    if (!row) throw requestErrors.rule_not_found();
    const { evaluated, matched, applied, failed, lastAppliedAt } = row;
    const last = lastAppliedAt ? { last_applied_at: lastAppliedAt.toISOString() } : {};
    return { ...viewRule(projectId, row), stats: { evaluated, matched, applied, failed, ...last } };
  }

  /** Puts a rule behind the others. @throws limit_reached */
  create(projectId: string, enabled: boolean, makeRecord: (at: string) => RuleRecord): Promise<RuleView> {
    return this.#changed(projectId, async (present, at) => {
      if (present.length >= maxRules) throw commonErrors.limit_reached({ limit: maxRules });
      const position = (present.at(-1)?.position ?? -1) + 1;
      const row = { id: newId(), version: 0, position, enabled, record: makeRecord(at) };
      refuseTooManyTimers([...present, row]);
      await this.#db.query(insertRule, [projectId, row.id, position, enabled, JSON.stringify(row.record)]);
      await this.#arm(projectId, row);
      const rule = viewRule(projectId, row);
      return { rule, event: ruleCreated({ rule }) };
    });
  }

  /** @throws rule_not_found, version_mismatch, limit_reached */
  update(
    projectId: string,
    id: string,
    enabled: boolean | undefined,
    decide: (record: RuleRecord) => RuleRecord,
  ): Promise<RuleView> {
    return this.#changed(projectId, async (present, at) => {
      const current = known(present, id);
      checkIfMatch(current.version);
      const decided = { ...current, record: decide(current.record), enabled: enabled ?? current.enabled };
      const changes = changesOf(viewRule(projectId, current), viewRule(projectId, decided));
      if (changes.length === 0) return { rule: viewRule(projectId, current) };
      refuseTooManyTimers(present.map((row) => (row.id === id ? decided : row)));
      const row = { ...decided, version: current.version + 1, record: { ...decided.record, updatedAt: at } };
      await this.#db.query(updateRule, [projectId, id, row.version, row.enabled, JSON.stringify(row.record)]);
      // Another timer, or none: what waits for it was another rule.
      if (!row.enabled || changes.includes('timer')) await this.#db.query(dropDue, [projectId, id]);
      if (changes.includes('enabled') || changes.includes('timer')) await this.#arm(projectId, row);
      const rule = viewRule(projectId, row);
      return { rule, event: ruleUpdated({ rule, changes }) };
    });
  }

  /** @throws rule_not_found, version_mismatch */
  remove(projectId: string, id: string): Promise<RuleView> {
    return this.#changed(projectId, async (present) => {
      const current = known(present, id);
      checkIfMatch(current.version);
      await this.#db.query(deleteRule, [projectId, id]);
      await this.#db.query(dropDue, [projectId, id]);
      const rule = viewRule(projectId, { ...current, version: current.version + 1 });
      return { rule, event: ruleDeleted({ rule }) };
    });
  }

  /** @throws order_stale unless it names exactly the present ones */
  async order(projectId: string, ids: readonly string[]): Promise<RuleView[]> {
    await this.#db.transaction(async () => {
      await this.#db.query(lockRules, [projectId]);
      const present = await this.#db.query<RuleRow>(allRules, [projectId]);
      const isExact = ids.length === present.length && present.every(({ id }) => ids.includes(id));
      if (!isExact) throw requestErrors.order_stale();
      await this.#db.query(orderRules, [projectId, ids]);
    });
    return this.list(projectId);
  }

  /** Enabled rules of a project that was imported: they begin with what happens from now on. */
  async startAll(projectId: string): Promise<void> {
    await this.#db.query(startRules, [projectId]);
    for (const row of await this.#lock(projectId)) await this.#arm(projectId, row);
  }

  /** Takes a rule out of use; nothing, if it is out of use already. */
  async suspend(projectId: string, id: string, reason: Suspension): Promise<boolean> {
    let isSuspended = false;
    await this.#db.transaction(async () => {
      const present = await this.#lock(projectId);
      const current = present.find((row) => row.id === id);
      if (!current?.enabled) return;
      const record = suspendedRecord(current.record, reason, await this.#now());
      const row = { ...current, version: current.version + 1, enabled: false, record };
      await this.#db.query(updateRule, [projectId, id, row.version, false, JSON.stringify(record)]);
      await this.#db.query(dropDue, [projectId, id]);
      const rule = viewRule(projectId, row);
      await this.#announce(projectId, rule, ruleSuspended({ rule }));
      isSuspended = true;
    });
    return isSuspended;
  }

  /** Projects with enabled rules, and these rules in their order. */
  async enabled(): Promise<Map<string, Rule[]>> {
    const rows = await this.#db.query<RuleRow & { projectId: string; since: number }>(enabledRules);
    const projects = new Map<string, Rule[]>();
    for (const { projectId, ...row } of rows)
      projects.set(projectId, [...(projects.get(projectId) ?? []), ruleOf(row)]);
    return projects;
  }

  async count(projectId: string, figures: ReadonlyMap<string, RuleFigures>): Promise<void> {
    const rows = [...figures].map(([id, figure]) => ({ id, ...figure }));
    if (rows.length > 0) await this.#db.query(countRuns, [projectId, JSON.stringify(rows)]);
  }

  /** @returns failures in a row, this one included */
  async failed(projectId: string, id: string): Promise<number> {
    const [row] = await this.#db.query<{ failing: number }>(
      {
        name: 'rule_failed',
        text: 'update rule set failing = failing + 1 where id_project = $1 and id = $2 returning failing',
      },
      [projectId, id],
    );
    return row?.failing ?? 0;
  }

  /** What is still to come of a timer that begins to run; what was due before stays undone. */
  async #arm(projectId: string, { id, enabled, record: { timer } }: RuleRow): Promise<void> {
    if (enabled && timer) await this.#db.query(armAll(timer.since), [projectId, id, timer.ms]);
  }

  async #lock(projectId: string): Promise<RuleRow[]> {
    await this.#db.query(lockRules, [projectId]);
    return this.#db.query<RuleRow>(allRules, [projectId]);
  }

  async #now(): Promise<string> {
    const [{ now } = { now: new Date() }] = await this.#db.query<{ now: Date }>('select clock_timestamp() as now');
    return now.toISOString();
  }

  #announce(projectId: string, { _id, __v }: RuleView, event: DomainEvent): Promise<void> {
    return announce(this.#db, { projectId, noun: 'rule', id: _id, version: __v }, [event]);
  }

  #changed(
    projectId: string,
    change: (present: RuleRow[], at: string) => Promise<{ rule: RuleView; event?: DomainEvent }>,
  ): Promise<RuleView> {
    return this.#db.transaction(async () => {
      const { rule, event } = await change(await this.#lock(projectId), await this.#now());
      if (event) await this.#announce(projectId, rule, event);
      return rule;
    });
  }
}

function known(present: readonly RuleRow[], id: string): RuleRow {
  const row = present.find((one) => one.id === id);
  if (!row) throw requestErrors.rule_not_found();
  return row;
}

function refuseTooManyTimers(rules: readonly RuleRow[]): void {
  const timers = rules.filter(({ record }) => record.timer !== undefined);
  if (timers.length > maxTimerRules) throw commonErrors.limit_reached({ limit: maxTimerRules });
}

const compared = [
  ...['name', 'description', 'enabled', 'on', 'timer', 'match', 'filters', 'actions', 'delay', 'cancel_on', 'once'],
  ...['stop', 'suspended'],
] as (keyof RuleView)[];

function changesOf(before: RuleView, after: RuleView): string[] {
  return compared.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

const columns = 'r.id, r.version, r.position, r.enabled, r.record';
const allRules = {
  name: 'rules',
  text: `select ${columns} from rule r where r.id_project = $1 order by r.position, r.id`,
};
const oneRule = {
  name: 'rule',
  text: `select ${columns}, r.evaluated, r.matched, r.applied, r.failed, r.last_applied_at as "lastAppliedAt"
    from rule r where r.id_project = $1 and r.id = $2`,
};
/** Serialises the changes of a project's rules. */
const lockRules = { name: 'rules_lock', text: `select pg_advisory_xact_lock(hashtext('rule'), hashtext($1))` };
const enabledRules = {
  name: 'rules_enabled',
  text: `select r.id_project as "projectId", ${columns}, r.since from rule r where r.enabled
    order by r.id_project, r.position, r.id`,
};
const drawn = 'select case when is_called then last_value else 0 end from outbox_seq';
const insertRule = {
  name: 'rule_insert',
  text: `insert into rule (id_project, id, position, enabled, record, since) values ($1, $2, $3, $4, $5, (${drawn}))`,
};
/** Figures begin again when it is enabled. */
const updateRule = {
  name: 'rule_update',
  text: `update rule r set version = $3, enabled = $4, record = $5,
      since = case when $4 and not r.enabled then (${drawn}) else r.since end,
      evaluated = case when $4 and not r.enabled then 0 else r.evaluated end,
      matched = case when $4 and not r.enabled then 0 else r.matched end,
      applied = case when $4 and not r.enabled then 0 else r.applied end,
      failed = case when $4 and not r.enabled then 0 else r.failed end,
      failing = case when $4 and not r.enabled then 0 else r.failing end
    where r.id_project = $1 and r.id = $2`,
};
const startRules = { name: 'rules_start', text: `update rule set since = (${drawn}) where id_project = $1` };
const deleteRule = { name: 'rule_delete', text: 'delete from rule where id_project = $1 and id = $2' };
const dropDue = { name: 'rule_drop_due', text: 'delete from rule_due where id_project = $1 and rule = $2' };
const anchors: Record<TimerAnchor, string> = {
  created: 'r.created_at',
  requester_message: 'h.last_requester_at',
  team_message: 'h.last_team_at',
  assigned: `case when r.participants <> '{}' then r.assigned_at end`,
  closed: 'r.closed_at',
};
const armAll = (since: TimerAnchor) => ({
  name: `rule_arm_all_${since}`,
  text: `insert into rule_due (id_project, rule, request, key, anchor, due_at)
    select r.id_project, $2, r.id, 'timer', a.at, a.at + $3::bigint * interval '1 millisecond'
    from request r join request_head h on h.id_project = r.id_project and h.id = r.id, lateral (select ${anchors[since]} as at) a
    where r.id_project = $1 and not r.draft and not r.preflight and r.status ${since === 'closed' ? '=' : '<'} 1000
      and a.at + $3::bigint * interval '1 millisecond' > clock_timestamp()
    on conflict do nothing`,
});
const orderRules = {
  name: 'rules_order',
  text: `update rule r set position = o.place, version = r.version + (r.position <> o.place)::int
    from unnest($2::text[]) with ordinality o (id, place) where r.id_project = $1 and r.id = o.id`,
};
const countRuns = {
  name: 'rules_count',
  text: `update rule r set evaluated = r.evaluated + n.evaluated, matched = r.matched + n.matched,
      applied = r.applied + n.applied, failed = r.failed + n.failed,
      failing = case when n.applied > 0 then 0 else r.failing end,
      last_applied_at = case when n.applied > 0 then clock_timestamp() else r.last_applied_at end
    from json_to_recordset($2::json) as n (id text, evaluated int, matched int, applied int, failed int)
    where r.id_project = $1 and r.id = n.id`,
};
