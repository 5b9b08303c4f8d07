import type { ActivityView } from '@parley/sdk';

import { readActivityAddress } from './activity-address.ts';

type Verb = ActivityView['verb'];

/** What the log can be filtered by; all of it stands in the address. */
export interface ActivityFilter {
  /** User id, or `bot_<id>`. */
  person?: string;
  verb?: Verb;
  from?: string;
  to?: string;
}

/** Verbs in the order of the filter. Source: contract 40 section 3.3. */
export const verbs: readonly Verb[] = [
  'REQUEST_CREATE',
  'REQUEST_ASSIGNED_AUTO',
  'REQUEST_ASSIGNED_SELF',
  'REQUEST_ASSIGNED_MANUAL',
  'REQUEST_UNASSIGNED',
  'LEAVE_CONVERSATION',
  'REQUEST_CLOSE',
  'REQUEST_MERGE',
  'REQUEST_UNMERGE',
  'REQUEST_REOPEN',
  'REQUEST_DELETE',
  'MENTION',
  'PROJECT_USER_INVITE',
  'PROJECT_USER_UPDATE',
  'PROJECT_USER_AVAILABILITY_SELF',
  'PROJECT_USER_DELETE',
  'FACTOR_CHANGE',
  'FAQ_KB_CREATE',
  'FAQ_KB_PUBLISH',
  'FAQ_KB_DELETE',
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
];

/** Reads the address; unknown and faulty parts are left out. */
export function readActivityFilter(search: Record<string, unknown>): ActivityFilter {
  const { verb: named, ...others } = readActivityAddress(search);
  const verb = verbs.find((known) => known === named);
  return { ...others, ...(verb && { verb }) };
}
