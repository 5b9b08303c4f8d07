import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { Timestamp } from '../fields.ts';
import { BanView, DepartmentRecordView, GroupView, InvitationView, ProjectView, TeammateView } from './views.ts';

/** Names of changed fields, and their old values. */
const change = { changes: z.array(z.string()), previous: z.record(z.string(), z.unknown()) };

/** `sub` and `id_user` as in the history; never the token. `sid`: of a session, whose access tokens end with it. */
export const tokenRevoked = defineEvent(
  'token.revoked',
  z.object({
    jti: z.string(),
    sid: z.string().optional(),
    sub: z.string(),
    id_user: z.string(),
    id_project: z.string().optional(),
    expiresAt: Timestamp,
  }),
);

/** `owner` is the user id of the one who made it. */
export const projectCreated = defineEvent('project.created', z.object({ project: ProjectView, owner: z.string() }));

/** `banned`: the entry of a new ban. */
export const projectUpdated = defineEvent(
  'project.updated',
  z.object({ project: ProjectView, changes: z.array(z.string()), banned: BanView.optional() }),
);

export const projectDeleted = defineEvent('project.deleted', z.object({ project: ProjectView }));

export const teammateInvited = defineEvent(
  'teammate.invited',
  z.object({
    inviteType: z.enum(['pending', 'registered']),
    email: z.string(),
    role: z.string(),
    user_available: z.boolean(),
    id_project: z.string(),
    project_name: z.string(),
    teammate: TeammateView.optional(),
    invitation: InvitationView.optional(),
  }),
);

export const joinOrigins = [
  'project',
  'invitation',
  'signup',
  'provisioned',
  'anonymous',
  'custom_token',
  'created',
  'connection',
  'scim',
] as const;
export type JoinOrigin = (typeof joinOrigins)[number];

export const teammateJoined = defineEvent(
  'teammate.joined',
  z.object({ teammate: TeammateView, origin: z.enum(joinOrigins) }),
);

/** `source` is the operation; connections have none. */
export const teammateUpdated = defineEvent(
  'teammate.updated',
  z.object({ teammate: TeammateView, ...change, source: z.string().optional() }),
);

/** `updateType`: `self` for the own record, `other` for another person's; `source` is the operation. */
export const teammateAvailabilityChanged = defineEvent(
  'teammate.availability_changed',
  z.object({
    teammate: TeammateView,
    user_available: z.boolean(),
    profileStatus: z.string().optional(),
    previous: z.object({ user_available: z.boolean(), profileStatus: z.string().optional() }),
    updateType: z.enum(['self', 'other']),
    source: z.string(),
  }),
);

export const teammateRemoved = defineEvent(
  'teammate.removed',
  z.object({ teammate: TeammateView, deleteType: z.enum(['soft', 'hard']) }),
);

const departmentChange = z.object({ department: DepartmentRecordView, changes: z.array(z.string()).optional() });
export const departmentCreated = defineEvent(
  'department.created',
  departmentChange.extend({
    /** The default department, made together with its project. */
    origin: z.literal('project').optional(),
  }),
);
export const departmentUpdated = defineEvent('department.updated', departmentChange);
export const departmentDeleted = defineEvent('department.deleted', departmentChange);

const groupChange = z.object({ group: GroupView, changes: z.array(z.string()).optional() });
export const groupCreated = defineEvent('group.created', groupChange);
export const groupUpdated = defineEvent('group.updated', groupChange);
export const groupDeleted = defineEvent('group.deleted', groupChange);
