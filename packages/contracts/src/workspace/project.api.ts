import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { Attributes, maybe, PathId } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { NameText } from './fields.ts';
import { SettingsUpdate } from './settings.ts';
import { OwnProjectView, ProjectView } from './views.ts';

const tag = 'Projects';
const ofProject = z.object({ id_project: PathId });

const update = {
  path: '/v3/projects/:id_project',
  role: 'admin',
  identity: 'changes',
  params: ofProject,
  body: SettingsUpdate.and(z.object({ name: maybe(NameText), attributes: maybe(Attributes) })),
  response: ProjectView,
  errors: ['owner_required', 'version_mismatch'],
  tag,
} as const;

/** Source: contract 11 section 1. */
export const projectApi = defineApi('workspace', {
  createProject: {
    method: 'post',
    path: '/v3/projects',
    role: 'signed_in',
    kinds: ordinaryUsers,
    refusal: 'users_only',
    identity: 'changes',
    body: z.object({ name: NameText, attributes: maybe(Attributes) }),
    response: ProjectView,
    errors: ['limit_reached'],
    summary: 'Make a project; the caller becomes its owner',
    tag,
    example: { body: { name: 'Acme support' } },
  },
  listProjects: {
    method: 'get',
    path: '/v3/projects',
    role: 'signed_in',
    kinds: ['user', 'provisioned'],
    refusal: 'users_only',
    query: z.object(pageQuery({ sortable: ['updatedAt'], defaultLimit: 200 })),
    response: z.array(OwnProjectView),
    errors: ['cursor_invalid'],
    summary: 'The caller’s teammate records, each with its project',
    tag,
  },
  getProject: {
    method: 'get',
    path: '/v3/projects/:id_project',
    role: 'agent',
    params: ofProject,
    response: ProjectView,
    errors: [],
    summary: 'One project',
    tag,
  },
  updateProject: { ...update, method: 'put', summary: 'Change a project; what is absent stays' },
  patchProject: { ...update, method: 'patch', summary: 'Change a project; what is absent stays' },
});
