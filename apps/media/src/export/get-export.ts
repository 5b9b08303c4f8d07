import type { exportApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './export.ts';

type GetExport = Operation<typeof exportApi.getExport, Context>;

export const getExport: GetExport = async (context, _actor, { id_project, export: id }) =>
  viewOf(await context.exports.get(id_project, id));
