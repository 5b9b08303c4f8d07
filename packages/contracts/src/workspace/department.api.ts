import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, oneOf, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { NameText, TagReference } from './fields.ts';
import { DepartmentRecordView, PublicDepartmentView } from './views.ts';

const tag = 'Departments';
const base = '/v3/:id_project/departments';
const inProject = z.object({ id_project: PathId });
// Clients read one page, so it holds every department of any project there is.
const { page, limit, cursor } = pageQuery({ sortable: ['name'], defaultLimit: 1000 });
/** `sort` with any value: by name. */
const sorted = z.object({ page, limit, cursor, sort: maybe(z.string().max(50)) });

/** Whole for agents and above, the public view for everybody else. */
const Seen = z.union([DepartmentRecordView, PublicDepartmentView]);

export const departmentRoutings = ['assigned', 'pooled', 'fixed'] as const;

const GroupShare = z.object({ group_id: text(255, 1), percentage: maybe(z.number().int().min(0).max(100)) });

/** Members of a body that null clears. */
const clearable = {
  description: text(2000).nullish(),
  id_bot: text(255).nullish(),
  id_group: text(255).nullish(),
  groups: z.array(GroupShare).max(20).nullish(),
  online_msg: text(2000).nullish(),
  offline_msg: text(2000).nullish(),
};

const described = {
  ...clearable,
  routing: maybe(oneOf(departmentRoutings)),
  status: maybe(z.union([z.literal(1), z.literal(0), z.literal(-1)])),
  bot_only: maybe(z.boolean()),
  default: maybe(z.boolean()),
  tags: maybe(z.array(TagReference).max(50)),
};

const ofDepartment = z.object({ id_project: PathId, department_id: PathId });

const update = {
  path: `${base}/:department_id`,
  role: 'admin',
  params: ofDepartment,
  body: z.object({ name: maybe(NameText), ...described }),
  response: DepartmentRecordView,
  errors: ['department_not_found', 'default_department', 'dependency_down', 'version_mismatch'],
  summary: 'Change a department; absent members stay unchanged, null clears optional ones',
  tag,
} as const;

/** Source: contract 11 section 8. */
export const departmentApi = defineApi('workspace', {
  listDepartments: {
    right: 'none',
    method: 'get',
    path: base,
    role: 'public',
    params: inProject,
    query: sorted,
    response: z.array(Seen),
    errors: ['project_not_found'],
    summary: 'List visible departments',
    tag,
  },
  listAllDepartments: {
    right: 'project.read',
    method: 'get',
    path: `${base}/allstatus`,
    role: 'agent',
    params: inProject,
    query: sorted,
    response: z.array(DepartmentRecordView),
    errors: [],
    summary: 'List departments, including those hidden from the widget',
    tag,
  },
  getDepartment: {
    right: 'none',
    method: 'get',
    path: `${base}/:department_id`,
    role: 'public',
    params: ofDepartment,
    response: Seen,
    errors: ['project_not_found', 'department_not_found'],
    summary: 'Get a department by id or `default`',
    tag,
  },
  createDepartment: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: z.object({ name: NameText, ...described }),
    response: DepartmentRecordView,
    errors: ['dependency_down'],
    summary: 'Create a department',
    tag,
    example: { body: { name: 'Sales', routing: 'assigned' } },
  },
  updateDepartment: { right: 'settings.write', ...update, method: 'put' },
  patchDepartment: { right: 'settings.write', ...update, method: 'patch' },
  deleteDepartment: {
    right: 'settings.write',
    method: 'delete',
    path: `${base}/:department_id`,
    role: 'admin',
    params: ofDepartment,
    response: DepartmentRecordView,
    errors: ['department_not_found', 'default_department', 'version_mismatch'],
    summary: 'Delete a department; its requests keep the id and are routed by the default department',
    tag,
  },
});
