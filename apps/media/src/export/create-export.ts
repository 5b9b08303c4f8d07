import { commonErrors, type exportApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newExport, viewOf } from './export.ts';

type CreateExport = Operation<typeof exportApi.createExport, Context>;

const perDay = { points: 4, seconds: 86_400 };

export const createExport: CreateExport = async (context, actor, { id_project: projectId, include_files = true }) => {
  const { exports, limits } = context;
  const at = new Date();
  const made = newExport({ projectId, id: newId(at), includeFiles: include_files, createdBy: actor.id }, at);
  // Inside the transaction: an export that is refused because one runs does not count.
  await exports.insert(made, async () => {
    const { allowed, resetSeconds } = await limits.hit('project_export', projectId, perDay);
    if (!allowed) throw commonErrors.rate_limited({ limit: 'project_export', retryAfterSeconds: resetSeconds });
  });
  return viewOf(made);
};
