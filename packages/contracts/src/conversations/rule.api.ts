import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { SegmentMatch } from '../contacts/segment.fields.ts';
import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { AnyId, AnyPathId, Instant, maybe, oneOf, PathId, RecordId, Timestamp, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { ActionView, actionTypes, RuleActions } from './action.fields.ts';
import { ActionOutcomeView } from './macro.api.ts';
import { RuleConditions, type RuleEvent, ruleEvents } from './rule.fields.ts';
import { RecordView } from './views.ts';

const tag = 'Rules';
const base = '/v3/:id_project/rules';
const inProject = z.object({ id_project: PathId });
const ofRule = z.object({ id_project: PathId, rule_id: PathId });
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Rules of one project, and those of them that wait for a time. */
export const maxRules = 200;
export const maxTimerRules = 20;
const longestMs = 2_592_000_000;

/** What the time of a timer is counted from. */
export const timerAnchors = ['created', 'requester_message', 'team_message', 'assigned', 'closed'] as const;
export type TimerAnchor = (typeof timerAnchors)[number];
/** What ends the wait of a delayed rule. */
export const cancelWords = ['requester_message', 'team_message', 'closed'] as const;
export const ruleOnces = ['event', 'opening', 'request'] as const;

const Timer = z.object({
  since: oneOf(timerAnchors),
  ms: z.number().int().min(60_000).max(longestMs),
  /** Counts open time only: `project`, or the id of a time slot; `always` by default. */
  hours: maybe(text(64, 1)),
});

const fields = {
  description: maybe(text(2_000)),
  enabled: maybe(z.boolean()),
  on: maybe(z.array(oneOf(ruleEvents)).min(1, 'At least one event').max(10)),
  timer: Timer.nullable().optional(),
  match: maybe(SegmentMatch),
  filters: maybe(RuleConditions),
  actions: maybe(RuleActions),
  delay: maybe(z.number().int().min(0).max(longestMs)),
  cancel_on: maybe(z.array(oneOf(cancelWords)).max(3)),
  once: maybe(oneOf(ruleOnces)),
  stop: maybe(z.boolean()),
};
const Name = text(255).trim().min(1, 'Must not be empty');
const Definition = z.object({
  name: Name,
  ...fields,
  on: z.array(oneOf(ruleEvents)).min(1, 'At least one event').max(10),
  actions: RuleActions,
});

/** A rule waits for events or for a time, never for both. @returns the member that is wrong */
export function timerFault(on: readonly RuleEvent[], timer: object | null | undefined): 'on' | 'timer' | undefined {
  const waits = on.includes('timer');
  if (waits && on.length > 1) return 'on';
  return waits === (timer !== undefined && timer !== null) ? undefined : 'timer';
}

const suspensions = ['failing', 'rate', 'broken'] as const;
export type Suspension = (typeof suspensions)[number];

export const RuleView = RecordView.extend({
  createdBy: z.string(),
  name: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  position: z.number().int(),
  on: z.array(z.enum(ruleEvents)),
  timer: z.object({ since: z.enum(timerAnchors), ms: z.number().int(), hours: z.string() }).optional(),
  match: z.enum(['all', 'any']),
  filters: z.array(z.object({ field: z.string(), operator: z.string(), value: z.unknown().optional() })),
  actions: z.array(ActionView),
  delay: z.number().int(),
  cancel_on: z.array(z.enum(cancelWords)),
  once: z.enum(ruleOnces),
  stop: z.boolean(),
  suspended: z.object({ reason: z.enum(suspensions), at: Timestamp }).optional(),
  broken: z.array(z.string()).optional(),
});
export type RuleView = z.output<typeof RuleView>;

const RuleStats = z.object({
  evaluated: z.number().int(),
  matched: z.number().int(),
  applied: z.number().int(),
  failed: z.number().int(),
  last_applied_at: Timestamp.optional(),
});
export const RuleWithStatsView = RuleView.extend({ stats: RuleStats });

export const RulePageView = z.object({ perPage: z.number().int(), count: z.number().int(), rules: z.array(RuleView) });

export const runResults = ['applied', 'skipped', 'failed', 'suppressed'] as const;
export type RunResult = (typeof runResults)[number];

const Held = z.object({ param: z.string(), holds: z.boolean() });

/** One run of a rule, without texts and values. */
export const RuleRunView = z.object({
  _id: z.string(),
  rule: z.object({ _id: z.string(), name: z.string(), version: z.number().int() }),
  request_id: z.string(),
  event: z.object({ _id: z.string(), type: z.string(), time: Timestamp }),
  result: z.enum(runResults),
  why: z.string().optional(),
  conditions: z.array(Held),
  actions: z.array(
    z.object({
      type: z.enum(actionTypes),
      ok: z.boolean(),
      changed: z.boolean().optional(),
      code: z.string().optional(),
    }),
  ),
  loopSuspected: z.boolean().optional(),
  ms: z.number().int(),
  createdAt: Timestamp,
});
export type RuleRunView = z.output<typeof RuleRunView>;

export const RuleRunPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  runs: z.array(RuleRunView),
});

/** What a rule would do to one request. */
const DryRunResult = z.object({
  request_id: z.string(),
  matched: z.boolean(),
  conditions: z.array(Held),
  outcome: z.array(ActionOutcomeView),
});
export const RuleDryRunView = z.object({
  evaluated: z.number().int(),
  matched: z.number().int(),
  results: z.array(DryRunResult),
});

/** Why each rule of a word would run on a request, or not. */
export const RuleExplanationView = z.object({
  rules: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      enabled: z.boolean(),
      matches: z.boolean(),
      /** The first condition that does not hold. */
      missing: z.string().optional(),
    }),
  ),
});

const runsQuery = z.object({
  ...pageQuery({ sortable: ['createdAt'] }),
  result: oneOf(runResults).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
});

const example = {
  name: 'Urgent words',
  on: ['message.created'],
  filters: [{ field: 'message.text', operator: 'contains', value: 'urgent' }],
  actions: [{ type: 'set_priority', priority: 'urgent' }],
};

/** Source: contract 25 section 10. */
export const ruleApi = defineApi('conversations', {
  listRules: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: RulePageView,
    errors: [],
    summary: 'Rules, in their order',
    tag,
  },
  createRule: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: Definition,
    response: RuleView,
    errors: ['limit_reached', 'unknown_reference'],
    summary: 'Make a rule',
    description: 'It stands behind the others, and does nothing before it is enabled.',
    tag,
    example: { body: example },
  },
  orderRules: {
    right: 'settings.write',
    method: 'put',
    path: `${base}/order`,
    role: 'admin',
    params: inProject,
    /** Arrives at the operation as `items`. */
    body: z.array(RecordId).max(maxRules),
    response: RulePageView,
    errors: ['order_stale'],
    summary: 'Order the rules',
    description: 'All rules, each once. An event meets them in this order.',
    tag,
  },
  dryRunRule: {
    right: 'settings.write',
    method: 'post',
    path: `${base}/dry_run`,
    role: 'admin',
    params: inProject,
    body: z
      .object({ rule_id: maybe(RecordId), rule: maybe(Definition), requests: z.array(AnyId).min(1).max(50) })
      .refine(({ rule_id, rule }) => (rule_id === undefined) !== (rule === undefined), {
        path: ['rule'],
        error: 'Either rule or rule_id',
      }),
    response: RuleDryRunView,
    errors: ['rule_not_found', 'unknown_reference'],
    summary: 'Try a rule on requests',
    description: 'Conditions on the event count as met. Nothing is stored or announced.',
    tag,
    example: { body: { rule: example, requests: ['support-group-64f0c0a1b2c3d4e5f6a7b8c9-5f2b'] } },
  },
  getRule: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:rule_id`,
    role: 'agent',
    params: ofRule,
    response: RuleWithStatsView,
    errors: ['rule_not_found'],
    summary: 'Get a rule, with its figures since it was enabled',
    tag,
  },
  updateRule: {
    right: 'settings.write',
    method: 'put',
    path: `${base}/:rule_id`,
    role: 'admin',
    params: ofRule,
    body: z.object({ name: maybe(Name), ...fields }),
    response: RuleView,
    errors: ['rule_not_found', 'limit_reached', 'unknown_reference'],
    summary: 'Change a rule; what is absent stays',
    description: '`enabled` true also ends its suspension.',
    tag,
    example: { body: { enabled: true } },
  },
  deleteRule: {
    right: 'settings.write',
    method: 'delete',
    path: `${base}/:rule_id`,
    role: 'admin',
    params: ofRule,
    response: RuleView,
    errors: ['rule_not_found'],
    summary: 'Delete a rule; its runs stay',
    tag,
  },
  listRuleRuns: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:rule_id/runs`,
    role: 'agent',
    params: ofRule,
    query: runsQuery,
    response: RuleRunPageView,
    errors: [],
    summary: 'Runs of a rule on requests that the caller sees, of the last 30 days',
    tag,
  },
  listRequestRuleRuns: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/rule_runs',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    query: runsQuery,
    response: RuleRunPageView,
    errors: ['request_not_found'],
    summary: 'Runs of rules on a request, of the last 30 days',
    tag,
  },
  explainRules: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/rule_explain',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    query: z.object({ on: oneOf(ruleEvents).optional() }),
    response: RuleExplanationView,
    errors: ['request_not_found'],
    summary: 'Explain which rules, of an event or of all, would match a request now',
    tag,
  },
});

const ruleEvent = z.object({ rule: RuleView });
export const ruleCreated = defineEvent('rule.created', ruleEvent);
export const ruleUpdated = defineEvent('rule.updated', ruleEvent.extend({ changes: z.array(z.string()) }));
export const ruleDeleted = defineEvent('rule.deleted', ruleEvent);
export const ruleSuspended = defineEvent('rule.suspended', ruleEvent);
export const ruleRan = defineEvent('rule.ran', z.object({ run: RuleRunView }));
