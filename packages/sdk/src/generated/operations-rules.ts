// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ActionInput, RuleDryRunView, RuleExplanationView, RulePageView, RuleRunPageView, RuleView, RuleWithStatsView } from './types.ts';

export type ExplainRulesParams = { id_project?: string; request_id: string } & {
  on?: "request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer";
};

export type ListRequestRuleRunsParams = { id_project?: string; request_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  result?: "applied" | "skipped" | "failed" | "suppressed";
  /** Start of the time range, inclusive. */
  from?: string;
  /** End of the time range. */
  to?: string;
};

export type CreateRuleParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** What it is for. */
  description?: string | null;
  /** Whether it runs; false when it is made. True also ends a suspension. */
  enabled?: boolean | null;
  /** Events that it answers, 1 to 10, or `timer` alone. */
  on: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[];
  /** When it is due; with `on: ["timer"]`. */
  timer?: {
    /** What the time is counted from. */
    since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
    /** Milliseconds from there, a minute to 30 days. */
    ms: number;
    /** Which time counts: `always`, `project`, or the id of a time slot. */
    hours?: string | null;
  } | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request, its lead and the event, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** What it does, in order: all, or nothing. */
  actions: ActionInput[];
  /** Milliseconds to wait; conditions are judged again at the end. */
  delay?: number | null;
  /** What ends the wait. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Runs once for each event, until the request is reopened, or once for ever. */
  once?: "event" | "opening" | "request" | null;
  /** True: no later rule sees the event once it was applied. */
  stop?: boolean | null;
};

export type ListRulesParams = { id_project?: string };

export type DeleteRuleParams = { id_project?: string; rule_id: string };

export type GetRuleParams = { id_project?: string; rule_id: string };

export type UpdateRuleParams = { id_project?: string; rule_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** What it is for. */
  description?: string | null;
  /** Whether it runs; false when it is made. True also ends a suspension. */
  enabled?: boolean | null;
  /** Events that it answers, 1 to 10, or `timer` alone. */
  on?: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[] | null;
  /** When it is due; with `on: ["timer"]`. */
  timer?: {
    /** What the time is counted from. */
    since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
    /** Milliseconds from there, a minute to 30 days. */
    ms: number;
    /** Which time counts: `always`, `project`, or the id of a time slot. */
    hours?: string | null;
  } | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request, its lead and the event, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** What it does, in order: all, or nothing. */
  actions?: ActionInput[] | null;
  /** Milliseconds to wait; conditions are judged again at the end. */
  delay?: number | null;
  /** What ends the wait. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Runs once for each event, until the request is reopened, or once for ever. */
  once?: "event" | "opening" | "request" | null;
  /** True: no later rule sees the event once it was applied. */
  stop?: boolean | null;
};

export type ListRuleRunsParams = { id_project?: string; rule_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  result?: "applied" | "skipped" | "failed" | "suppressed";
  /** Start of the time range, inclusive. */
  from?: string;
  /** End of the time range. */
  to?: string;
};

export type DryRunRuleParams = { id_project?: string } & {
  /** Id of the rule to try. */
  rule_id?: string | null;
  /** A rule to try that is not stored. */
  rule?: {
    /** Name, at most 255 characters. */
    name: string;
    /** What it is for. */
    description?: string | null;
    /** Whether it runs; false when it is made. True also ends a suspension. */
    enabled?: boolean | null;
    /** Events that it answers, 1 to 10, or `timer` alone. */
    on: ("request.created" | "request.updated" | "request.assigned" | "request.unassigned" | "request.abandoned" | "request.closed" | "request.reopened" | "request.rated" | "request.note_added" | "request.snoozed" | "request.woken" | "request.sla_due_soon" | "request.sla_breached" | "message.created" | "message.failed" | "event.emitted" | "timer")[];
    /** When it is due; with `on: ["timer"]`. */
    timer?: {
      /** What the time is counted from. */
      since: "created" | "requester_message" | "team_message" | "assigned" | "closed";
      /** Milliseconds from there, a minute to 30 days. */
      ms: number;
      /** Which time counts: `always`, `project`, or the id of a time slot. */
      hours?: string | null;
    } | null;
    /** Whether all conditions must hold, or any. Without conditions every request matches. */
    match?: string | null;
    /** Conditions on the request, its lead and the event, at most 20. */
    filters?: {
      /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
      field?: unknown;
      /** Comparison; which ones are offered depends on the kind of `field`. */
      operator?: unknown;
      /** Value to compare with. Absent for `is null` and `is not null`. */
      value?: unknown;
    }[] | null;
    /** What it does, in order: all, or nothing. */
    actions: ActionInput[];
    /** Milliseconds to wait; conditions are judged again at the end. */
    delay?: number | null;
    /** What ends the wait. */
    cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
    /** Runs once for each event, until the request is reopened, or once for ever. */
    once?: "event" | "opening" | "request" | null;
    /** True: no later rule sees the event once it was applied. */
    stop?: boolean | null;
  } | null;
  /** Requests to try it on, at most 50. */
  requests: string[];
};

export type OrderRulesParams = { id_project?: string } & { items: string[] };

/**
 * Explain which rules, of an event or of all, would match a request now.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await explainRules(parley, { request_id });
 */
export const explainRules: Operation<ExplainRulesParams, RuleExplanationView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('explainRules', 'GET requests/:request_id/rule_explain');

/**
 * Runs of rules on a request, of the last 30 days.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listRequestRuleRuns(parley, { request_id });
 */
export const listRequestRuleRuns: Operation<ListRequestRuleRunsParams, RuleRunPageView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRequestRuleRuns', 'GET requests/:request_id/rule_runs');

/**
 * Make a rule. It stands behind the others, and does nothing before it is enabled.
 *
 * Minimum role: admin. Codes: `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `on` ≤ 10 items, `filters` ≤ 20 items, `actions` ≤ 20 items, `delay` ≤ 2592000000, ….
 *
 * @example await createRule(parley, { name: 'Urgent words', on: ['message.created'], filters: [{ field: 'message.text', operator: 'contains', value: 'urgent' }], actions: [{ type: 'set_priority', priority: 'urgent' }] });
 */
export const createRule: Operation<CreateRuleParams, RuleView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createRule', 'POST rules');

/**
 * Rules, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listRules(parley);
 */
export const listRules: Operation<ListRulesParams, RulePageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listRules', 'GET rules');

/**
 * Delete a rule; its runs stay.
 *
 * Minimum role: admin. Codes: `rule_not_found`.
 *
 * @example await deleteRule(parley, { rule_id });
 */
export const deleteRule: Operation<DeleteRuleParams, RuleView, DeleteCode | 'rule_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteRule', 'DELETE rules/:rule_id');

/**
 * Get a rule, with its figures since it was enabled.
 *
 * Minimum role: agent. Codes: `rule_not_found`.
 *
 * @example await getRule(parley, { rule_id });
 */
export const getRule: Operation<GetRuleParams, RuleWithStatsView, ReadCode | 'rule_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRule', 'GET rules/:rule_id');

/**
 * Change a rule; what is absent stays. `enabled` true also ends its suspension.
 *
 * Minimum role: admin. Codes: `rule_not_found`, `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `on` ≤ 10 items, `filters` ≤ 20 items, `actions` ≤ 20 items, `delay` ≤ 2592000000, ….
 *
 * @example await updateRule(parley, { rule_id, enabled: true });
 */
export const updateRule: Operation<UpdateRuleParams, RuleView, UpdateCode | 'rule_not_found' | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateRule', 'PUT rules/:rule_id');

/**
 * Runs of a rule on requests that the caller sees, of the last 30 days.
 *
 * Minimum role: agent.
 *
 * @example await listRuleRuns(parley, { rule_id });
 */
export const listRuleRuns: Operation<ListRuleRunsParams, RuleRunPageView, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRuleRuns', 'GET rules/:rule_id/runs');

/**
 * Try a rule on requests. Conditions on the event count as met. Nothing is stored or announced.
 *
 * Minimum role: admin. Codes: `rule_not_found`, `unknown_reference`. Limits: `requests` ≤ 50 items.
 *
 * @example await dryRunRule(parley, { rule: { name: 'Urgent words', on: ['message.created'], filters: [{ field: 'message.text', operator: 'contains', value: 'urgent' }], actions: [{ type: 'set_priority', priority: 'urgent' }] }, requests: ['support-group-64f0c0a1b2c3d4e5f6a7b8c9-5f2b'] });
 */
export const dryRunRule: Operation<DryRunRuleParams, RuleDryRunView, ReadCode | BodyCode | WriteCode | 'rule_not_found' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('dryRunRule', 'POST rules/dry_run');

/**
 * Order the rules. All rules, each once. An event meets them in this order.
 *
 * Minimum role: admin. Codes: `order_stale`. Limits: `items` ≤ 200 items.
 *
 * @example await orderRules(parley, { items: ['64f0c0a1b2c3d4e5f6a7b8c9'] });
 */
export const orderRules: Operation<OrderRulesParams, RulePageView, UpdateCode | 'order_stale' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('orderRules', 'PUT rules/order', { list: true });
