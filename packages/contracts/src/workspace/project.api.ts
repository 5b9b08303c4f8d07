import { z } from 'zod';

import { ordinaryUsers, teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { Attributes, jsonObject, maybe, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { NameText } from './fields.ts';
import { OperatingHours, TimeSlots } from './hours.fields.ts';
import { SettingsUpdate } from './settings.ts';
import { OwnProjectView, ProjectView } from './views.ts';

const tag = 'Projects';
const ofProject = z.object({ id_project: PathId });

const Addresses = z.array(text(64, 1)).max(200);

/** Any JSON value, bounded as the objects are. */
const SmallValue = z.custom<unknown>().superRefine((value, context) => {
  const { error } = jsonObject(16_384, 20).safeParse({ value });
  if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? 'Is not valid' });
});

const update = {
  path: '/v3/projects/:id_project',
  role: 'admin',
  identity: 'changes',
  params: ofProject,
  body: SettingsUpdate.and(
    z.object({
      name: maybe(NameText),
      activeOperatingHours: maybe(z.boolean()),
      operatingHours: maybe(OperatingHours),
      timeSlots: maybe(TimeSlots),
      widget: maybe(Attributes),
      attributes: maybe(Attributes),
      versions: maybe(SmallValue),
      channels: maybe(z.array(jsonObject(1_024, 10)).max(50)),
      ipFilterEnabled: maybe(z.boolean()),
      ipFilter: maybe(Addresses),
      ipFilterDenyEnabled: maybe(z.boolean()),
      ipFilterDeny: maybe(Addresses),
    }),
  ),
  response: ProjectView,
  errors: ['owner_required', 'second_factor_missing', 'would_lock_you_out', 'version_mismatch'],
  tag,
} as const;

/** Source: contract 11 section 1. */
export const projectApi = defineApi('workspace', {
  createProject: {
    right: 'none',
    method: 'post',
    path: '/v3/projects',
    role: 'signed_in',
    kinds: ordinaryUsers,
    refusal: 'users_only',
    identity: 'changes',
    body: z.object({ name: NameText, attributes: maybe(Attributes) }),
    response: ProjectView,
    errors: ['limit_reached'],
    summary: 'Create a project; the caller becomes its owner',
    tag,
    example: { body: { name: 'Acme support' } },
  },
  listProjects: {
    right: 'none',
    method: 'get',
    path: '/v3/projects',
    role: 'signed_in',
    kinds: teamPeople,
    refusal: 'users_only',
    query: z.object(pageQuery({ sortable: ['updatedAt'], defaultLimit: 200 })),
    response: z.array(OwnProjectView),
    errors: [],
    summary: 'List the caller’s teammate records, each with its project',
    tag,
  },
  getProject: {
    right: 'project.read',
    method: 'get',
    path: '/v3/projects/:id_project',
    role: 'agent',
    params: ofProject,
    response: ProjectView,
    errors: [],
    summary: 'One project',
    tag,
  },
  updateProject: {
    right: 'settings.write',
    ...update,
    method: 'put',
    summary: 'Change a project; absent members stay unchanged',
  },
  patchProject: {
    right: 'settings.write',
    ...update,
    method: 'patch',
    summary: 'Change a project; absent members stay unchanged',
  },
  patchProjectAttributes: {
    right: 'settings.write',
    method: 'patch',
    path: '/v3/projects/:id_project/attributes',
    role: 'admin',
    params: ofProject,
    // The body is the attributes themselves, whatever their names.
    body: Attributes.transform((members) => ({ members })),
    response: ProjectView,
    errors: ['version_mismatch'],
    summary: 'Set attributes one by one; null removes one',
    tag,
    example: { body: { plan: 'gold', trial: null } },
  },
  deleteProject: {
    right: 'project.delete',
    method: 'delete',
    path: '/v3/projects/:id_project',
    role: 'owner',
    identity: 'changes',
    params: ofProject,
    response: ProjectView,
    errors: ['version_mismatch'],
    summary: 'Delete a project; its data is erased some weeks later',
    tag,
  },
});
