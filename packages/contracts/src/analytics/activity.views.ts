import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** Verbs that are recorded. Source: contract 40 section 3.3. */
export const activityVerbs = [
  'PROJECT_USER_INVITE',
  'PROJECT_USER_UPDATE',
  'PROJECT_USER_AVAILABILITY_SELF',
  'PROJECT_USER_DELETE',
  'REQUEST_CREATE',
  'REQUEST_CLOSE',
  'REQUEST_ASSIGNED_AUTO',
  'REQUEST_ASSIGNED_SELF',
  'REQUEST_ASSIGNED_MANUAL',
  'REQUEST_UNASSIGNED',
  'LEAVE_CONVERSATION',
  'FAQ_KB_CREATE',
  'FAQ_KB_DELETE',
  'FAQ_KB_PUBLISH',
  'REQUEST_REOPEN',
  'REQUEST_DELETE',
  'REQUEST_MERGE',
  'REQUEST_UNMERGE',
  'MENTION',
  'LEAD_DELETE',
  'PROJECT_UPDATE',
  'DEPARTMENT_CREATE',
  'DEPARTMENT_UPDATE',
  'DEPARTMENT_DELETE',
  'GROUP_CREATE',
  'GROUP_UPDATE',
  'GROUP_DELETE',
  'API_TOKEN_CREATE',
  'API_TOKEN_ROTATE',
  'API_TOKEN_REVOKE',
  'API_TOKEN_NEW_ADDRESS',
  'FACTOR_CHANGE',
  'ROLE_CREATE',
  'ROLE_UPDATE',
  'ROLE_DELETE',
  'MAILBOX_CREATE',
  'MAILBOX_UPDATE',
  'MAILBOX_DELETE',
  'MAILBOX_FAILING',
  'MAILBOX_RECOVERED',
  'SIGN_IN_CONNECTION_CREATE',
  'SIGN_IN_CONNECTION_UPDATE',
  'SIGN_IN_CONNECTION_DELETE',
  'SIGN_IN_CONNECTION_BYPASS',
  'SIGN_IN_DOMAIN_PROVE',
  'SIGN_IN_DOMAIN_LOSE',
  'POLICY_CREATE',
  'POLICY_UPDATE',
  'POLICY_DELETE',
  'RULE_CREATE',
  'RULE_UPDATE',
  'RULE_DELETE',
  'RULE_SUSPEND',
  'MACRO_CREATE',
  'MACRO_UPDATE',
  'MACRO_DELETE',
  'VIEW_CREATE',
  'VIEW_UPDATE',
  'VIEW_DELETE',
  'SURVEY_CREATE',
  'SURVEY_UPDATE',
  'SURVEY_DELETE',
  'PROJECT_EXPORT',
  'PROJECT_EXPORT_DOWNLOAD',
  'PROJECT_EXPORT_DELETE',
  'HOLD_CREATE',
  'HOLD_DELETE',
] as const;
export type ActivityVerb = (typeof activityVerbs)[number];

export const activityTargets = [
  'project_user',
  'pendinginvitation',
  'request',
  'faq_kb',
  'lead',
  'project',
  'department',
  'group',
  'api_token',
  'role',
  'mailbox',
  'sign_in_connection',
  'sign_in_domain',
  'policy',
  'rule',
  'macro',
  'view',
  'survey',
  'export',
] as const;

const Named = z.object({ type: z.string(), id: z.string(), name: z.string().optional() });

/** Something that a person did. Source: contract 40 section 3.2. */
export const ActivityView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.literal(0),
  id_project: StoredId,
  /** Of the event, not of its arrival. */
  createdAt: Timestamp,
  updatedAt: Timestamp,
  actor: z.object({
    _id: z.string(),
    id: z.string(),
    type: z.enum(['user', 'bot', 'token', 'system']),
    name: z.string().optional(),
  }),
  verb: z.enum(activityVerbs),
  actionObj: z.record(z.string(), z.unknown()).optional(),
  target: z.object({
    type: z.enum(activityTargets),
    id: z.string(),
    /** The record after the change; a request cut to what tells which it is. */
    object: z.record(z.string(), z.unknown()).optional(),
  }),
  related: Named.extend({ role: z.string() }).optional(),
  /** An English sentence, where there is one. */
  message: z.string().optional(),
});
export type ActivityView = z.output<typeof ActivityView>;

export const ActivityPageView = z.object({
  perPage: z.number().int(),
  /** All that match, not only those of the page. */
  count: z.number().int(),
  activities: z.array(ActivityView),
});
export type ActivityPageView = z.output<typeof ActivityPageView>;

export const chainFaults = [
  'link_changed',
  'link_missing',
  'activity_changed',
  'activity_missing',
  'activity_unknown',
] as const;

export const ChainFaultView = z.object({
  seq: z.number().int().optional(),
  activity: z.string(),
  fault: z.enum(chainFaults),
});
export const ChainHeadView = z.object({ seq: z.number().int(), hash: z.string() });

/** What a verification of the chain has found. */
export const ChainVerificationView = z.object({
  valid: z.boolean(),
  checked: z.number().int(),
  faults: z.array(ChainFaultView),
  head: ChainHeadView,
  next: z.number().int().optional(),
});
