import { z } from 'zod';

import { everyPerson } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, BooleanWord, jsonObject, maybe, oneOf, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { membershipStatuses, SmallObject, TagReference, teammateRoles, visitorRoles } from './fields.ts';
import { EmailAddress } from './user.fields.ts';
import { TeammateView } from './views.ts';

const tag = 'Teammates';
const base = '/v3/:id_project/project_users';
const inProject = z.object({ id_project: PathId });
const ofTeammate = z.object({ id_project: PathId, project_user_id: PathId });

// -1 and null: no limit of their own.
const Limit = z.number().int().min(-1).max(1000).nullish();
const settingsPrefix = 'settings.';

const updateFields = {
  user_available: maybe(z.boolean()),
  profileStatus: maybe(text(64)),
  max_served_chat: Limit,
  max_assigned_chat: Limit,
  attributes: maybe(SmallObject),
  settings: maybe(SmallObject),
  tags: maybe(z.array(TagReference).max(50)),
};

type UpdateBody = { max_served_chat?: number | null; max_assigned_chat?: number | null } & Record<string, unknown>;

function checkUpdate(body: UpdateBody, context: z.RefinementCtx): void {
  const limits = [body.max_served_chat, body.max_assigned_chat].filter((limit) => limit !== undefined);
  if (limits.length === 2 && (limits[0] ?? -1) !== (limits[1] ?? -1)) {
    context.addIssue({ code: 'custom', path: ['max_assigned_chat'], message: 'Must equal max_served_chat' });
  }
  const flat = flatSettings(body);
  const fault = jsonObject(16_384, 20).safeParse(flat).error?.issues[0]?.message;
  if (fault) context.addIssue({ code: 'custom', path: ['settings'], message: fault });
}

/** Flat keys such as `"settings.sound": true`, without their prefix. */
function flatSettings(body: Record<string, unknown>): Record<string, unknown> {
  const flat = Object.entries(body).filter(([key, value]) => key.startsWith(settingsPrefix) && value !== null);
  return Object.fromEntries(flat.map(([key, value]) => [key.slice(settingsPrefix.length), value]));
}

type KnownFields = z.output<z.ZodObject<typeof updateFields>>;

/** The two names of the limit become one, in which null and -1 mean none; flat settings stand beside the whole ones. */
function changeOf(body: KnownFields & Record<string, unknown>) {
  const { user_available, profileStatus, attributes, settings, tags, max_served_chat, max_assigned_chat } = body;
  const sent = max_served_chat === undefined ? max_assigned_chat : max_served_chat;
  const maxServedChat = sent === -1 ? null : sent;
  return { user_available, profileStatus, attributes, settings, tags, maxServedChat, flatSettings: flatSettings(body) };
}

const OwnUpdate = z.looseObject(updateFields).superRefine(checkUpdate).transform(changeOf);
const Update = z
  .looseObject({
    ...updateFields,
    role: maybe(oneOf([...visitorRoles, ...teammateRoles])),
    /** A custom role; `""` takes it away. */
    role_id: maybe(text(24)),
    status: maybe(oneOf(membershipStatuses)),
  })
  .superRefine(checkUpdate)
  .transform((body) => ({ ...changeOf(body), role: body.role, roleId: body.role_id, status: body.status }));

/** Roles of a list, comma-separated. */
const Roles = z.string().max(200);

/** Memberships of a project. Literal paths stand before those with an id. Source: contract 11 section 5. */
export const teammateApi = defineApi('workspace', {
  listTeammates: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object({
      ...pageQuery({ sortable: ['createdAt', 'role'] }),
      role: maybe(Roles),
      presencestatus: maybe(z.string().max(50).trim()),
      status: maybe(z.string().max(50).trim()),
      trashed: maybe(BooleanWord),
    }),
    response: z.array(TeammateView),
    errors: [],
    summary: 'List all teammates; visitors, by role, in pages',
    tag,
  },
  getOwnTeammate: {
    right: 'none',
    method: 'get',
    path: `${base}/me`,
    role: 'agent',
    params: inProject,
    response: z.array(TeammateView),
    errors: ['teammate_not_found'],
    summary: 'Get the caller’s own teammate record, in an array of one',
    tag,
  },
  searchTeammate: {
    right: 'project.read',
    method: 'get',
    path: `${base}/users/search`,
    role: 'agent',
    params: inProject,
    query: z.object({ email: text(254) }),
    response: z.object({ _id: z.string() }),
    errors: ['teammate_not_found'],
    summary: 'Get the user id of the teammate with this e-mail address',
    tag,
  },
  getTeammateByUser: {
    right: 'project.read',
    method: 'get',
    path: `${base}/users/:user_id`,
    role: 'agent',
    params: z.object({ id_project: PathId, user_id: AnyPathId }),
    response: z.array(TeammateView),
    errors: ['teammate_not_found'],
    summary: 'Get the record of a person or visitor, in an array of one',
    tag,
  },
  getTeammate: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:project_user_id`,
    role: 'agent',
    params: ofTeammate,
    response: TeammateView,
    errors: ['teammate_not_found'],
    summary: 'One record',
    tag,
  },
  createVisitor: {
    right: 'leads.write',
    method: 'post',
    path: base,
    role: 'agent',
    params: inProject,
    body: z.object({
      firstname: maybe(text(64).trim()),
      lastname: maybe(text(64).trim()),
      email: maybe(z.union([z.literal(''), EmailAddress])),
      attributes: maybe(SmallObject),
      tags: maybe(z.array(TagReference).max(50)),
    }),
    response: TeammateView,
    errors: [],
    summary: 'Create a record for a visitor',
    tag,
    example: { body: { firstname: 'Vera', email: 'vera@acme.io' } },
  },
  updateOwnTeammate: {
    right: 'none',
    method: 'put',
    path: base,
    role: 'agent',
    // Whether a person is there only they say: a token does it by id, with the right of that.
    kinds: everyPerson,
    refusal: 'users_only',
    identity: 'changes',
    params: inProject,
    body: OwnUpdate,
    response: TeammateView,
    errors: ['teammate_not_found', 'version_mismatch'],
    summary: 'Change one’s own teammate record; role and status are ignored',
    tag,
    example: { body: { user_available: true } },
  },
  updateTeammate: {
    right: 'teammates.write',
    method: 'put',
    path: `${base}/:project_user_id`,
    role: 'admin',
    identity: 'changes',
    params: ofTeammate,
    body: Update,
    response: TeammateView,
    errors: ['teammate_not_found', 'role_not_found', 'owner_required', 'last_owner', 'version_mismatch'],
    summary: 'Change a teammate record, including role and status',
    tag,
  },
  restoreTeammate: {
    right: 'teammates.write',
    method: 'put',
    path: `${base}/:project_user_id/restore`,
    role: 'admin',
    identity: 'changes',
    params: ofTeammate,
    response: TeammateView,
    errors: ['teammate_not_found', 'not_removed', 'owner_required', 'version_mismatch'],
    summary: 'Restore a removed teammate, as unavailable',
    tag,
  },
  removeTeammate: {
    right: 'teammates.write',
    method: 'delete',
    path: `${base}/:project_user_id`,
    role: 'admin',
    identity: 'changes',
    params: ofTeammate,
    query: z.object({ hard: maybe(BooleanWord), soft: maybe(BooleanWord) }),
    response: TeammateView,
    errors: ['teammate_not_found', 'owner_required', 'last_owner', 'version_mismatch'],
    summary: 'Remove a teammate from the project; `hard=true` also erases the record',
    tag,
  },
});
