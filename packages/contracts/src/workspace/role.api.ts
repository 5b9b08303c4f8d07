import { z } from 'zod';

import { teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { jsonObject, maybe, oneOf, PathId } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { rightNames, rights, visibilities } from '../rights.ts';
import { NameText } from './fields.ts';
import { RoleView } from './role.views.ts';

const base = '/v3/:id_project/roles';
const inProject = z.object({ id_project: PathId });
const ofRole = z.object({ id_project: PathId, role_id: PathId });
const managed = {
  role: 'owner',
  right: 'roles.write',
  kinds: teamPeople,
  refusal: 'users_only',
  tag: 'Roles',
} as const;

/** Rights of owners cannot be given. */
const givableRights = rightNames.filter((right) => rights[right] !== 'owner') as [(typeof rightNames)[number]];
const Changed = jsonObject(4_096, 1)
  .meta({
    type: 'object',
    propertyNames: { type: 'string', enum: givableRights },
    additionalProperties: { type: 'boolean' },
  })
  .pipe(z.partialRecord(z.enum(givableRights), z.boolean()));

/** Custom roles. Source: contract 12 section 5. */
export const roleApi = defineApi('workspace', {
  listRoles: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object(pageQuery({ sortable: ['createdAt'] })),
    response: z.array(RoleView),
    errors: [],
    summary: 'Custom roles of the project',
    tag: 'Roles',
  },
  createRole: {
    ...managed,
    method: 'post',
    path: base,
    params: inProject,
    body: z.object({
      name: NameText,
      base: oneOf(['agent', 'admin']),
      rights: maybe(Changed),
      visibility: maybe(oneOf(visibilities)),
    }),
    response: RoleView,
    errors: ['limit_reached'],
    summary: 'Make a custom role: the rights of an agent or admin, with some taken away or given',
    example: { body: { name: 'Supervisor', base: 'agent', rights: { 'analytics.read': true }, visibility: 'all' } },
  },
  updateRole: {
    ...managed,
    method: 'put',
    path: `${base}/:role_id`,
    identity: 'changes',
    params: ofRole,
    body: z.object({ name: maybe(NameText), rights: maybe(Changed), visibility: maybe(oneOf(visibilities)) }),
    response: RoleView,
    errors: ['role_not_found', 'version_mismatch'],
    summary: 'Change a custom role; `rights` replaces those that differ from the base. Takes effect at once',
    example: { body: { rights: { 'leads.export': false } } },
  },
  deleteRole: {
    ...managed,
    method: 'delete',
    path: `${base}/:role_id`,
    params: ofRole,
    response: RoleView,
    errors: ['role_not_found', 'role_in_use', 'version_mismatch'],
    summary: 'Delete a custom role that no teammate has',
  },
});
