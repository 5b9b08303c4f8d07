import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { SegmentMatch } from '../contacts/segment.fields.ts';
import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { AnyPathId, maybe, oneOf, PathId, RecordId, text } from '../fields.ts';
import { PolicyConditions } from './condition.fields.ts';
import { pauseReasons, slaMetrics } from './sla.views.ts';
import { RecordView, RequestView } from './views.ts';

const tag = 'Service levels';
const base = '/v3/:id_project/sla_policies';
const inProject = z.object({ id_project: PathId });
const ofPolicy = z.object({ id_project: PathId, policy_id: PathId });
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Policies of one project. */
export const maxSlaPolicies = 50;

const Target = z.number().int().min(60_000).max(31_536_000_000).nullable();
/** Targets in ms of open time; `null`: none. */
export const SlaTargetTimes = z.object({
  first_response: Target.optional(),
  next_response: Target.optional(),
  resolution: Target.optional(),
});
const slaPriorities = ['low', 'normal', 'high', 'urgent'] as const;

export const SlaTargets = z.object({
  default: SlaTargetTimes,
  ...{
    low: SlaTargetTimes.optional(),
    normal: SlaTargetTimes.optional(),
    high: SlaTargetTimes.optional(),
    urgent: SlaTargetTimes.optional(),
  },
});
export type SlaTargets = z.output<typeof SlaTargets>;
export type SlaPriority = (typeof slaPriorities)[number];

/** While a bot serves, clocks wait, or count at once. */
export const slaWhileBot = ['wait', 'count'] as const;

const fields = {
  description: maybe(text(2_000)),
  enabled: maybe(z.boolean()),
  match: maybe(SegmentMatch),
  filters: maybe(PolicyConditions),
  /** `always`, `project`, or the id of a time slot. */
  hours: maybe(text(64, 1)),
  due_soon: maybe(z.number().int().min(0).max(604_800_000)),
  pause: maybe(z.array(oneOf(pauseReasons)).max(3)),
  while_bot: maybe(oneOf(slaWhileBot)),
};
const Name = text(255).trim().min(1, 'Must not be empty');
const apply = z.object({ apply: oneOf(['new', 'open']).optional() });

export const SlaPolicyView = RecordView.extend({
  createdBy: z.string(),
  name: z.string(),
  description: z.string().optional(),
  enabled: z.boolean(),
  position: z.number().int(),
  match: z.enum(['all', 'any']),
  filters: z.array(z.object({ field: z.string(), operator: z.string(), value: z.unknown().optional() })),
  hours: z.string(),
  targets: SlaTargets,
  due_soon: z.number().int(),
  pause: z.array(z.enum(pauseReasons)),
  while_bot: z.enum(slaWhileBot),
  broken: z.array(z.string()).optional(),
});
export type SlaPolicyView = z.output<typeof SlaPolicyView>;

export const SlaPolicyPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  sla_policies: z.array(SlaPolicyView),
});

/** Why time of a span did not count; `open`: it did. */
export const spanReasons = ['open', 'closed', 'holiday', ...pauseReasons] as const;

export const SlaExplanation = z.object({
  policy: z.object({ _id: z.string(), name: z.string() }).optional(),
  pinned: z.boolean().optional(),
  clocks: z.array(
    z.object({
      metric: z.enum(slaMetrics),
      cycle: z.number().int(),
      state: z.string(),
      target: z.number().int(),
      policy: z.object({ _id: z.string(), name: z.string() }),
      hours: z.string(),
      started_at: z.string(),
      due_at: z.string().optional(),
      counted: z.number().int(),
      spans: z.array(
        z.object({ from: z.string(), to: z.string(), counted: z.number().int(), why: z.enum(spanReasons) }),
      ),
    }),
  ),
});
export type SlaExplanation = z.output<typeof SlaExplanation>;

const example = {
  name: 'Premium',
  filters: [{ field: 'tags', operator: '=', value: 'premium' }],
  hours: 'project',
  targets: {
    default: { first_response: 3_600_000, resolution: 28_800_000 },
    urgent: { first_response: 900_000 },
  },
};

/** Source: contract 25 section 5. */
export const slaApi = defineApi('conversations', {
  listSlaPolicies: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: SlaPolicyPageView,
    errors: [],
    summary: 'Service-level policies, in their order',
    tag,
  },
  createSlaPolicy: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    query: apply,
    body: z.object({ name: Name, targets: SlaTargets, ...fields }),
    response: SlaPolicyView,
    errors: ['limit_reached', 'unknown_reference'],
    summary: 'Make a service-level policy',
    description:
      'The first enabled policy whose conditions hold applies to a request. With `apply=open` open requests are judged again; otherwise they keep what they have.',
    tag,
    example: { body: example },
  },
  orderSlaPolicies: {
    right: 'settings.write',
    method: 'put',
    path: `${base}/order`,
    role: 'admin',
    params: inProject,
    /** Arrives at the operation as `items`. */
    body: z.array(RecordId).max(maxSlaPolicies),
    response: SlaPolicyPageView,
    errors: ['order_stale'],
    summary: 'Order the service-level policies',
    description: 'All policies, each once.',
    tag,
  },
  getSlaPolicy: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:policy_id`,
    role: 'agent',
    params: ofPolicy,
    response: SlaPolicyView,
    errors: ['policy_not_found'],
    summary: 'Get a service-level policy',
    tag,
  },
  updateSlaPolicy: {
    right: 'settings.write',
    method: 'put',
    path: `${base}/:policy_id`,
    role: 'admin',
    params: ofPolicy,
    query: apply,
    body: z.object({ name: maybe(Name), targets: maybe(SlaTargets), ...fields }),
    response: SlaPolicyView,
    errors: ['policy_not_found', 'unknown_reference'],
    summary: 'Change a service-level policy; what is absent stays',
    tag,
    example: { body: { targets: { default: { first_response: 1_800_000 } } } },
  },
  deleteSlaPolicy: {
    right: 'settings.write',
    method: 'delete',
    path: `${base}/:policy_id`,
    role: 'admin',
    params: ofPolicy,
    response: SlaPolicyView,
    errors: ['policy_not_found'],
    summary: 'Delete a service-level policy',
    description: 'Its clocks end as cancelled.',
    tag,
  },
  getRequestSla: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/sla',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: SlaExplanation,
    errors: ['request_not_found'],
    summary: 'Explain the service levels of a request',
    description: 'Which time of each clock counted, and why the rest did not.',
    tag,
  },
  pinRequestSla: {
    right: 'requests.write',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/sla',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object({ policy: RecordId.nullable() }),
    response: RequestView,
    errors: ['request_not_found', 'not_a_participant', 'request_closed', 'policy_not_found'],
    summary: 'Choose the service-level policy of a request, or none',
    description: 'Conditions choose no other until `DELETE`.',
    tag,
    example: { body: { policy: null } },
  },
  unpinRequestSla: {
    right: 'requests.write',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/sla',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found', 'not_a_participant', 'request_closed'],
    summary: 'Let conditions choose the service-level policy of a request again',
    tag,
  },
});

const policyEvent = z.object({ policy: SlaPolicyView });
export const policyCreated = defineEvent('policy.created', policyEvent);
export const policyUpdated = defineEvent('policy.updated', policyEvent.extend({ changes: z.array(z.string()) }));
export const policyDeleted = defineEvent('policy.deleted', policyEvent);
