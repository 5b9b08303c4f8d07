import { commonErrors, type exportApi, exportErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newExport, viewOf } from './export.ts';

type CreateExport = Operation<typeof exportApi.createExport, Context>;

const perDay = { points: 4, seconds: 86_400 };

export const createExport: CreateExport = async (context, actor, { id_project: projectId, include_files = true }) => {
  const { exports, limits } = context;
  if (await exports.isRunning(projectId)) throw exportErrors.export_running();
  const { allowed, resetSeconds } = await limits.hit('project_export', projectId, perDay);
  if (!allowed) throw commonErrors.rate_limited({ limit: 'project_export', retryAfterSeconds: resetSeconds });
  const at = new Date();
  const made = newExport({ projectId, id: newId(at), includeFiles: include_files, createdBy: actor.id }, at);
  await exports.insert(made);
  return viewOf(made);
};
