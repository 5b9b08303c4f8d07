import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyId, maybe, PathId, text } from '../fields.ts';
import { ProjectView } from './views.ts';

const tag = 'Projects';
const base = '/v3/projects/:id_project/ban';

/** Source: contract 11 section 4. */
export const banApi = defineApi('workspace', {
  banVisitor: {
    right: 'settings.write',
    method: 'post',
    path: base,
    role: 'admin',
    identity: 'changes',
    params: z.object({ id_project: PathId }),
    body: z
      .object({ id: maybe(AnyId), ip: maybe(text(64, 1)) })
      .refine(({ id, ip }) => id !== undefined || ip !== undefined, { path: ['id'], message: 'Needs an id or an ip' }),
    response: ProjectView,
    errors: ['cannot_ban_teammate', 'limit_reached'],
    summary: 'Ban a visitor, an IP address or a range of addresses',
    tag,
    example: { body: { ip: '203.0.113.7' } },
  },
  liftBan: {
    right: 'settings.write',
    method: 'delete',
    path: `${base}/:banid`,
    role: 'admin',
    identity: 'changes',
    params: z.object({ id_project: PathId, banid: PathId }),
    response: ProjectView,
    errors: ['ban_not_found', 'version_mismatch'],
    summary: 'Lift a ban',
    tag,
  },
});
