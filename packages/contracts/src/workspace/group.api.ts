import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyId, Attributes, BooleanWord, maybe, PathId } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { NameText } from './fields.ts';
import { GroupView } from './views.ts';

const tag = 'Groups';
const base = '/v3/:id_project/groups';
const inProject = z.object({ id_project: PathId });
const ofGroup = z.object({ id_project: PathId, group_id: PathId });

const Members = z.array(AnyId).max(2000);

/** Source: contract 11 section 7. */
export const groupApi = defineApi('workspace', {
  listGroups: {
    right: 'project.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    query: z.object({
      // Clients read one page, so it holds every group of any project there is.
      ...pageQuery({ sortable: ['createdAt', 'updatedAt', 'name'], defaultLimit: 1000 }),
      member: maybe(AnyId),
    }),
    response: z.array(GroupView),
    errors: [],
    summary: 'List the groups of a project; `member` filters by person',
    tag,
  },
  getGroup: {
    right: 'project.read',
    method: 'get',
    path: `${base}/:group_id`,
    role: 'agent',
    params: ofGroup,
    response: GroupView,
    errors: ['group_not_found'],
    summary: 'One group',
    tag,
  },
  createGroup: {
    right: 'teammates.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: z.object({ name: NameText, members: maybe(Members), attributes: maybe(Attributes) }),
    response: GroupView,
    errors: ['not_a_teammate'],
    summary: 'Create a group of teammates',
    tag,
    example: { body: { name: 'Night shift', members: [] } },
  },
  updateGroup: {
    right: 'teammates.write',
    method: 'put',
    path: `${base}/:group_id`,
    role: 'admin',
    params: ofGroup,
    body: z.object({
      name: maybe(NameText),
      members: maybe(Members),
      attributes: maybe(Attributes),
      trashed: maybe(z.literal(false, { error: 'Only false, which restores a removed group; DELETE removes one' })),
    }),
    response: GroupView,
    errors: ['group_not_found', 'not_a_teammate', 'version_mismatch'],
    summary: 'Change a group; `trashed: false` restores a removed one',
    tag,
  },
  enableGroup: {
    right: 'teammates.write',
    method: 'put',
    path: `${base}/enable/:group_id`,
    role: 'admin',
    params: ofGroup,
    response: GroupView,
    errors: ['group_not_found', 'version_mismatch'],
    summary: 'Enable a group',
    tag,
  },
  disableGroup: {
    right: 'teammates.write',
    method: 'put',
    path: `${base}/disable/:group_id`,
    role: 'admin',
    params: ofGroup,
    response: GroupView,
    errors: ['group_not_found', 'group_in_use', 'version_mismatch'],
    summary: 'Disable a group',
    tag,
  },
  deleteGroup: {
    right: 'teammates.write',
    method: 'delete',
    path: `${base}/:group_id`,
    role: 'admin',
    params: ofGroup,
    query: z.object({ force: maybe(BooleanWord) }),
    response: GroupView,
    errors: ['group_not_found', 'group_in_use', 'version_mismatch'],
    summary: 'Remove a group; `force=true` also erases the record',
    tag,
  },
});
