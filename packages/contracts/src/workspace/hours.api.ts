import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { maybe, PathId } from '../fields.ts';

const ofProject = z.object({ id_project: PathId });

/** A teammate who can answer now. The last two members are only for agents of the project. Source: contract 11 section 3. */
export const AvailableTeammateView = z.object({
  /** User id. */
  id: z.string(),
  /** Teammate id. */
  pu_id: z.string(),
  firstname: z.string(),
  /** The first name alone for everybody who is no agent of the project. */
  fullname: z.string(),
  email: z.string().optional(),
  assigned_request: z.number().int().optional(),
});
export type AvailableTeammateView = z.output<typeof AvailableTeammateView>;

/** Source: contract 11 section 3. */
export const hoursApi = defineApi('workspace', {
  getOpenState: {
    right: 'none',
    method: 'get',
    path: '/v3/projects/:id_project/isopen',
    role: 'public',
    params: ofProject,
    query: z.object({ timeSlot: maybe(z.string()) }),
    response: z.object({ isopen: z.boolean(), holiday: z.string().optional() }),
    errors: ['project_not_found', 'time_slot_not_found'],
    summary: 'Check whether the project, or one of its time slots, is open now',
    tag: 'Projects',
  },
  listAvailableTeammates: {
    right: 'none',
    method: 'get',
    path: '/v3/projects/:id_project/users/availables',
    role: 'public',
    params: ofProject,
    query: z.object({ raw: maybe(z.string()), department: maybe(PathId) }),
    response: z.array(AvailableTeammateView),
    errors: ['project_not_found', 'department_not_found'],
    summary: 'List teammates who can answer now; `raw` ignores the operating hours',
    tag: 'Projects',
  },
});
