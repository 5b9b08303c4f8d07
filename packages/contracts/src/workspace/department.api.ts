import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId, text } from '../fields.ts';
import { NameText, TagReference } from './fields.ts';
import { DepartmentRecordView, PublicDepartmentView } from './views.ts';

const tag = 'Departments';
const base = '/v3/:id_project/departments';
const inProject = z.object({ id_project: PathId });
const sorted = z.object({ sort: maybe(z.string().max(50)) });

/** Whole for agents and above, the public view for everybody else. */
const Seen = z.union([DepartmentRecordView, PublicDepartmentView]);

export const departmentRoutings = ['assigned', 'pooled', 'fixed'] as const;

/** Source: contract 11 section 8. */
export const departmentApi = defineApi('workspace', {
  listDepartments: {
    method: 'get',
    path: base,
    role: 'public',
    params: inProject,
    query: sorted,
    response: z.array(Seen),
    errors: ['project_not_found'],
    summary: 'Visible departments',
    tag,
  },
  listAllDepartments: {
    method: 'get',
    path: `${base}/allstatus`,
    role: 'agent',
    params: inProject,
    query: sorted,
    response: z.array(DepartmentRecordView),
    errors: [],
    summary: 'Departments, those hidden from the widget included',
    tag,
  },
  getDepartment: {
    method: 'get',
    path: `${base}/:department_id`,
    role: 'public',
    params: z.object({ id_project: PathId, department_id: PathId }),
    response: Seen,
    errors: ['project_not_found', 'department_not_found'],
    summary: 'One department, by id or `default`',
    tag,
  },
  createDepartment: {
    method: 'post',
    path: base,
    role: 'admin',
    params: inProject,
    body: z.object({
      name: NameText,
      description: maybe(text(2000)),
      routing: maybe(z.enum(departmentRoutings)),
      status: maybe(z.union([z.literal(1), z.literal(0), z.literal(-1)])),
      bot_only: maybe(z.boolean()),
      id_group: maybe(text(255)),
      groups: maybe(
        z.array(z.object({ group_id: text(255, 1), percentage: maybe(z.number().int().min(0).max(100)) })).max(20),
      ),
      online_msg: maybe(text(2000)),
      offline_msg: maybe(text(2000)),
      default: maybe(z.boolean()),
      tags: maybe(z.array(TagReference).max(50)),
    }),
    response: DepartmentRecordView,
    errors: ['validation_failed'],
    summary: 'Make a department',
    tag,
    example: { body: { name: 'Sales', routing: 'assigned' } },
  },
});
