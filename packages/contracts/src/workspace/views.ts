import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';
import { visibilities } from '../rights.ts';
import { AnyObject, record } from './record.ts';
import { RightView } from './role.views.ts';

export const BanView = z.object({
  _id: z.string(),
  id: z.string().optional(),
  ip: z.string().optional(),
  createdBy: z.string(),
  createdAt: Timestamp,
});

/** Source: contract 11 section 1. No key or secret is part of it. */
export const ProjectView = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  /** 100 live, 0 deleted. */
  status: z.number().int(),
  activeOperatingHours: z.boolean(),
  operatingHours: z.string().optional(),
  timeSlots: AnyObject.optional(),
  settings: AnyObject,
  widget: AnyObject,
  attributes: AnyObject,
  versions: z.unknown().optional(),
  channels: z.array(z.unknown()),
  /** The next five: admins and owners only. */
  ipFilterEnabled: z.boolean().optional(),
  ipFilter: z.array(z.string()).optional(),
  ipFilterDenyEnabled: z.boolean().optional(),
  ipFilterDeny: z.array(z.string()).optional(),
  bannedUsers: z.array(BanView).optional(),
  /** Constants that clients read: Parley sells no plans. */
  profile: z.object({ name: z.string(), type: z.string() }),
  trialExpired: z.boolean(),
  trialDaysLeft: z.number(),
  isActiveSubscription: z.boolean(),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  __v: z.number().int(),
});
export type ProjectView = z.output<typeof ProjectView>;

/** What teammates see of each other's user record. */
export const TeammateUserView = z.object({
  _id: z.string(),
  id: z.string(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  description: z.string().optional(),
  public_email: z.string().optional(),
  public_website: z.string().optional(),
  /** Address of the thumbnail, relative. */
  avatar: z.string().optional(),
});
export type TeammateUserView = z.output<typeof TeammateUserView>;

/** A membership: of a teammate (`id_user`) or of a visitor (`uuid_user`, `profile`). Source: contract 11 section 5. */
export const TeammateView = z.object({
  ...record,
  /** The person, or their id alone in `me` and in answers of writes. Absent: a visitor. */
  id_user: z.union([z.string(), TeammateUserView]).optional(),
  uuid_user: z.string().optional(),
  profile: z
    .object({ firstname: z.string().optional(), lastname: z.string().optional(), email: z.string().optional() })
    .optional(),
  /** Null or a foreign word in an imported record: it passes nothing. */
  role: z.string().nullable(),
  /** A custom role, whose base is `role`, and what it allows. */
  role_id: z.string().optional(),
  rights: z.array(RightView).optional(),
  visibility: z.enum(visibilities).optional(),
  /** 1 teammate, 2 visitor. */
  roleType: z.number().int(),
  user_available: z.boolean(),
  profileStatus: z.string().optional(),
  presence: z.object({ status: z.string(), changedAt: Timestamp.optional() }),
  isAuthenticated: z.boolean(),
  max_served_chat: z.number().int().optional(),
  /** The same value under the name that existing clients know. */
  max_assigned_chat: z.number().int().optional(),
  number_assigned_requests: z.number().int().optional(),
  isBusy: z.boolean(),
  attributes: AnyObject,
  settings: AnyObject,
  tags: z.array(z.object({ tag: z.string(), color: z.string().optional() })),
  status: z.string(),
  trashed: z.boolean(),
  last_login_at: Timestamp.optional(),
});
export type TeammateView = z.output<typeof TeammateView>;

/** Where the caller is a teammate: their record with the project in place of its id. Source: contract 11 section 1. */
export const OwnProjectView = TeammateView.omit({ id_project: true }).extend({ id_project: ProjectView });
export type OwnProjectView = z.output<typeof OwnProjectView>;

/** Never the code. Source: contract 11 section 6. */
export const InvitationView = z.object({
  ...record,
  email: z.string(),
  role: z.string(),
  user_available: z.boolean(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  expiresAt: Timestamp,
});
export type InvitationView = z.output<typeof InvitationView>;

/** What the holder of the code sees before signing in. */
export const MailedInvitationView = z.object({
  _id: StoredId,
  id: StoredId,
  email: z.string(),
  role: z.string(),
  id_project: StoredId,
  project_name: z.string(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
});
export type MailedInvitationView = z.output<typeof MailedInvitationView>;

/** What everybody may see of a department. Source: contract 11 section 8. */
export const PublicDepartmentView = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  name: z.string(),
  description: z.string().optional(),
  online_msg: z.string().optional(),
  offline_msg: z.string().optional(),
  default: z.boolean(),
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status: z.number().int(),
  hasBot: z.boolean(),
});
export type PublicDepartmentView = z.output<typeof PublicDepartmentView>;

export const DepartmentRecordView = PublicDepartmentView.extend({
  ...record,
  routing: z.string(),
  id_bot: z.string().optional(),
  bot_only: z.boolean().optional(),
  id_group: z.string().optional(),
  groups: z.array(z.object({ _id: z.string(), group_id: z.string(), percentage: z.number() })),
  tags: z.array(z.unknown()),
});
export type DepartmentRecordView = z.output<typeof DepartmentRecordView>;

export const GroupView = z.object({
  ...record,
  name: z.string(),
  /** User ids. */
  members: z.array(z.string()),
  enabled: z.boolean(),
  trashed: z.boolean(),
  attributes: AnyObject,
});
export type GroupView = z.output<typeof GroupView>;

export const tokenMethods = ['password', 'anonymous', 'custom', 'messaging', 'session'] as const;
export type TokenMethod = (typeof tokenMethods)[number];

export const revocationReasons = [
  'user',
  'signout',
  'password_changed',
  'password_reset',
  'factor_added',
  'secret_rotated',
  'session_limit',
  'banned',
  'removed',
  'deleted',
  'issuer_logout',
] as const;
export type RevocationReason = (typeof revocationReasons)[number];

/** A row of the history of tokens; no token is ever stored. Source: contract 10 section 7. */
export const TokenView = z.object({
  _id: z.string(),
  id: z.string(),
  jti: z.string(),
  sub: z.string(),
  /** Principal id, of guests and externals too. */
  id_user: z.string(),
  /** Of tokens bound to a project. */
  id_project: z.string().optional(),
  aud: z.string(),
  method: z.enum(tokenMethods),
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  /** The token of this very call. */
  current: z.boolean(),
  revoked: z.boolean(),
  revokedAt: Timestamp.optional(),
  revokedReason: z.enum(revocationReasons).optional(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  updatedAt: Timestamp,
  __v: z.number().int(),
});
export type TokenView = z.output<typeof TokenView>;
